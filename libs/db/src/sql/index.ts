export { lockByName, tryLockMaintenance } from "./advisory-locks";
export { batchQueries } from "./batch-queries";
export { COUNTED_ROWS } from "./estimated";
export { inSnapshot, type ReadSnapshot } from "./in-snapshot";
export { type InTransactionOptions, inTransaction } from "./in-transaction";
export { inLongSnapshot } from "./long-snapshot";
export { readMoment } from "./moment";
export { escapePattern } from "./pattern";
export {
  inInserts,
  type PrismaQueryable,
  type PrismaTransaction,
  type Queryable,
  type Transaction,
} from "./queryable";
