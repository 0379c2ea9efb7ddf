/** A process of the poll service. */
export interface Service {
  readonly name: string;
  /** The variable for the port. The gateway serves clients on it; a worker serves health checks. */
  readonly portVariable: "PORT" | "METRICS_PORT";
}

/** The port of metrics and health of the first worker, if it is available. */
export const usualMetricsPort = 9_091;

/** All services, in start order. */
export const services: readonly Service[] = [
  { name: "gateway", portVariable: "PORT" },
  { name: "media-worker", portVariable: "METRICS_PORT" },
  { name: "mail-worker", portVariable: "METRICS_PORT" },
  { name: "payment-worker", portVariable: "METRICS_PORT" },
  { name: "webhook-worker", portVariable: "METRICS_PORT" },
];
