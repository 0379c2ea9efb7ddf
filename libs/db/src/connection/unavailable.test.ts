// Covers docs/reliability.md: database-crashes, slow-database

import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { createTestDatabase } from "@polls/testing";
import { inTransaction } from "../sql/in-transaction";
import { connectDatabase, type Db } from "./connect";
import { isSchemaMissing } from "./sql-state";
import { isDatabaseUnavailable } from "./unavailable";

const failureOf = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).then(
    () => {
      throw new Error("it should have failed");
    },
    (error: unknown) => error,
  );

describe("a database that does not answer", () => {
  test("is unavailable for Prisma and for SQL if it refuses connections", async () => {
    const db = connectDatabase("postgresql://nobody@127.0.0.1:1/none");
    const failures = [
      await failureOf(db.pool.query("SELECT 1")),
      await failureOf(db.prisma.account.findFirst()),
      await failureOf(inTransaction(db, (tx) => tx.prisma.account.findFirst())),
      await failureOf(db.prisma.$queryRaw`SELECT 1`),
    ];
    await db.close();
    expect(failures.map(isDatabaseUnavailable)).toEqual([true, true, true, true]);
  });

  test("is unavailable within about 2 s if it accepts a connection and never responds", async () => {
    const silent: Server = createServer((socket) => {
      socket.on("error", () => undefined).resume();
    });
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const db = connectDatabase(`postgresql://nobody@127.0.0.1:${port}/none`);
    const began = performance.now();
    const failures = await Promise.all([
      failureOf(db.pool.query("SELECT 1")),
      failureOf(db.prisma.account.findFirst()),
    ]);
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(failures.map(isDatabaseUnavailable)).toEqual([true, true]);
    await db.close();
    await new Promise((resolve) => silent.close(resolve));
  });
});

describe("a database that answers", () => {
  let db: Db;
  let other: Db;
  beforeAll(async () => {
    const { url } = await createTestDatabase();
    db = connectDatabase(url, { max: 2 });
    other = connectDatabase(url, { max: 1 });
  });
  afterAll(async () => {
    await db.close();
    await other.close();
  });

  test("is unavailable if it ends the session, and runs the next query", async () => {
    const client = await db.pool.connect();
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const failure = failureOf(client.query("SELECT pg_sleep(5)"));
    await other.pool.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
    expect(isDatabaseUnavailable(await failure)).toBe(true);
    client.release(true);
    await expect(db.prisma.account.count()).resolves.toBe(0);
  });

  test("is unavailable if a lock is held for too long", async () => {
    const holder = await other.pool.connect();
    await holder.query("BEGIN");
    await holder.query("LOCK TABLE accounts");
    const failures = await Promise.all([
      failureOf(db.pool.query("SELECT 1 FROM accounts")),
      failureOf(db.prisma.account.findFirst()),
    ]);
    await holder.query("ROLLBACK");
    holder.release();
    expect(failures.map(isDatabaseUnavailable)).toEqual([true, true]);
  });

  test("is unavailable if the pool has no free connection", async () => {
    const held = await other.pool.connect();
    expect(isDatabaseUnavailable(await failureOf(other.pool.query("SELECT 1")))).toBe(true);
    expect(isDatabaseUnavailable(await failureOf(other.prisma.account.findFirst()))).toBe(true);
    held.release();
  });

  test.each([
    ["42501", 'could not open file "base/16384/2601": Read-only file system'],
    ["58030", 'could not read blocks 0..0 in file "base/16384/2601": Input/output error'],
  ])("is unavailable if its disk is broken: %s", async (code, message) => {
    const raise = `DO $$ BEGIN RAISE EXCEPTION '${message}' USING ERRCODE = '${code}'; END $$`;
    const failures = await Promise.all([
      failureOf(db.pool.query(raise)),
      failureOf(db.prisma.$executeRawUnsafe(raise)),
    ]);
    expect(failures.map(isDatabaseUnavailable)).toEqual([true, true]);
  });

  test("is available, if only a permission is missing", async () => {
    const failure = await failureOf(
      db.pool.query(
        "DO $$ BEGIN RAISE EXCEPTION 'permission denied for table votes' USING ERRCODE = '42501'; END $$",
      ),
    );
    expect(isDatabaseUnavailable(failure)).toBe(false);
  });

  test.each([
    ["a query that is wrong", () => db.pool.query("SELECT nothing")],
    ["a row that exists already", () => duplicate()],
    ["a row that is not there", () => db.prisma.account.findFirstOrThrow({ where: { id: 1n } })],
    ["an error of the caller", () => Promise.reject(new Error("no"))],
  ])("%s is a defect or a refusal, and no outage", async (_what, work) => {
    expect(isDatabaseUnavailable(await failureOf(work()))).toBe(false);
  });

  test.each([
    ["a table, for SQL", () => db.pool.query("SELECT FROM later_table")],
    ["a column, for Prisma", () => db.prisma.$queryRaw`SELECT later_column FROM accounts`],
    [
      "a table, in a transaction of Prisma",
      () => inTransaction(db, ({ prisma }) => prisma.$queryRaw`SELECT FROM later_table`),
    ],
  ])("a missing migration is recognized by %s", async (_what, work) => {
    expect(isSchemaMissing(await failureOf(work()))).toBe(true);
    expect(isSchemaMissing(await failureOf(duplicate()))).toBe(false);
  });

  const duplicate = () =>
    inTransaction(db, async (tx) => {
      const data = { publicId: "same", email: "same@example.org", name: "Same" };
      await tx.prisma.account.create({ data });
      await tx.prisma.account.create({ data });
    });

  test.each([undefined, null, "ECONNREFUSED", { code: "ECONNREFUSED" }])(
    "%p is no error",
    (value) => {
      expect(isDatabaseUnavailable(value)).toBe(false);
    },
  );

  test("finds the code in causes of an error, even if they are circular", () => {
    const cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    expect(isDatabaseUnavailable(new Error("wrapped", { cause }))).toBe(true);
    const circle = new Error("circle");
    circle.cause = circle;
    expect(isDatabaseUnavailable(circle)).toBe(false);
  });
});
