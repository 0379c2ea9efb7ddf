export interface Service {
  readonly name: string;
  /** The variable for the port. The gateway serves clients on it; workers serve health checks. */
  readonly portVariable: "PORT" | "METRICS_PORT";
  readonly nodeArguments?: readonly string[];
}

/** The workers as processes of their own, as they run in production. */
const separateWorkers: readonly Service[] = [
  ...["media-worker", "mail-worker", "payment-worker", "webhook-worker"],
].map((name) => ({ name, portVariable: "METRICS_PORT" }));

/** The ports of metrics and health, if they are available. */
export const usualMetricsPorts = { gateway: 9_095, workers: 9_091 };

/** While nothing happens, V8 would collect the garbage of the start some seconds later, in up to three rounds. */
const withoutReducer = "--no-memory-reducer";

/** All services, in start order. On the machine of a developer, all workers run in one process. */
export const services: readonly Service[] = [
  {
    name: "gateway",
    portVariable: "PORT",
    nodeArguments: ["--max-semi-space-size=4", withoutReducer],
  },
  {
    name: "workers",
    portVariable: "METRICS_PORT",
    // Node would keep 32 MB for new objects, of which jobs need little.
    nodeArguments: ["--max-semi-space-size=2", withoutReducer],
  },
];

/** A service or a separate worker. Throws for an unknown name. */
export function serviceNamed(name: string): Service {
  const service = [...services, ...separateWorkers].find((each) => each.name === name);
  if (service === undefined) throw new Error(`there is no service ${name}`);
  return service;
}
