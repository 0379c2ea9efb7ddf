import { z } from "zod";
import { authorities } from "./authorities";
import { flag, httpUrl, postgresUrl, redisPrefix, redisUrl, share } from "./fields";
import { outgoingProxy, proxyVariables } from "./outgoing-proxy";
import { unsafeSettings } from "./production";

/** The variables of every program that opens the database. */
export const databaseVariables = {
  DATABASE_URL: postgresUrl,
  /** The kind of pooler between the program and the server. */
  DATABASE_POOLER: z.enum(["none", "transaction"]).default("none"),
  /** Private authorities that certificates of other servers may have. */
  EXTRA_CA_FILE: authorities.optional(),
  ...proxyVariables,
};

/** The variables of every service. */
export const processVariables = {
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  /** Whether `BASE_URL` may begin with `http:` in production. */
  ALLOW_HTTP: flag.default(false),
  ...databaseVariables,
  /** If absent, queues are in PostgreSQL. */
  REDIS_URL: redisUrl.optional(),
  REDIS_PREFIX: redisPrefix,
  /** The address of metrics and health checks. It is separate from the address for clients. */
  METRICS_HOST: z.string().default("127.0.0.1"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  /** The collector of traces. If absent, tracing is off. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  /** Whether to end when the parent process ends. A parent that is killed cannot send a signal. */
  EXIT_WITH_PARENT: flag.default(false),
};

/** The settings of every service. */
export const processSettings = (env: z.output<z.ZodObject<typeof processVariables>>) => ({
  production: env.NODE_ENV === "production",
  databaseUrl: env.DATABASE_URL,
  databasePooler: env.DATABASE_POOLER,
  extraAuthorities: env.EXTRA_CA_FILE ?? [],
  proxy: outgoingProxy(env),
  redisUrl: env.REDIS_URL,
  redisPrefix: env.REDIS_PREFIX,
  metricsHost: env.METRICS_HOST,
  logLevel: env.LOG_LEVEL,
  traces:
    env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
      ? undefined
      : { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, share: env.OTEL_TRACES_SAMPLER_ARG },
  exitWithParent: env.EXIT_WITH_PARENT,
  /** The settings that production would refuse. */
  unsafeSettings: unsafeSettings(env),
});
