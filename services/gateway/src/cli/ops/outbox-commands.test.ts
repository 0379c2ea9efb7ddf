import { outboxStore } from "@polls/db/outbox";
import { inTransaction } from "@polls/db/sql";
import { renderAttachment } from "@polls/jobs";
import { sendAll } from "@polls/jobs/outbox";
import { connectPatiently, shareDatabase } from "@polls/testing";
import { runCommand } from "../command/run-command";
import { outboxCommands } from "./outbox-commands";

const db = shareDatabase({ max: 2 });
beforeEach(async () => {
  await db.pool.query("TRUNCATE outbox RESTART IDENTITY");
  await inTransaction(db, (tx) =>
    sendAll(tx, renderAttachment, [
      { attachmentId: "5" },
      { attachmentId: "6" },
      { attachmentId: "7" },
    ]),
  );
  for (const id of ["1", "2"]) await outboxStore(db).fail(id, 1, `broken ${id}`);
});

async function run(...words: readonly string[]) {
  const [printed, errors]: [string[], string[]] = [[], []];
  const code = await runCommand(words, outboxCommands, () => connectPatiently(db.url, { max: 1 }), {
    print: (text) => printed.push(text),
    printError: (text) => errors.push(text),
  });
  const [text] = printed;
  return {
    code,
    json: text === undefined ? undefined : JSON.parse(text),
    errorText: errors[0],
  };
}

test("list lists dead jobs with their last error", async () => {
  const { code, json } = await run("ops", "outbox", "list");
  expect(code).toBe(0);
  expect(json).toMatchObject([
    {
      id: "2",
      job: "media.render-attachment",
      payload: { attachmentId: "6" },
      last_error: "broken 2",
    },
    { id: "1", last_error: "broken 1" },
  ]);
  expect((await run("ops", "outbox", "list", "--limit", "1")).json).toHaveLength(1);
});

test("retry enqueues the given jobs again, or all dead jobs", async () => {
  expect((await run("ops", "outbox", "retry", "--id", "2, 3")).json).toEqual({ sent_again: 1 });
  expect((await run("ops", "outbox", "list")).json).toMatchObject([{ id: "1" }]);
  expect((await run("ops", "outbox", "retry", "--id=all")).json).toEqual({ sent_again: 1 });
  expect((await run("ops", "outbox", "list")).json).toEqual([]);
});

test("a job that is retried after days is not reported as old", async () => {
  await db.pool.query("UPDATE outbox SET created_at = now() - interval '3 days' WHERE id <= 2");
  await run("ops", "outbox", "retry", "--id=all");
  const { pending, oldestAgeSeconds } = await outboxStore(db).figures();
  expect(pending).toBe(3);
  expect(oldestAgeSeconds).toBeLessThan(3_600);
});

test("delete deletes the given dead jobs, and no job that may still succeed", async () => {
  expect((await run("ops", "outbox", "delete", "--id", "2,3")).json).toEqual({ deleted: 1 });
  expect((await run("ops", "outbox", "list")).json).toMatchObject([{ id: "1" }]);
  expect(await outboxStore(db).isOpen("3")).toBe(true);
});

test.each([
  [["list", "--limit", "none"], "--limit must be a whole number above 0"],
  [["retry", "--id", "1;2"], '--id must be "all" or ids of "ops outbox list", separated by commas'],
  [["retry"], '"ops outbox retry" needs --id'],
  [["delete", "--id", "all"], '--id must be ids of "ops outbox list", separated by commas'],
])("%p is wrong usage", async (words, errorText) => {
  expect(await run("ops", "outbox", ...words)).toMatchObject({ code: 2, errorText });
});
