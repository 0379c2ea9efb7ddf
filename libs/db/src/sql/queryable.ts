import type { Prisma, PrismaClient } from "../generated/prisma/client";
import type { Statement, StatementMaker } from "./statement";

export interface StatementResult<Row extends object> {
  /** Keys are in camelCase. `int8` is a bigint, `numeric` a number, `date` midnight UTC. */
  readonly rows: readonly Row[];
  /** The number of returned rows or, if the statement returns none, of changed rows. */
  readonly rowCount: number;
}

/** Runs statements: a pool, or a transaction (docs/adr/0016-sql-and-prisma.md). */
export interface Queryable {
  /**
   * Runs a statement. Statements run in call order. A call may be made before the previous one has
   * its result; on a pipelined connection both then share a round trip.
   */
  run<Row extends object>(statement: Statement<Row>): Promise<StatementResult<Row>>;
}

declare const transaction: unique symbol;

/** An open transaction. After a statement fails, later ones fail with the same cause. */
export interface Transaction extends Queryable {
  /** Only transactions have this, so passing a pool is a compile error. */
  readonly [transaction]: true;
}

/** A Prisma transaction. Its model calls and our statements see each other's changes. */
export interface PrismaTransaction extends Transaction {
  readonly prisma: Prisma.TransactionClient;
}

/** Runs model calls and statements, inside or outside of a transaction. */
export interface PrismaQueryable extends Queryable {
  readonly prisma: PrismaClient | Prisma.TransactionClient;
}

export interface TransactionSource<Tx extends Transaction> {
  /** Runs work in a transaction, which commits if `commitIf` accepts the result. */
  transaction<Result>(
    work: (tx: Tx) => Promise<Result>,
    commitIf: (result: Result) => boolean,
  ): Promise<Result>;
}

/** Brands an adapter as a transaction. */
export const asTransaction = <Adapter extends Queryable>(adapter: Adapter): Adapter & Transaction =>
  adapter as Adapter & Transaction;

/** The rows of a statement. */
export const rowsOf = async <Row extends object>(queryable: Queryable, statement: Statement<Row>) =>
  (await queryable.run(statement)).rows;

/** The first row of a statement. */
export const rowOf = async <Row extends object>(queryable: Queryable, statement: Statement<Row>) =>
  (await queryable.run(statement)).rows[0];

/** One column of the rows of a statement. */
export const columnOf = async <Row extends object, Name extends keyof Row>(
  queryable: Queryable,
  statement: Statement<Row>,
  name: Name,
) => (await rowsOf(queryable, statement)).map((row) => row[name]);

/** One column of the rows of a statement, by another one. */
export const mapOf = async <Row extends object, Key extends keyof Row, Value extends keyof Row>(
  queryable: Queryable,
  statement: Statement<Row>,
  key: Key,
  value: Value,
): Promise<ReadonlyMap<Row[Key], Row[Value]>> =>
  new Map((await rowsOf(queryable, statement)).map((row) => [row[key], row[value]]));

/** What a statement finds for values, by one of its columns. Without values it is not run. */
export async function foundBy<Row extends object, Key extends keyof Row, Value>(
  queryable: Queryable,
  statement: StatementMaker<Row>,
  values: readonly unknown[],
  key: Key,
  convert: (row: Row) => Value,
): Promise<ReadonlyMap<Row[Key], Value>> {
  if (values.length === 0) return new Map();
  const { rows } = await queryable.run(statement(values));
  return new Map(rows.map((row) => [row[key], convert(row)]));
}

/** Prisma prepares an insert at a stretch, in 0.4 ms a row. */
const INSERTED_AT_ONCE = 50;

/** Rows in parts that Prisma inserts one after the other, so that other requests are not held up. */
export const inInserts = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / INSERTED_AT_ONCE) }, (_, at) =>
    rows.slice(at * INSERTED_AT_ONCE, (at + 1) * INSERTED_AT_ONCE),
  );

/** The row of a statement that always returns one; throws without it. */
export async function oneRow<Row extends object>(
  queryable: Queryable,
  statement: Statement<Row>,
): Promise<Row> {
  const row = await rowOf(queryable, statement);
  if (row === undefined) throw new Error(`the statement ${statement.name} returned no row`);
  return row;
}

/**
 * Rows in batches, until one is empty. `next` makes the statement for the rows after the last one; undefined: for the
 * first.
 */
export async function* batchesOf<Row extends object>(
  queryable: Queryable,
  next: (last: Row | undefined) => Statement<Row>,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  for (;;) {
    const rows = await rowsOf(queryable, next(last));
    last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
  }
}

/** How many rows a statement changes, or returns. */
export const changesOf = async (queryable: Queryable, statement: Statement): Promise<number> =>
  (await queryable.run(statement)).rowCount;
