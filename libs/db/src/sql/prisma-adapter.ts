import { Prisma, type PrismaClient } from "../generated/prisma/client";
import {
  asTransaction,
  type PrismaTransaction,
  type StatementResult,
  type TransactionSource,
} from "./queryable";
import { camelCase, type Statement } from "./statement";

/** Opens snapshots of Prisma: read-only transactions that see one moment. */
export const prismaSnapshots =
  (prisma: PrismaClient) =>
  <Result>(work: (tx: PrismaTransaction) => Promise<Result>): Promise<Result> =>
    prisma.$transaction((client) => work(prismaAdapter(client)), {
      isolationLevel: "RepeatableRead",
    });

/** Runs statements inside a Prisma transaction, one after the other. */
function prismaAdapter(prisma: Prisma.TransactionClient): PrismaTransaction {
  let last: Promise<unknown> = Promise.resolve();
  return asTransaction({
    prisma,
    run<Row extends object>(statement: Statement<Row>) {
      const result = last.then(() => runOn(prisma, statement));
      last = result.catch(() => {});
      return result;
    },
  });
}

async function runOn<Row extends object>(
  prisma: Prisma.TransactionClient,
  { text, values, returnsRows }: Statement<Row>,
): Promise<StatementResult<Row>> {
  const texts = values.map(valueFor);
  if (!returnsRows) {
    return { rows: [], rowCount: await prisma.$executeRawUnsafe(text, ...texts) };
  }
  const resultRows = await prisma.$queryRawUnsafe<Record<string, unknown>[]>(text, ...texts);
  const names = Object.keys(resultRows[0] ?? {});
  const keys = names.map(camelCase);
  const rows = resultRows.map((cells) => {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at++) {
      row[keys[at] as string] = cellOf(cells[names[at] as string]);
    }
    return row as Row;
  });
  return { rows, rowCount: rows.length };
}

/** Adds the time zone to dates, because Prisma would omit it. */
function valueFor(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.map(valueFor) : value;
}

const cellOf = (cell: unknown): unknown => (Prisma.Decimal.isDecimal(cell) ? Number(cell) : cell);

/** Rolls a transaction back and carries its result. */
class RolledBack<Result> extends Error {
  constructor(readonly result: Result) {
    super("rolled back");
  }
}

/** Opens transactions of Prisma. */
export const prismaTransactions = (prisma: PrismaClient): TransactionSource<PrismaTransaction> => ({
  async transaction<Result>(
    work: (tx: PrismaTransaction) => Promise<Result>,
    commitIf: (result: Result) => boolean,
  ) {
    try {
      return await prisma.$transaction(async (client) => {
        const result = await work(prismaAdapter(client));
        if (!commitIf(result)) throw new RolledBack(result);
        return result;
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.result as Result;
      throw error;
    }
  },
});
