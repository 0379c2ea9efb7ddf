import type { Prisma, PrismaClient } from "../generated/prisma/client";
import type { Statement } from "./statement";

export interface StatementResult<Row extends object> {
  /** With camelCase keys; `int8` is a bigint, `numeric` a number, `date` midnight UTC. */
  readonly rows: readonly Row[];
  /** How many rows the statement returned or, where it returns none, changed. */
  readonly rowCount: number;
}

/** Runs statements: a pool, or a transaction (docs/adr/0016-sql-and-prisma.md). */
export interface Queryable {
  /**
   * Statements run in the order they are given. The next may be given before the last has its result:
   * on a pipelined connection both then share a round trip.
   */
  run<Row extends object>(statement: Statement<Row>): Promise<StatementResult<Row>>;
}

declare const transaction: unique symbol;

/** An open transaction. Once a statement failed, those after it fail for the same cause. */
export interface Transaction extends Queryable {
  /** Only a transaction has it, so that a pool does not compile in its place. */
  readonly [transaction]: true;
}

/** A transaction of Prisma: its model calls and our statements see each other's changes. */
export interface PrismaTransaction extends Transaction {
  readonly prisma: Prisma.TransactionClient;
}

/** Model calls and statements, inside a transaction or outside of one. */
export interface PrismaQueryable extends Queryable {
  readonly prisma: PrismaClient | Prisma.TransactionClient;
}

/** What `inTransaction` opens a transaction on. */
export interface TransactionSource<Tx extends Transaction> {
  /** Commits where `commitIf` accepts the result; rolls back otherwise, and what throws. */
  transaction<Result>(
    work: (tx: Tx) => Promise<Result>,
    commitIf: (result: Result) => boolean,
  ): Promise<Result>;
}

/** Brands an adapter as a transaction. */
export const asTransaction = <Adapter extends Queryable>(adapter: Adapter): Adapter & Transaction =>
  adapter as Adapter & Transaction;
