export {
  type Diagnosis,
  type Diagnostic,
  type DiagnosticResult,
  diagnose,
  type Finding,
  type FindingState,
  failed,
  ok,
  shared,
  warning,
} from "./diagnostics";
export { type HealthServer, type Sweep, type SweptChore, startHealthServer } from "./health-server";
export * from "./lifecycle";
export * from "./open-database";
export * from "./outgoing-proxy";
export { clockCheck, databaseCheck, queueSettingsCheck } from "./process-checks";
export { type DiagnosedConfig, databaseRemedy, processDiagnostics } from "./process-diagnostics";
export * from "./readiness";
export { replicaCheck, replicaDiagnostic } from "./replica-diagnostic";
export { reportProcess } from "./report-process";
export { type Repetition, runEvery } from "./run-every";
export { type ProcessConfig, runService, type ServiceContext } from "./run-service";
export * from "./run-worker";
export * from "./storage-diagnostic";
export * from "./trust-authorities";
