/** A Prisma transaction; the whole client has `$connect`, and is none. */
interface PrismaTransaction {
  $executeRawUnsafe(sql: string, ...values: unknown[]): PromiseLike<number>;
  readonly $connect?: never;
}

/** A connection of `pg` inside a transaction; a pool has `totalCount`, and is none. */
interface PgTransaction {
  query(sql: string, values: unknown[]): Promise<{ readonly rowCount: number | null }>;
  readonly totalCount?: never;
}

/** The part of a transaction that the outbox needs. A client or pool outside of one does not compile. */
export type OutboxTransaction = PrismaTransaction | PgTransaction;

/** Runs a statement in either kind of transaction; returns how many rows it changed. */
export async function execute(
  tx: OutboxTransaction,
  sql: string,
  values: readonly unknown[],
): Promise<number> {
  if ("$executeRawUnsafe" in tx) return tx.$executeRawUnsafe(sql, ...values);
  const { rowCount } = await tx.query(sql, [...values]);
  return rowCount ?? 0;
}
