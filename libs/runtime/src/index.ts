export { type HealthServer, startHealthServer } from "./health-server";
export { Lifecycle } from "./lifecycle";
export { checkReadiness, type Readiness, type ReadinessCheck, Unready } from "./readiness";
export { type ProcessConfig, runService, type ServiceContext } from "./run-service";
