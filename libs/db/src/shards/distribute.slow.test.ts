import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import {
  atFileEnd,
  buildOption,
  buildPoll,
  connectPatiently,
  createTestDatabase,
} from "@polls/testing";
import type { Db } from "../connection/connect";
import { migrate } from "../migrations/migrate";
import { migrationLock } from "../migrations/migration-lock";
import { readMigrationStatus } from "../migrations/migration-status";
import { distribute } from "./distribute";
import { openShards } from "./open-shards";

const migrations = path.resolve(__dirname, "../../../../prisma/migrations");
const silent = () => undefined;

let url: string;
let home: Db;
beforeEach(async () => {
  ({ url } = await createTestDatabase());
  home = connectPatiently(url, { max: 2 });
  const opened = home;
  atFileEnd("the database", () => opened.close());
});

const add = (count: number) => distribute(url, { add: count, settleMs: 0 }, silent);

test("a filled database gets shards for new polls, and the shard of each existing hash is stored", async () => {
  const old = await buildPoll(home);
  expect(await add(2)).toMatchObject([
    { name: "public", state: "takes polls", polls: 1 },
    { name: "shard_1", state: "takes polls", polls: 0 },
    { name: "shard_2", state: "takes polls", polls: 0 },
  ]);
  expect(await home.prisma.pollAddress.findMany({ orderBy: { hash: "asc" } })).toEqual(
    [old.memberHash, old.adminHash].sort().map((hash) => ({ hash, shard: 0 })),
  );
  expect(await add(1)).toHaveLength(4);
});

test("the next run finishes a run that was interrupted before a shard was open", async () => {
  const ended = distribute(url, { add: 1, settleMs: 0 }, (line) => {
    if (line === "made shard_1") throw new Error("killed");
  });
  await expect(ended).rejects.toThrow("killed");
  expect(await home.prisma.shard.findMany({ select: { name: true, takesPolls: true } })).toEqual([
    { name: "public", takesPolls: true },
    { name: "shard_1", takesPolls: null },
  ]);
  const [, made] = await distribute(url, { settleMs: 0 }, silent);
  expect(made).toMatchObject({ name: "shard_1", state: "takes polls" });
});

test("no shard is added while the database is migrated, because it would lack what is applied meanwhile", async () => {
  const migrating = await home.pool.connect();
  await migrating.query("SELECT pg_advisory_lock($1)", [migrationLock]);
  await expect(add(1)).rejects.toThrow("a process migrates this database now");
  expect(await home.prisma.shard.count()).toBe(0);
  await migrating.query("SELECT pg_advisory_unlock($1)", [migrationLock]);
  migrating.release();
  expect(await add(1)).toHaveLength(2);
});

test("a closed shard takes no new polls", async () => {
  await add(1);
  await distribute(url, { close: ["public"] }, silent);
  const shards = openShards(home);
  expect((await shards.forNewPoll(undefined)).shard).toBe(1);
  await distribute(url, { open: ["public"], close: ["shard_1"] }, silent);
  await shards.refresh();
  expect((await shards.forNewPoll(undefined)).shard).toBe(0);
  await shards.close();
  await expect(distribute(url, { close: ["shard_9"] }, silent)).rejects.toThrow("no shard shard_9");
});

test("one request key always gets the same shard, and many keys use all shards", async () => {
  await add(3);
  const shards = openShards(home);
  const found = new Set<number>();
  for (let byte = 0; byte < 100; byte++) {
    const key = Buffer.alloc(32, byte);
    const first = await shards.forNewPoll(key);
    expect(await shards.forNewPoll(key)).toBe(first);
    found.add(first.shard);
  }
  expect([...found].sort()).toEqual([0, 1, 2, 3]);
  await shards.close();
});

