import { connectDatabase } from "@polls/db/connection";
import { openShards } from "@polls/db/shards";
import { createLogger } from "@polls/telemetry";
import { buildPoll, shareDatabase, waitFor } from "@polls/testing";
import { deriveKeys } from "../derived-keys";
import { createStoredKeys } from "../stored-keys";
import { runBatch, runTasks, startMaintenance } from "./start-maintenance";

const log = createLogger("gateway", { level: "silent" });
const clock = () => new Date();
const none = { ofDay: 0, kept: 0 };
const keys = deriveKeys(["s".repeat(32)]);
const secrets = {
  keys,
  config: {
    keys,
    keepClosedPollsDays: undefined,
    mailQuotas: {
      invitationsOfAccount: 0,
      optInsOfAccount: none,
      ofAddress: { polls: none, sign_in: none },
    },
  },
  storedKeys: () => createStoredKeys(db, keys)(),
};

const db = shareDatabase({ max: 4 });

describe("startMaintenance", () => {
  test("starts at once", async () => {
    const poll = await buildPoll(db, { deletedAt: clock() });
    const maintenance = startMaintenance({ shards: openShards(db), clock, log, ...secrets });
    await waitFor(async () => (await db.prisma.poll.count({ where: { id: poll.id } })) === 0, {
      what: "the deleted poll is purged",
    });
    await maintenance.close();
  });

  test("after the end no batch runs, and none is half done", async () => {
    await db.prisma.idempotencyKey.createMany({
      data: Array.from({ length: 3_000 }, (_, at) => ({
        scope: Buffer.from(String(at)),
        fingerprint: Buffer.from("x"),
        createdAt: new Date(0),
      })),
    });
    const maintenance = startMaintenance({ shards: openShards(db), clock, log, ...secrets });
    await waitFor(async () => (await db.prisma.idempotencyKey.count()) < 3_000, {
      what: "the first batch",
    });
    await maintenance.close();
    const left = await db.prisma.idempotencyKey.count();
    expect(await db.prisma.idempotencyKey.count()).toBe(left);
    expect(left % 1_000).toBe(0);
  });

  test("a task that found nothing rests, but not if maintenance is asked for", async () => {
    const old = () =>
      db.prisma.idempotencyKey.create({
        data: {
          scope: Buffer.from("later"),
          fingerprint: Buffer.from("x"),
          createdAt: new Date(0),
        },
      });
    const left = () => db.prisma.idempotencyKey.count();
    await db.prisma.idempotencyKey.deleteMany();
    const rests = new Map<string, number>();
    const deps = { db, clock, log, ...secrets, rests };
    await runTasks(deps);
    await old();
    await runTasks(deps);
    expect(await left()).toBe(1);

    const maintenance = startMaintenance({ shards: openShards(db), clock, log, ...secrets });
    await waitFor(async () => (await left()) === 0, { what: "the first round" });
    await maintenance.runNow();
    await old();
    await maintenance.runNow();
    await maintenance.close();
    expect(await left()).toBe(0);
  });

  test("a task that fails does not keep the others waiting", async () => {
    const poll = await buildPoll(db, { deletedAt: clock() });
    await db.prisma.idempotencyKey.deleteMany();
    await db.prisma.idempotencyKey.create({
      data: {
        scope: Buffer.from("old"),
        fingerprint: Buffer.from("x"),
        createdAt: new Date(0),
      },
    });
    await db.pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'this poll cannot be purged'; END $$`);
    await db.pool.query(
      "CREATE TRIGGER refuse BEFORE DELETE ON polls FOR EACH ROW EXECUTE FUNCTION refuse()",
    );
    const maintenance = startMaintenance({ shards: openShards(db), clock, log, ...secrets });
    await waitFor(async () => (await db.prisma.idempotencyKey.count()) === 0, {
      what: "the old answer is deleted",
    });
    await maintenance.close();
    await db.pool.query("DROP TRIGGER refuse ON polls");
    expect(await db.prisma.poll.count({ where: { id: poll.id } })).toBe(1);
  });

  test("maintenance continues after an outage of the database", async () => {
    const away = connectDatabase("postgresql://nobody@127.0.0.1:1/none");
    const warnings: string[] = [];
    const noting = createLogger("gateway", {
      level: "warn",
      destination: { write: (line: string) => warnings.push(line) },
    });
    const maintenance = startMaintenance({
      shards: openShards(away),
      clock,
      log: noting,
      ...secrets,
    });
    await waitFor(() => warnings.length > 0, { what: "the warning" });
    await maintenance.close();
    await away.close();
    expect(warnings.join()).toContain("maintenance failed");
  });

  test("of concurrent gateways only one does a batch", async () => {
    let running = 0;
    let together = 0;
    const task = {
      name: "count concurrent batches",
      batch: async () => {
        together = Math.max(together, ++running);
        await db.prisma.idempotencyKey.count();
        running--;
        return 1;
      },
    };
    const done = await Promise.all([1, 2, 3].map(() => runBatch(task, { db, clock })));
    expect(together).toBe(1);
    expect(done).toContain(1);
  });
});
