export { triesPerRound } from "./conditions";
export { findWaitingValues, insertJobs, type NewJobs, reviveDeadJobs } from "./jobs";
export { type OutboxOfShards, outboxOfShards } from "./outbox-of-shards";
export { outboxStore } from "./outbox-store";
export {
  countServedJob,
  LONG_QUEUE,
  levelRounds,
  type RoundQueue,
  SERVED_IN_A_ROUND,
  type Turn,
} from "./queue-rounds";
export type {
  CausedRow,
  ClaimedRow,
  DeadRow,
  OperatorStore,
  OutboxStore,
  RelayStore,
  RowSchedule,
  SentRow,
  WorkerStore,
} from "./store";
