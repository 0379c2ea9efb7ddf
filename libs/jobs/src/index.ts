export {
  chooseBackend,
  consumerConnections,
  type QueueBackend,
  relayConnections,
} from "./backend";
export * from "./contracts";
export * from "./define-job";
export * from "./failures";
export * from "./handlers";
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
export * from "./queue-server";
export { openRedis } from "./redis/open-redis";
export { WrongSetting } from "./redis/redis-settings";
export * from "./watch-queue";
export * from "./within";
