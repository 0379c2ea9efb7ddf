/** A process of the poll service. */
export interface Service {
  readonly name: string;
  /** The variable with the port of `/readyz`. */
  readonly portVariable: "PORT" | "HEALTH_PORT";
}

/** The health port of the first worker, if it is free. */
export const usualHealthPort = 9_091;

/** All services, in the order of their starts. */
export const services: readonly Service[] = [
  { name: "gateway", portVariable: "PORT" },
  { name: "media-worker", portVariable: "HEALTH_PORT" },
  { name: "mail-worker", portVariable: "HEALTH_PORT" },
  { name: "payment-worker", portVariable: "HEALTH_PORT" },
  { name: "webhook-worker", portVariable: "HEALTH_PORT" },
];
