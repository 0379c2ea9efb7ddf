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
 * at midnight UTC. Everything that is not on the vote path goes through Prisma (architecture, 4).
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

const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Statements on a connection of the pool, prepared. */
export const sqlOn =
  (client: PoolClient): Sql =>
  async <Row extends object>({ name, text, values }: HotQuery) => {
    const result = await client.query({
      name,
      text,
      values: values as unknown[],
      types: typeParsers,
      rowMode: "array",
    });
    const keys = result.fields.map((field) => camelCase(field.name));
    return (result.rows as unknown[][]).map(
      (cells) => Object.fromEntries(keys.map((key, index) => [key, cells[index]])) as Row,
    );
  };

/** The same statements inside a Prisma transaction, for what changes votes one at a time. */
export const sqlIn =
  (tx: Transaction): Sql =>
  async <Row extends object>({ text, values }: HotQuery) => {
    const rows = await tx.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values);
    return rows.map(
      (row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [camelCase(name), value]),
        ) as Row,
    );
  };
