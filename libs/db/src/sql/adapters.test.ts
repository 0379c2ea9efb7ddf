import { buildAccount, shareDatabase } from "@polls/testing";
import type { Db } from "../connection/connect";
import { lockByName } from "./advisory-locks";
import { inTransaction } from "./in-transaction";
import type { Queryable, Transaction } from "./queryable";
import { command, query } from "./statement";

interface Sample {
  readonly aBigint: bigint;
  readonly bigints: readonly bigint[];
  readonly aNumber: number;
  readonly aDate: Date;
  readonly aTime: Date;
  readonly nothing: null;
}

const sampleSql = query<Sample>(
  "test-sample",
  `SELECT $1::bigint AS a_bigint, ARRAY[$1::bigint] AS bigints, $2::numeric AS a_number,
     date '2026-03-01' AS a_date, $3::timestamptz AS a_time, NULL::text AS nothing`,
);
const insertSql = command(
  "test-insert",
  "INSERT INTO accounts (public_id, email, name) SELECT n, n || '@example.org', n FROM unnest($1::text[]) AS n",
);
const renameSql = query<{ id: bigint }>(
  "test-rename",
  "UPDATE accounts SET name = 'renamed' WHERE public_id = ANY($1::text[]) RETURNING id",
);
const failSql = command("test-fail", "SELECT 1 / $1::int");

const db = shareDatabase({ max: 2 });

type Work = <Result>(work: (queryable: Queryable) => Promise<Result>) => Promise<Result>;

describe.each<[string, Work]>([
  ["a pool", (work) => work(db)],
  ["pipelined connections", (work) => work(db.pipelined)],
  ["a transaction of Prisma", (work) => inTransaction(db, work)],
  ["a pipelined transaction", (work) => inTransaction(db.pipelined, work)],
])("%s", (name, run) => {
  const at = new Date("2026-02-03T04:05:06.789Z");
  const ids = [1, 2, 3].map((n) => `${name} ${n}`);

  test("returns rows with camelCase keys and the same types", async () => {
    const { rows, rowCount } = await run((queryable) => queryable.run(sampleSql(7n, 2.5, at)));
    expect(rows).toEqual([
      {
        aBigint: 7n,
        bigints: [7n],
        aNumber: 2.5,
        aDate: new Date("2026-03-01T00:00:00Z"),
        aTime: at,
        nothing: null,
      },
    ]);
    expect(rowCount).toBe(1);
  });

  test("counts the rows that a statement changes, whether or not it returns them", async () => {
    const inserted = await run((queryable) => queryable.run(insertSql(ids)));
    expect([inserted.rows, inserted.rowCount]).toEqual([[], 3]);
    const renamed = await run((queryable) => queryable.run(renameSql(ids.slice(1))));
    expect([renamed.rows.length, renamed.rowCount]).toEqual([2, 2]);
  });
});

test.each([
  ["Prisma", () => db],
  ["a pipelined connection", () => db.pipelined],
] as const)(
  "%s: a result that must not commit is returned, and the transaction is rolled back",
  async (name, on) => {
    const source = on() as Db["pipelined"];
    const work = (tx: Transaction) => tx.run(insertSql([`rolled back on ${name}`]));
    const { rowCount } = await inTransaction(source, work, { commitIf: () => false });
    expect(rowCount).toBe(1);
    expect(await db.prisma.account.count({ where: { publicId: `rolled back on ${name}` } })).toBe(
      0,
    );
  },
);

test("model calls and statements of one transaction see each other's changes", async () => {
  const { id } = await buildAccount(db);
  const names = await inTransaction(db, async (tx) => {
    const { publicId } = await tx.prisma.account.update({ where: { id }, data: { name: "old" } });
    await tx.run(renameSql([publicId]));
    return (await tx.prisma.account.findUniqueOrThrow({ where: { id } })).name;
  });
  expect(names).toBe("renamed");
});

test("after a failure in a pipelined transaction, later statements fail with the same cause", async () => {
  const causes = await inTransaction(
    db.pipelined,
    async (tx) => {
      const failed = [tx.run(failSql(0)), tx.run(sampleSql(1n, 1, new Date()))];
      return (await Promise.allSettled(failed)).map((one) =>
        one.status === "rejected" ? String(one.reason) : "done",
      );
    },
    { commitIf: () => false },
  );
  expect(causes).toEqual(Array(2).fill("error: division by zero"));
});

test("only transactions can lock", () => {
  const lockOutside = () => [
    // @ts-expect-error: a pool is not a transaction
    lockByName(db, "name"),
    // @ts-expect-error: pipelined connections are not a transaction
    lockByName(db.pipelined, "name"),
  ];
  expect(lockOutside).toBeDefined();
});
