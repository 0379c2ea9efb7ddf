/** A process of the poll service. */
export interface Service {
  readonly name: string;
  /** The variable with the port that serves clients or, of a worker, health. */
  readonly portVariable: "PORT" | "METRICS_PORT";
}

/** The port of metrics and health of the first worker, if it is free. */
export const usualMetricsPort = 9_091;

/** All services, in the order of their starts. */
export const services: readonly Service[] = [
  { name: "gateway", portVariable: "PORT" },
  { name: "media-worker", portVariable: "METRICS_PORT" },
  { name: "mail-worker", portVariable: "METRICS_PORT" },
  { name: "payment-worker", portVariable: "METRICS_PORT" },
  { name: "webhook-worker", portVariable: "METRICS_PORT" },
];
