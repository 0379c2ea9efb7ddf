import { type PoolClient, types } from "pg";
import type { Transaction } from "./connect";

/** A statement of the vote path, written by hand. */
export interface HotQuery {
  /** Prepared once a connection under this name. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Runs a statement and gives its rows with camelCase keys, as Prisma names them: bigint ids, dates
 * at midnight UTC. Statements run in the order they are given; the next may be given before the last
 * has answered, and then they share a round trip where the connection can (`Db.pipelined`). After
 * one failed, all that follow in its transaction fail. Everything that is not on the vote path goes
 * through Prisma (architecture, 4).
 */
export type Sql = <Row extends object>(query: HotQuery) => Promise<Row[]>;

const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;

const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [INT8]: BigInt,
  [NUMERIC]: Number,
  [DATE]: (text) => new Date(`${text}T00:00:00Z`),
};

const typeParsers = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    parsers[oid] ?? types.getTypeParser(oid, format),
} as typeof types;

const keys = new Map<string, string>();

/** The names of columns are few: each is turned once. */
function camelCase(name: string): string {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const key = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  keys.set(name, key);
  return key;
}

/**
 * Statements of one transaction on a connection of the pool, prepared. After one failed, those that
 * follow say why it failed, and not that they came after it.
 */
export function sqlOn(client: PoolClient): Sql {
  let cause: unknown;
  return async <Row extends object>({ name, text, values }: HotQuery) => {
    const query = { name, text, values: values as unknown[], types: typeParsers } as const;
    const result = await client.query({ ...query, rowMode: "array" }).catch((error: unknown) => {
      cause ??= error;
      throw cause;
    });
    const names = result.fields.map((field) => camelCase(field.name));
    return (result.rows as unknown[][]).map((cells) => {
      const row: Record<string, unknown> = {};
      names.forEach((name, index) => {
        row[name] = cells[index];
      });
      return row as Row;
    });
  };
}

/** The same statements inside a Prisma transaction, beside what goes through Prisma. */
export function sqlIn(tx: Transaction): Sql {
  let last: Promise<unknown> = Promise.resolve();
  return <Row extends object>({ text, values }: HotQuery) => {
    const rows = last.then(() => tx.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values));
    last = rows.catch(() => {});
    return rows.then((all) =>
      all.map(
        (row) =>
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [camelCase(name), value]),
          ) as Row,
      ),
    );
  };
}
