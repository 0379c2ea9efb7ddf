export { atFileEnd } from "./at-file-end";
export {
  demandsDigests,
  firstTimes,
  ignoresRanges,
  limitsParts,
  losesAnswers,
  missingIsAnError,
  refuses,
  sendsBodies,
} from "./bucket/bucket-rules";
export {
  type BucketAnswer,
  type BucketObject,
  type BucketOperation,
  type BucketRequest,
  type BucketRule,
  bucketError,
  type FakeBucket,
  startFakeBucket,
} from "./bucket/fake-bucket";
export { type AccountFacts, buildAccount } from "./builders/account";
export { type AttachmentFacts, buildAttachment, buildCover } from "./builders/attachment";
export { buildComment, type CommentFacts } from "./builders/comment";
export { buildOption, buildOptions, type NewOption } from "./builders/option";
export { buildOrganization, type OrganizationFacts } from "./builders/organization";
export { buildParticipant, buildParticipants, type ParticipantFacts } from "./builders/participant";
export { buildPoll, type PollFacts } from "./builders/poll";
export {
  buildDelivery,
  buildWebhook,
  type DeliveryFacts,
  type WebhookFacts,
} from "./builders/webhook";
export {
  describeWithCalendarPrograms,
  printByKhal,
  readByLibical,
} from "./calendar-programs";
export { type FakeClock, fakeClock } from "./clock";
export { type CitusDatabase, startCitusDatabase } from "./database/citus-cluster";
export { type CrashingDatabase, startCrashingDatabase } from "./database/crashing-database";
export {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from "./database/create-test-database";
export { fillTables } from "./database/fill-tables";
export {
  nodesOf,
  type PlanNode,
  recordStatements,
  type SentStatement,
  wholeScans,
} from "./database/plans";
export {
  describeWithHaproxy,
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from "./database/replicated-database";
export { describeWithPgBouncer, startPgBouncer } from "./database/start-pgbouncer";
export { describeWithCitus, type Shard, startShard } from "./database/start-shard";
export { type Describe, describeWhere } from "./describe-where";
export { installedProgram } from "./installed-program";
export {
  type ServiceName,
  type ServiceProcess,
  type ServiceProcessOptions,
  startServiceProcess,
} from "./journey/service-process";
export { type Journey, type JourneyOptions, startJourney } from "./journey/start-journey";
export {
  type ScriptedSmtp,
  type SmtpFault,
  type SmtpScript,
  type SmtpStep,
  startScriptedSmtp,
  type TakenMail,
} from "./mail/scripted-smtp";
export { metricValue } from "./metric-value";
export { type ConnectProxy, startConnectProxy } from "./network/connect-proxy";
export type { Direction, Fault } from "./network/fault";
export { type FaultProxy, startFaultProxy } from "./network/fault-proxy";
export { holdStatement } from "./network/hold-statement";
export { startTlsServer, type TlsServer } from "./network/start-tls-server";
export { png } from "./png";
export { describeWithPromtool, promtool } from "./promtool";
export { type ReadCalendar, type ReadEvent, readCalendar } from "./read-calendar";
export { type LimitedRedis, startLimitedRedis } from "./redis/limited-redis";
export { type RedisGroup, startCluster, startSentinels } from "./redis/redis-groups";
export { describeWithRedis, redisIsHere, startTestRedis } from "./redis/start-test-redis";
export { sampleCases } from "./sample-cases";
export { type RequestOptions, sendRequest, type TestResponse } from "./send-request";
export { builtPages } from "./servers/test-servers";
export { mountSmallDisk, type SmallDisk } from "./small-disk";
export { step } from "./step";
export { type WaitOptions, waitFor } from "./wait-for";
