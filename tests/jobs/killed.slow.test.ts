// Covers docs/reliability.md: killed-processes, queue-settings

import path from "node:path";
import type { Db } from "@polls/db/connection";
import { outboxStore } from "@polls/db/outbox";
import { inTransaction } from "@polls/db/sql";
import { fromSource, runProcess } from "@polls/devstack";
import { type QueueBackend, renderAttachment } from "@polls/jobs";
import { sendAll } from "@polls/jobs/outbox";
import {
  connectPatiently,
  createTestDatabase,
  describeWithRedis,
  startTestRedis,
  waitFor,
} from "@polls/testing";

const root = path.resolve(__dirname, "../..");

/** On every backend, killing any process loses no effect and repeats none. */
function contract(open: (databaseUrl: string) => Promise<QueueBackend>): void {
  let databaseUrl: string;
  let backend: QueueBackend;
  let db: Db;
  const processes: Awaited<ReturnType<typeof runProcess>>[] = [];

  const startProcess = async () => {
    let working = false;
    const started = await runProcess({
      name: "media process",
      command: process.execPath,
      args: [
        ...fromSource,
        ...["tests/jobs/media-process.ts", databaseUrl, JSON.stringify(backend), "20"],
      ],
      env: {},
      cwd: root,
      onLine: (line) => {
        working ||= line === "working";
      },
    });
    processes.push(started);
    await waitFor(() => working, { what: "the process works" });
    return started;
  };
  const effects = async () =>
    (await db.prisma.outbox.findMany({ where: { job: "effect" } })).map(
      ({ payload }) => (payload as { attachmentId: string }).attachmentId,
    );

  beforeAll(async () => {
    databaseUrl = (await createTestDatabase()).url;
    backend = await open(databaseUrl);
    db = connectPatiently(databaseUrl, { max: 4 });
  });
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.stop({ signal: "SIGKILL" })));
    await db.close();
  });

  test("while relay and worker are killed repeatedly, each effect happens once", async () => {
    const ids = Array.from({ length: 150 }, (_, i) => String(i + 1));
    let victim = await startProcess();
    const survivor = await startProcess();
    for (let kills = 0; kills < 4; kills += 1) {
      await inTransaction(db, (tx) =>
        sendAll(
          tx,
          renderAttachment,
          ids.slice(kills * 30, kills * 30 + 30).map((attachmentId) => ({ attachmentId })),
        ),
      );
      const before = (await effects()).length;
      await waitFor(async () => (await effects()).length > before, {
        what: "work in progress",
        everyMs: 1,
      });
      victim.signal("SIGKILL");
      await victim.exited;
      victim = await startProcess();
    }
    await inTransaction(db, (tx) =>
      sendAll(
        tx,
        renderAttachment,
        ids.slice(120).map((attachmentId) => ({ attachmentId })),
      ),
    );
    // Rows that a killed relay had claimed are due again after its lease.
    await waitFor(async () => (await outboxStore(db).figures()).pending === 0, {
      what: "every row to be done",
    });
    expect(await outboxStore(db).figures()).toMatchObject({ dead: 0 });
    expect((await effects()).sort()).toEqual([...ids].sort());
    expect(survivor.isRunning()).toBe(true);
  });
}

describeWithRedis("killed processes, jobs on Redis", () =>
  contract(async () => ({ kind: "redis", url: (await startTestRedis()).url })),
);

describe("killed processes, jobs on PostgreSQL", () =>
  contract(async (databaseUrl) => ({ kind: "postgres", url: databaseUrl })));
