import type { Transaction } from "./queryable";
import { command, query } from "./statement";

/** The first key of our advisory locks with two keys. */
export const lockClasses = { polls: 1, maintenance: 2, recount: 3, backup: 4 } as const;

const lockByNameSql = command(
  "lock-by-name",
  "SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))",
);

/** Locks a name until the transaction ends. Another transaction that locks the name waits. */
export async function lockByName(tx: Transaction, name: string): Promise<void> {
  await tx.run(lockByNameSql(name));
}

const tryLockMaintenanceSql = query<{ free: boolean }>(
  "try-lock-maintenance",
  `SELECT pg_try_advisory_xact_lock(${lockClasses.maintenance}, 0) AS free`,
);

/** Locks the maintenance of the database until the transaction ends; false where another process has it. */
export async function tryLockMaintenance(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.run(tryLockMaintenanceSql());
  return rows[0]?.free === true;
}