describe("a database with shards is migrated on all of them", () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), "migrations-"));
    await cp(migrations, dir, { recursive: true });
    atFileEnd("migrations", () => rm(dir, { recursive: true, force: true }));
    await add(2);
  });

  const write = async (name: string, sql: string) => {
    await mkdir(path.join(dir, name));
    await writeFile(path.join(dir, name, "migration.sql"), sql);
  };
  const columns = async (table: string, column: string): Promise<string[]> => {
    const { rows } = await home.pool.query<{ schema: string }>(
      `SELECT table_schema AS schema FROM information_schema.columns
       WHERE table_name = $1 AND column_name = $2 ORDER BY 1`,
      [table, column],
    );
    return rows.map(({ schema }) => schema);
  };

  test("tables of polls change on each shard, common tables once, and functions use the tables of their shard", async () => {
    await write(
      "29990101000000_one",
      `ALTER TABLE "votes" ADD COLUMN "weight" INTEGER;
       ALTER TABLE accounts ADD COLUMN "nick" TEXT; -- not a; statement
       CREATE OR REPLACE FUNCTION weigh(vote bigint) RETURNS bigint LANGUAGE sql AS
         $$ SELECT count(*); $$;`,
    );
    await write(
      "29990101000001_two",
      'CREATE INDEX CONCURRENTLY "votes_weight_idx" ON "votes"("weight");',
    );
    const applied = await migrate(url, dir);
    expect(applied).toEqual([
      "29990101000000_one",
      "29990101000001_two",
      ...[1, 2].flatMap((shard) => [
        `29990101000000_one on shard_${shard}`,
        `29990101000001_two on shard_${shard}`,
      ]),
    ]);
    const everywhere = ["public", "shard_1", "shard_2"];
    expect(await columns("votes", "weight")).toEqual(everywhere);
    expect(await columns("accounts", "nick")).toEqual(["public"]);
    const { rows } = await home.pool.query(
      "SELECT schemaname FROM pg_indexes WHERE indexname = 'votes_weight_idx' ORDER BY 1",
    );
    expect(rows.map(({ schemaname }) => schemaname)).toEqual(everywhere);
    expect(await migrate(url, dir)).toEqual([]);
  });

  test("the next run retries a migration that failed on a shard", async () => {
    await write("29990101000000_one", 'ALTER TABLE "votes" ADD COLUMN "weight" INTEGER;');
    await home.pool.query("ALTER TABLE shard_2.votes ADD COLUMN weight integer");
    await expect(migrate(url, dir)).rejects.toThrow("failed on shard_2");
    const { missing, failed, backfills } = await readMigrationStatus(url, dir);
    expect([missing, failed, backfills]).toEqual([
      ["29990101000000_one on shard_2"],
      [],
      undefined,
    ]);
    await home.pool.query("ALTER TABLE shard_2.votes DROP COLUMN weight");
    expect(await migrate(url, dir)).toEqual(["29990101000000_one on shard_2"]);
    expect((await readMigrationStatus(url, dir)).missing).toEqual([]);
  });

  test("a locked table of a shard is retried only for the given time", async () => {
    await write("29990101000000_one", 'ALTER TABLE "votes" ADD COLUMN "weight" INTEGER;');
    const holder = await home.pool.connect();
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT FROM shard_2.votes");
      const failure = { message: expect.stringContaining("failed on shard_2") };
      await expect(migrate(url, dir, { retryForMs: 0 })).rejects.toMatchObject({
        ...failure,
        cause: { code: "55P03" },
      });
    } finally {
      await holder.query("ROLLBACK");
      holder.release();
    }
  });

  test("the status counts the rows of all shards that services still complete", async () => {
    for (const schema of ["public", "shard_1", "shard_2"])
      await home.pool.query(
        `INSERT INTO ${schema}.attachments (kind, storage_key, content_type, byte_size, sha256, processed_at)
         VALUES ('image', 'a', 'b', 1, 'c', now())`,
      );
    expect((await readMigrationStatus(url, dir)).backfills).toEqual({
      "uploads without a ThumbHash": 3,
    });
  });
});

test("the outbox and rows of a shard have ids that no other shard has", async () => {
  await add(1);
  const shards = openShards(home);
  await shards.refresh();
  const [, shard] = shards.all();
  if (shard === undefined) throw new Error("there is no shard");
  const [one, other] = [await buildPoll(home), await buildPoll(shard)];
  expect([await shards.ofId(one.id), await shards.ofId(other.id)]).toEqual([home, shard]);
  expect((await buildOption(shard, other)).id > 2n ** 40n).toBe(true);
  await shards.close();
});
