// Covers docs/reference/mails.md: delivery

import { inTransaction } from "@polls/db/sql";
import { sendMail } from "@polls/jobs";
import { send } from "@polls/jobs/outbox";
import { connectPatiently, shareDatabase } from "@polls/testing";
import { runCommand } from "../command/run-command";
import { mailsCommands } from "./mails-commands";

const db = shareDatabase({ max: 2 });
beforeEach(() => db.pool.query("TRUNCATE outbox, mails RESTART IDENTITY CASCADE"));

async function run(...words: readonly string[]) {
  const printed: string[] = [];
  const code = await runCommand(words, mailsCommands, () => connectPatiently(db.url, { max: 1 }), {
    print: (text) => printed.push(text),
    printError: () => undefined,
  });
  return { code, json: printed[0] === undefined ? undefined : JSON.parse(printed[0]) };
}

/** A mail and its job. The relay looks at the job in an hour. */
async function buildMail(facts: {
  readonly state: string;
  readonly fault?: string;
  readonly problem?: string;
}): Promise<string> {
  const data = { kind: "sign_in", language: "en", address: "Ada@Example.org", ...facts };
  const { id } = await db.prisma.mail.create({ data });
  await inTransaction(db, (tx) => send(tx, sendMail, { mailId: String(id) }));
  const done = facts.state === "queued" ? "NULL" : "now()";
  await db.pool.query(
    `UPDATE outbox SET done_at = ${done}, sent_at = now(), next_look_at = now() + interval '1 hour'
     WHERE payload ->> 'mailId' = $1`,
    [String(id)],
  );
  return String(id);
}

const dueJobs = async () =>
  (
    await db.pool.query<{ id: string }>(
      `SELECT payload ->> 'mailId' AS id FROM outbox
       WHERE done_at IS NULL AND next_look_at <= now() ORDER BY 1`,
    )
  ).rows.map(({ id }) => id);

test("refused mails are listed with the answer of the server and whose fault it is, without addresses", async () => {
  await buildMail({ state: "queued" });
  await buildMail({ state: "sent" });
  const waiting = await buildMail({ state: "queued", fault: "us", problem: "554 relay denied" });
  const failed = await buildMail({ state: "failed", fault: "recipient", problem: "550 5.1.1" });
  const { code, json } = await run("ops", "mails", "list");
  expect(code).toBe(0);
  expect(json).toMatchObject([
    { id: failed, kind: "sign_in", state: "failed", fault: "recipient", domain: "Example.org" },
    { id: waiting, state: "queued", fault: "us", problem: "554 relay denied" },
  ]);
  expect(JSON.stringify(json)).not.toContain("Ada");
  expect((await run("ops", "mails", "list", "--limit", "1")).json).toHaveLength(1);
});

test("a retry sends all mails that wait or failed by our fault, once", async () => {
  await buildMail({ state: "queued" });
  const waiting = await buildMail({ state: "queued", fault: "us", problem: "554 relay denied" });
  const failed = await buildMail({ state: "failed", fault: "us", problem: "554 relay denied" });
  await buildMail({ state: "failed", fault: "recipient", problem: "550 5.1.1" });
  expect((await run("ops", "mails", "retry")).json).toEqual({ sent_again: 2 });
  expect(await dueJobs()).toEqual([waiting, failed]);
  await run("ops", "mails", "retry");
  expect(await dueJobs()).toEqual([waiting, failed]);
  expect(await db.prisma.mail.findUnique({ where: { id: BigInt(failed) } })).toMatchObject({
    state: "queued",
    settledAt: null,
  });
});

test("a retry of given mails sends them, whosever fault it is", async () => {
  const chosen = await buildMail({ state: "failed", fault: "recipient", problem: "550 5.1.1" });
  await buildMail({ state: "failed", fault: "us", problem: "554 relay denied" });
  expect((await run("ops", "mails", "retry", chosen)).json).toEqual({ sent_again: 1 });
  expect(await dueJobs()).toEqual([chosen]);
  expect(await run("ops", "mails", "retry", "x")).toEqual({ code: 2, json: undefined });
});
