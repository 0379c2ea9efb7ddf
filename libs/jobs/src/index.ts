export {
  chooseBackend,
  consumerConnections,
  type QueueBackend,
  relayConnections,
} from "./backend";
export * from "./contracts";
export { type JobContract, type QueueName, queueNames } from "./define-job";
export { AlreadyFinished, PermanentFailure } from "./failures";
export type { Handler, Handlers, JobRun } from "./handlers";
export { prepareBackend } from "./prepare-backend";
export { openQueuesOfBoard, type QueuesOfBoard } from "./queue";
export {
  type JobState,
  type PublishedTry,
  type QueueCounts,
  type QueueFigures,
  readJobStates,
  readQueueCounts,
  readQueueFigures,
} from "./queue-figures";
export { type QueueServer, readQueueServer } from "./queue-server";
export { openRedis } from "./redis/open-redis";
export { WrongSetting } from "./redis/redis-settings";
export { type QueueWatch, watchQueue } from "./watch-queue";
export { within } from "./within";
