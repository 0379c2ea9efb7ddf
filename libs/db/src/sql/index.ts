export { lockByName, tryLockMaintenance } from "./advisory-locks";
export { batchQueries } from "./batch-queries";
export { COUNTED_ROWS } from "./estimated";
export { inSnapshot, type ReadSnapshot } from "./in-snapshot";
export { type InTransactionOptions, inTransaction } from "./in-transaction";
export { inLongSnapshot } from "./long-snapshot";
export { readMoment } from "./moment";
export { escapePattern } from "./pattern";
export type { PrismaQueryable, PrismaTransaction, Queryable, Transaction } from "./queryable";
