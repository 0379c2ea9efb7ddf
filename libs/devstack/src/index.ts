export { type FindFfmpegOptions, type FoundFfmpeg, findFfmpeg } from "./ffmpeg/find-ffmpeg";
export type { MailMessage } from "./mail/parse-message";
export { type RunningMailSink, startMailSink } from "./mail/start-mail-sink";
export { withDatabaseAlone } from "./parts/postgres-part";
export {
  type FakeFault,
  type FakeOptions,
  type FakeProviderServer,
  type FakeRefusal,
  startFakeProvider,
} from "./payments/start-fake-provider";
export {
  type PostgresOptions,
  type RunningPostgres,
  startPostgres,
} from "./postgres/start-postgres";
export { askUntil } from "./process/deadline";
export { freePort, isPortFree, portNear } from "./process/ports";
export {
  describeExit,
  isAlive,
  type ProcessExit,
  type ProcessOptions,
  type RunningProcess,
  runProcess,
  type StopOptions,
  waitUntilGone,
} from "./process/run-process";
export { type FindRedisOptions, findRedis, type RedisProgram } from "./redis/find-redis";
export { type RedisOptions, type RunningRedis, startRedis } from "./redis/start-redis";
export { fromSource } from "./services/node-args";
export { type Service, serviceNamed, services } from "./services/service";
export {
  type RunningService,
  type ServiceOptions,
  startService,
  waitUntilReady,
} from "./services/start-service";
export { findStack, type StackFacts } from "./stack/stack-file";
export { UserError } from "./user-error";
