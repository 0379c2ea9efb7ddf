// Covers docs/reliability.md: lost-answers, slow-database

import {
  buildAccount,
  createTestDatabase,
  type FaultProxy,
  holdStatement,
  startFaultProxy,
} from "@polls/testing";
import { Client } from "pg";
import { lockByName } from "../sql/advisory-locks";
import { inTransaction } from "../sql/in-transaction";
import type { Transaction } from "../sql/queryable";
import { command } from "../sql/statement";
import { connectDatabase, type Db } from "./connect";
import { isDatabaseUnavailable } from "./unavailable";

const LIMIT_MS = 800;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let link: FaultProxy;
/** One connection, so that the next transaction gets what the last one leaves. */
let db: Db;
/** A connection without the proxy. */
let other: Db;
beforeAll(async () => {
  const { url } = await createTestDatabase();
  link = await startFaultProxy(url);
  const limits = { connectMs: 4 * LIMIT_MS, answerMs: 4 * LIMIT_MS, transactionMs: LIMIT_MS };
  db = connectDatabase(link.url, { max: 1, pipelined: 1, limits });
  other = connectDatabase(url, { max: 2, pipelined: 1 });
  // What an operator may set does not hide warnings.
  await other.pool.query(
    `DO $$ BEGIN
       EXECUTE format('ALTER DATABASE %I SET client_min_messages = error', current_database());
     END $$`,
  );
});
afterAll(async () => {
  await db.close();
  await other.close();
});

let names = 0;

/** Calls of several statements: a nested create, a select after it, an include. */
const nested = async (accountId: bigint) => {
  const name = `group ${++names}`;
  await inTransaction(db, async (tx) => {
    const { id } = await tx.prisma.organization.create({
      data: { publicId: name, name, members: { create: [{ accountId, role: "owner" }] } },
      include: { members: true },
    });
    await tx.prisma.organization.findUniqueOrThrow({
      where: { id },
      include: { members: { include: { account: true } } },
    });
  });
};

const pipelined = async () => {
  const name = `group ${++names}`;
  await inTransaction(db.pipelined, async (tx) => {
    await lockByName(tx, name);
    await lockByName(tx, `${name} again`);
    await lockByName(tx, `${name} and again`);
  });
};

test.each([
  ["a transaction of Prisma", nested, 5],
  ["a pipelined transaction", pipelined, 3],
])(
  "%s that times out at any statement is unavailable, and its connection is not used again",
  async (_, work, least) => {
    const { id } = await buildAccount(other);
    let held = 0;
    for (let number = 1; ; number++) {
      const before = link.holds();
      await link.set(holdStatement(number));
      const outcome = work(id).then(
        () => undefined,
        (error: unknown) => error,
      );
      const error = await outcome;
      await link.set({ mode: "pass" });
      // It waits for the connection, or gets a new one.
      const next = work(id);
      if (link.holds() === before) {
        expect(error).toBeUndefined();
        await next;
        break;
      }
      held += 1;
      expect([number, error, isDatabaseUnavailable(error)]).toEqual([number, error, true]);
      await next;
    }
    expect(held).toBeGreaterThanOrEqual(least);
    const organizations = await other.prisma.organization.findMany({ include: { members: true } });
    expect(organizations.filter(({ members }) => members.length !== 1)).toEqual([]);
  },
);

test("a statement after the commit of its transaction is refused", async () => {
  let late: Promise<unknown> | undefined;
  await inTransaction(db.pipelined, async (tx) => {
    await lockByName(tx, "early");
    setTimeout(() => {
      late = lockByName(tx, "late").catch((error: unknown) => error);
    }, 100);
  });
  await pause(200);
  expect(isDatabaseUnavailable(await late)).toBe(true);
});

describe("a message of the server with the commit", () => {
  const raise = (level: "INFO" | "WARNING") =>
    other.pool.query(
      `CREATE OR REPLACE FUNCTION raise_at_commit() RETURNS trigger LANGUAGE plpgsql
       AS $$ BEGIN RAISE ${level} 'failed to commit on a node'; RETURN NULL; END $$`,
    );
  beforeAll(async () => {
    await raise("INFO");
    await other.pool.query("CREATE TABLE written (name text)");
    await other.pool.query(
      `CREATE CONSTRAINT TRIGGER raises AFTER INSERT ON written DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION raise_at_commit()`,
    );
  });

  const writeSql = command("test-write", "INSERT INTO written (name) VALUES ($1)");

  test.each([
    ["of Prisma", () => other],
    ["that is pipelined", () => other.pipelined],
  ])(
    "a transaction %s is unavailable if its commit has a warning, because its outcome is unknown",
    async (_, source) => {
      const write = (name: string) =>
        inTransaction<Transaction, unknown>(source(), (tx) => tx.run(writeSql(name)));
      await raise("INFO");
      await write("before");
      await raise("WARNING");
      const error = await write("warned").then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect([error, isDatabaseUnavailable(error)]).toEqual([expect.any(Error), true]);
      await raise("INFO");
      await write("after");
      const { rows } = await other.pool.query("DELETE FROM written RETURNING name");
      expect(rows).toHaveLength(3);
    },
  );
});

test("retries of a failing transaction end within 15 s", async () => {
  const patient = connectDatabase(link.url, { max: 1 });
  const began = performance.now();
  const { rows } = await other.pool.query<{ locked: unknown }>("SELECT pg_advisory_lock(7)");
  expect(rows).toHaveLength(1);
  const failed = inTransaction(patient, (tx) => tx.prisma.$executeRaw`SELECT pg_advisory_lock(7)`);
  await expect(failed).rejects.toThrow();
  expect(performance.now() - began).toBeLessThan(15_000);
  await patient.close();
});

test("relations that Prisma loads at once are read one after the other", async () => {
  const { id } = await buildAccount(other);
  const send = Client.prototype.query as (...given: unknown[]) => Promise<unknown>;
  let [waiting, most] = [0, 0];
  const spy = jest.spyOn(Client.prototype, "query").mockImplementation(async function (
    this: Client,
    ...given: unknown[]
  ) {
    most = Math.max(most, ++waiting);
    return send.apply(this, given).finally(() => waiting--);
  });
  try {
    const include = { tokens: true, sessions: true, memberships: true, webhooks: true };
    await inTransaction(other, ({ prisma }) =>
      prisma.account.findUniqueOrThrow({ where: { id }, include }),
    );
    expect(most).toBe(1);
  } finally {
    spy.mockRestore();
  }
});
