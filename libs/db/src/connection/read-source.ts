import type { Pool } from "pg";
import type { PrismaTransaction, Queryable } from "../sql/queryable";

/** A database for reads. */
export interface ReadSource extends Queryable {
  /** For libs/db and tests: a service calls functions of libs/db, or `prisma`. */
  readonly pool: Pool;
  /** Runs reads at one moment, for `inSnapshot`. */
  snapshot<Result>(work: (tx: PrismaTransaction) => Promise<Result>): Promise<Result>;
}
