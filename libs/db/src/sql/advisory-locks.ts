import { rowOf, type Transaction } from "./queryable";
import { command, query } from "./statement";

/** The first keys of this service's advisory locks with two keys. */
export const lockClasses = {
  polls: 1,
  maintenance: 2,
  recount: 3,
  backup: 4,
  distribute: 5,
} as const;

/** A lock with two keys takes an int for the second. Ids of shards are longer; two polls with one key wait for each other. */
const KEYS = 2_147_483_648n;

/** The second key of a poll's lock. */
export const pollKey = (id: bigint): number => Number(id % KEYS);
/** The second key of a poll's lock, as an SQL expression. `id` is an SQL expression too. */
export const pollKeyOf = (id: string): string => `(${id} % ${KEYS})::int`;

const lockByNameSql = command(
  "lock-by-name",
  "SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))",
);

/** Locks a name until the transaction ends. Other transactions that lock the same name wait. */
export const lockByName = (tx: Transaction, name: string) => tx.run(lockByNameSql(name));

const tryLockMaintenanceSql = query<{ free: boolean }>(
  "try-lock-maintenance",
  `SELECT pg_try_advisory_xact_lock(${lockClasses.maintenance}, 0) AS free`,
);

/** Locks the maintenance of the database until the transaction ends. False if another process has the lock. */
export const tryLockMaintenance = async (tx: Transaction) =>
  (await rowOf(tx, tryLockMaintenanceSql()))?.free === true;
