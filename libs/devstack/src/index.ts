export * from "./ffmpeg/find-ffmpeg";
export type { MailMessage } from "./mail/parse-message";
export { type RunningMailSink, startMailSink } from "./mail/start-mail-sink";
export { withDatabaseAlone } from "./parts/postgres-part";
export * from "./payments/start-fake-provider";
export * from "./postgres/start-postgres";
export { freePort, isPortFree, portNear } from "./process/ports";
export * from "./process/run-process";
export * from "./redis/find-redis";
export { type RedisOptions, type RunningRedis, startRedis } from "./redis/start-redis";
export { type Service, serviceNamed, services } from "./services/service";
export {
  fromSource,
  type RunningService,
  type ServiceOptions,
  startService,
  waitUntilReady,
} from "./services/start-service";
export { findStack, type StackFacts } from "./stack/stack-file";
export * from "./user-error";
