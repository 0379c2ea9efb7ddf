import { type Pool, type PoolClient, types } from "pg";
import { connectWithin } from "../connection/bound-connection";
import {
  asTransaction,
  type Queryable,
  type StatementResult,
  type Transaction,
  type TransactionSource,
} from "./queryable";
import { camelCase, command, prepared, type Statement } from "./statement";

const INT8 = 20;
const INT8_ARRAY = 1016;
const NUMERIC = 1700;
const DATE = 1082;

const parseArray = types.getTypeParser(INT8_ARRAY as number) as (text: string) => (string | null)[];

const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [INT8]: BigInt,
  [INT8_ARRAY]: (text) => parseArray(text).map((cell) => (cell === null ? null : BigInt(cell))),
  [NUMERIC]: Number,
  [DATE]: (text) => new Date(`${text}T00:00:00Z`),
};

const typeParsers = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    parsers[oid] ?? types.getTypeParser(oid, format),
} as typeof types;

export interface PgOptions {
  /** How long the driver waits for a result. The default is the limit of the pool. */
  readonly queryTimeoutMs?: number;
}

/** Runs each statement on any connection of a pool, outside of transactions. */
export const poolAdapter = (pool: Pool, options?: PgOptions): Queryable => ({
  run: (statement) => runOn(pool, statement, options),
});

/** Runs statements on one connection. After a failure, later statements throw the same error. */
export function connectionAdapter(client: PoolClient, options?: PgOptions): Queryable {
  let cause: unknown;
  return {
    run: (statement) =>
      runOn(client, statement, options).catch((error: unknown) => {
        cause ??= error;
        throw cause;
      }),
  };
}

async function runOn<Row extends object>(
  client: Pool | PoolClient,
  { name, text, values, prepare }: Statement<Row>,
  { queryTimeoutMs }: PgOptions = {},
): Promise<StatementResult<Row>> {
  // Without spreads (docs/performance.md#spreads).
  const config = {
    name: prepare ? name : undefined,
    query_timeout: queryTimeoutMs,
    text,
    values: values as unknown[],
    types: typeParsers,
    rowMode: "array" as const,
  };
  const result = await client.query(config);
  if (result.rows.length === 0) return { rows: [], rowCount: result.rowCount ?? 0 };
  const names = result.fields.map((field) => camelCase(field.name));
  const rows = (result.rows as unknown[][]).map((cells) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) row[names[index] as string] = cells[index];
    return row as Row;
  });
  return { rows, rowCount: result.rowCount ?? 0 };
}

const begin = command("begin", "BEGIN", prepared);
/** Begins a read-only transaction that sees one moment. */
export const beginSnapshot = command(
  "begin-snapshot",
  "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
  prepared,
);
export const commit = command("commit", "COMMIT", prepared);
const rollback = command("rollback", "ROLLBACK", prepared);

/**
 * Runs work in a transaction, whose `BEGIN` shares the round trip of the first statement. After an error the state of
 * the connection is unknown: the caller closes it.
 */
export async function transactionOn<Result>(
  client: PoolClient,
  work: (tx: Transaction) => Promise<Result>,
  {
    commitIf = () => true,
    oneMoment = false,
    ...options
  }: PgOptions & {
    readonly commitIf?: (result: Result) => boolean;
    /** Whether the transaction is read-only and sees one moment. */
    readonly oneMoment?: boolean;
  } = {},
): Promise<Result> {
  const tx = asTransaction(connectionAdapter(client, options));
  const [, result] = await Promise.all([tx.run(oneMoment ? beginSnapshot() : begin()), work(tx)]);
  await tx.run(commitIf(result) ? commit() : rollback());
  return result;
}

/** Opens transactions on connections of a pool, each limited to `limitMs`. */
export const pgTransactions = (pool: Pool, limitMs: number): TransactionSource<Transaction> => ({
  async transaction(work, commitIf) {
    const client = await connectWithin(pool, limitMs);
    let failed = true;
    try {
      const result = await transactionOn(client, work, { commitIf });
      failed = false;
      return result;
    } finally {
      // Statements may still be in flight. Closing the connection ends them without a commit.
      client.release(failed);
    }
  },
});
