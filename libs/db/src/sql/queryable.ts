import type { Prisma, PrismaClient } from "../generated/prisma/client";
import type { Statement } from "./statement";

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

/** A source of transactions for `inTransaction`. */
export interface TransactionSource<Tx extends Transaction> {
  /**
   * Runs work in a transaction. Commits if `commitIf` accepts the result. Rolls back otherwise, and
   * on errors.
   */
  transaction<Result>(
    work: (tx: Tx) => Promise<Result>,
    commitIf: (result: Result) => boolean,
  ): Promise<Result>;
}

/** Brands an adapter as a transaction. */
export const asTransaction = <Adapter extends Queryable>(adapter: Adapter): Adapter & Transaction =>
  adapter as Adapter & Transaction;
