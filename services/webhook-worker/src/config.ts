import {
  appSecrets,
  appSecretVariables,
  count,
  deriveKeyRing,
  type Env,
  egressRules,
  egressVariables,
  httpUrl,
  insecureIsForDevelopment,
  parseServiceEnv,
  port,
  processSettings,
  processVariables,
  type ReportedVariables,
  seconds,
  sharedPurposes,
} from "@polls/config";
import { z } from "zod";

const schema = z
  .object({
    ...processVariables,
    BASE_URL: httpUrl,
    ...appSecretVariables,
    METRICS_PORT: port.default(9094),
    WEBHOOK_CONCURRENCY: count(32, { max: 256 }),
    /** The timeout of a request, from resolving the host name to the end of the response. */
    WEBHOOK_TIMEOUT_SECONDS: seconds.default(10_000),
    /** Minimum time between two `results.changed` events of a poll. */
    WEBHOOK_RESULTS_SECONDS: seconds.default(5_000),
    /** Maximum deliveries per second: of one owner to one site, of one owner, and to one site. */
    WEBHOOK_PER_SECOND: count(10, { max: 10_000 }),
    WEBHOOK_PER_SECOND_OF_OWNER: count(30, { max: 10_000 }),
    WEBHOOK_PER_SECOND_TO_SITE: count(50, { max: 10_000 }),
    ...egressVariables,
  })
  .refine(...insecureIsForDevelopment)
  .transform((env) => ({
    ...processSettings(env),
    origin: new URL(env.BASE_URL).origin,
    keys: { stored: deriveKeyRing(appSecrets(env), sharedPurposes.stored) },
    metricsPort: env.METRICS_PORT,
    concurrency: env.WEBHOOK_CONCURRENCY,
    timeoutMs: env.WEBHOOK_TIMEOUT_SECONDS,
    resultsEveryMs: env.WEBHOOK_RESULTS_SECONDS,
    rates: {
      ofOwnerToSite: env.WEBHOOK_PER_SECOND,
      ofOwner: env.WEBHOOK_PER_SECOND_OF_OWNER,
      toSite: env.WEBHOOK_PER_SECOND_TO_SITE,
    },
    egress: egressRules(env),
  }));

export type Config = z.output<typeof schema> & ReportedVariables;

/** Reads the environment of the webhook worker. Throws `InvalidEnvironment` with all problems. */
export const loadConfig = (env: Env): Config => parseServiceEnv(schema, env);
