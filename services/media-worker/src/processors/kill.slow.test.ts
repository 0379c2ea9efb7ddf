// Covers docs/reliability.md: killed-processes, storage-failures

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { run } from "@polls/devstack/children";
import { makePicture } from "../../testing/make-media";
import { sendJob, shareMedia } from "../../testing/media-fixture";
import { nodeCommand } from "../confined/node-command";
import { clearWorkspaces } from "../workspace";

const fixture = shareMedia();

const PROCESSES = 3;
type Job = "media.render-attachment" | "media.delete-attachment";

/**
 * Sends a job and runs it in a process that is killed at a step. Returns the number of steps if it
 * is not killed.
 */
async function runInProcess(job: Job, id: bigint, dieAt: number) {
  const outboxId = await sendJob(fixture.deps.db, job, id);
  const orders = {
    url: fixture.url,
    storageDirectory: fixture.storageDirectory,
    workRoot: fixture.deps.workRoot,
    job,
    attachmentId: String(id),
    outboxId: String(outboxId),
    dieAt,
  };
  const { command, args } = nodeCommand(join(__dirname, "../../testing/dying-process"), [
    JSON.stringify(orders),
  ]);
  const ending = await run(command, args, { timeout: 60_000 }).then(
    ({ stdout }) => ({ signal: undefined, output: stdout }),
    (error: { signal: unknown; stdout: string }) => ({
      signal: error.signal,
      output: error.stdout,
    }),
  );
  const finished = await fixture.deps.db.prisma.finishedJob.count({ where: { id: outboxId } });
  return { ...ending, steps: Number(ending.output), done: finished === 1 };
}

async function forEachStep(steps: number, check: (step: number) => Promise<void>): Promise<void> {
  for (let step = 1; step <= steps; step += PROCESSES) {
    const together = Array.from(
      { length: Math.min(PROCESSES, steps - step + 1) },
      (_, n) => step + n,
    );
    await Promise.all(together.map(check));
  }
}

test("a render that is killed at any step is complete after the next run, and its job is done only with its result", async () => {
  const whole = await fixture.upload(await makePicture());
  const { steps, done } = await runInProcess("media.render-attachment", whole.id, 0);
  expect(done).toBe(true);
  // Fetching, four derivatives and the commit, with a step before and after each.
  expect(steps).toBe(12);

  await forEachStep(steps, async (step) => {
    const { id } = await fixture.upload(await makePicture(40 + step, 30));
    const killed = await runInProcess("media.render-attachment", id, step);
    expect(killed.signal).toBe("SIGKILL");
    const between = await fixture.attachment(id);
    expect(killed.done).toBe(between?.processedAt !== null);
    expect(between?.derivatives).toHaveLength(killed.done ? 4 : 0);

    await fixture.run("media.render-attachment", id);
    const attachment = await fixture.attachment(id);
    expect(attachment).toMatchObject({ processingError: null, width: 40 + step });
    expect(attachment?.derivatives).toHaveLength(4);
    for (const { storageKey, byteSize } of attachment?.derivatives ?? []) {
      expect((await fixture.deps.storage.stat(storageKey))?.byteSize).toBe(Number(byteSize));
    }
  });

  // Keys are derived from the content, so later runs refer to the files that killed runs stored.
  const rows = await fixture.deps.db.prisma.derivative.count();
  expect((await fixture.storedKeys()).filter((key) => key.startsWith("derivatives/"))).toHaveLength(
    rows,
  );
  await clearWorkspaces(fixture.deps.workRoot);
  expect(await readdir(fixture.deps.workRoot)).toEqual([]);
}, 240_000);

test("a deletion that is killed at any step leaves no file without a row", async () => {
  const whole = await fixture.upload(await makePicture(), { orphaned: true });
  const { steps } = await runInProcess("media.delete-attachment", whole.id, 0);
  expect(steps).toBe(6);

  await forEachStep(steps, async (step) => {
    const { id, storageKey } = await fixture.upload(await makePicture());
    await fixture.run("media.render-attachment", id);
    await fixture.deps.db.prisma.attachment.update({ where: { id }, data: { optionId: null } });
    const killed = await runInProcess("media.delete-attachment", id, step);
    expect(killed.signal).toBe("SIGKILL");
    const row = await fixture.attachment(id);
    expect(killed.done).toBe(row === null);
    if (row === null) expect(await fixture.deps.storage.stat(storageKey)).toBeUndefined();

    await fixture.run("media.delete-attachment", id);
    expect(await fixture.attachment(id)).toBeNull();
    expect(await fixture.deps.storage.stat(storageKey)).toBeUndefined();
  });
}, 240_000);
