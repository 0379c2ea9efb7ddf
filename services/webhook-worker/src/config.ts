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
  seconds,
  sharedKeys,
  type ToldVariables,
} from "@polls/config";
import { z } from "zod";

const schema = z
  .object({
    ...processVariables,
    BASE_URL: httpUrl,
    ...appSecretVariables,
    METRICS_PORT: port.default(9094),
    WEBHOOK_CONCURRENCY: count(32, { max: 256 }),
    /** The timeout of an endpoint, from the lookup of its name to the end of its answer. */
    WEBHOOK_TIMEOUT_SECONDS: seconds.default(10_000),
    /** The least time between two `results.changed` of a poll. */
    WEBHOOK_RESULTS_SECONDS: seconds.default(5_000),
    /** Deliveries in a second: of one owner to one site, of one owner, to one site. */
    WEBHOOK_PER_SECOND: count(10, { max: 10_000 }),
    WEBHOOK_PER_SECOND_OF_OWNER: count(30, { max: 10_000 }),
    WEBHOOK_PER_SECOND_TO_SITE: count(50, { max: 10_000 }),
    ...egressVariables,
  })
  .refine(...insecureIsForDevelopment)
  .transform((env) => ({
    ...processSettings(env),
    origin: new URL(env.BASE_URL).origin,
    keys: {
      webhooks: deriveKeyRing(appSecrets(env), sharedKeys.webhooks),
      stored: deriveKeyRing(appSecrets(env), sharedKeys.stored),
    },
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

export type Config = z.output<typeof schema> & ToldVariables;

/** Reads the environment of the webhook worker; throws `InvalidEnvironment` naming all problems. */
export const loadConfig = (env: Env): Config => parseServiceEnv(schema, env);
