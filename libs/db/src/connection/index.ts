export { Prisma, type PrismaClient } from "../generated/prisma/client";
export { ranOutOfTime } from "./bound-connection";
export {
  type ConnectOptions,
  connectDatabase,
  type Db,
  type Pipelined,
  type Pooler,
} from "./connect";
export { deploymentId } from "./deployments";
export type { PoolFigures } from "./interruptible-pool";
export type { Replica, ReplicaFacts } from "./replica";
export { readServerFacts, type ServerFacts } from "./server-facts";
export { splitSchema } from "./server-url";
export { type UnsuitableSetting, unsuitableSettings } from "./session-settings";
export { isSchemaMissing, isUniqueViolation } from "./sql-state";
export { tryWriting } from "./try-writing";
export { isDatabaseUnavailable } from "./unavailable";
export type { DatabaseWatch, WatchTimes } from "./watch-database";
