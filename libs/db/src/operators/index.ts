export { readServiceState, type ServiceState } from "./service-states";
