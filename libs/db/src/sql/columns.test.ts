import { shareDatabase } from "@polls/testing";
import { column, columns } from "./columns";
import { inTransaction } from "./in-transaction";
import type { Queryable } from "./queryable";
import { query } from "./statement";

test("a column writes equal values that follow each other alike", () => {
  const moment = new Date("2030-05-15T12:00:00.123Z");
  const values = [undefined, null, 7n, 7n, 0, "", false, moment, moment, undefined, 7n];
  expect(column(values, (value) => value)).toBe(
    '{NULL,NULL,7,7,0,"",false,2030-05-15T12:00:00.123Z,2030-05-15T12:00:00.123Z,NULL,7}',
  );
  expect(column([], (value) => value)).toBe("{}");
});

interface Values {
  readonly text: string | null;
  readonly id: bigint | null;
  readonly share: number | null;
  readonly isShown: boolean | null;
  readonly at: Date | null;
  readonly bytes: Uint8Array | null;
}

const valuesSql = query<Values>(
  "test-columns",
  `SELECT * FROM unnest($1::text[], $2::bigint[], $3::numeric[], $4::bool[], $5::timestamptz[], $6::bytea[])
     AS r(text, id, share, is_shown, at, bytes)`,
);

const db = shareDatabase({ max: 2 });

type Work = <Result>(work: (queryable: Queryable) => Promise<Result>) => Promise<Result>;

test.each<[string, Work]>([
  ["a pool", (work) => work(db)],
  ["a transaction of Prisma", (work) => inTransaction(db, work)],
])("%s: PostgreSQL reads the values of columns as they are", async (_, run) => {
  const at = new Date("2030-05-15T12:00:00.123Z");
  const texts = ["", " ", "NULL", "null", "a,b", "{}", '"', "\\", '\\"{x}\\\\', "'", "\n", "é😀"];
  const others = { id: -9_007_199_254_740_993n, share: 0.1, isShown: true, at };
  const given: Values[] = [
    ...texts.map((text) => ({ text, ...others, bytes: Buffer.from([0, 92, 34, 255]) })),
    { text: null, id: null, share: null, isShown: null, at: null, bytes: null },
    { text: "1", id: 0n, share: 1e21, isShown: false, at: new Date(0), bytes: Buffer.from([]) },
  ];
  const { rows } = await run((queryable) =>
    queryable.run(valuesSql(...columns(given, "text", "id", "share", "isShown", "at", "bytes"))),
  );
  const read = rows.map(({ bytes, ...row }) => ({ ...row, bytes: bytes && Buffer.from(bytes) }));
  expect(read).toEqual(given);
});
