export {
  type Diagnosis,
  type Diagnostic,
  type DiagnosticResult,
  diagnose,
  type Finding,
  type FindingState,
  failed,
  ok,
  warning,
} from "./diagnostics";
export { connectionsOf, followShards } from "./follow-shards";
export type { Sweep, SweptChore } from "./health-server";
export { type HealthServer, startHealthServer } from "./health-server";
export { Lifecycle } from "./lifecycle";
export { agentThrough, useProxy } from "./outgoing-proxy";
export { clockCheck, databaseCheck, queueSettingsCheck } from "./process-checks";
export { type DiagnosedConfig, processDiagnostics } from "./process-diagnostics";
export {
  checkReadiness,
  type Readiness,
  type ReadinessCheck,
  repeatChecks,
  Unready,
} from "./readiness";
export { replicaCheck, replicaDiagnostic } from "./replica-diagnostic";
export { reportProcess } from "./report-process";
export { type Repetition, runEvery } from "./run-every";
export { type ProcessConfig, runService, type ServiceContext } from "./run-service";
export {
  type Chore,
  type Consumer,
  consumer,
  defineWorker,
  onEachShard,
  runWorkers,
  type Worker,
  type WorkerConfig,
  type WorkerContext,
  type WorkerList,
  type WorkerParts,
} from "./run-worker";
export { storageDiagnostic } from "./storage-diagnostic";
export { trustAuthorities } from "./trust-authorities";
