export { type HealthServer, startHealthServer } from "./health-server";
export { Lifecycle } from "./lifecycle";
export { checkReadiness, type Readiness, type ReadinessCheck, Unready } from "./readiness";
export { runService, type ServiceContext, type ServiceOptions } from "./run-service";
