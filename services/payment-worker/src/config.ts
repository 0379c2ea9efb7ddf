import {
  baseUrl,
  connectSettings,
  connectVariables,
  count,
  type Env,
  httpUrl,
  parseServiceEnv,
  port,
  processSettings,
  processVariables,
  type ReportedVariables,
  seconds,
} from "@polls/config";
import { z } from "zod";

const isLiveKey = (key: string): boolean => /^(sk|rk)_live_/.test(key);

const schema = z
  .object({
    ...processVariables,
    ...connectVariables,
    BASE_URL: baseUrl.optional(),
    METRICS_PORT: port.default(9093),
    PAYMENT_CONCURRENCY: count(4, { max: 64 }),
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^(sk|rk)_(test|live)_\w+$/, { error: "must be a secret or restricted key" })
      .optional(),
    /** A server with the same API as the provider: the fake provider of development and tests. */
    STRIPE_API_URL: httpUrl.optional(),
    // Defaults are the parsed values, in milliseconds.
    PAYMENT_SWEEP_EVERY_SECONDS: seconds.default(60_000),
    /** The age after which the provider is asked about an open payment. */
    PAYMENT_ASK_AFTER_SECONDS: seconds.default(600_000),
  })
  .refine(({ STRIPE_SECRET_KEY, BASE_URL }) => !STRIPE_SECRET_KEY || BASE_URL !== undefined, {
    path: ["BASE_URL"],
    error: "is required with STRIPE_SECRET_KEY: payers return to this address",
  })
  .refine(({ NODE_ENV, STRIPE_API_URL }) => NODE_ENV !== "production" || !STRIPE_API_URL, {
    path: ["STRIPE_API_URL"],
    error: "is allowed only in development and tests",
  })
  .refine(
    ({ NODE_ENV, STRIPE_API_URL, STRIPE_SECRET_KEY = "" }) =>
      !isLiveKey(STRIPE_SECRET_KEY) || (NODE_ENV !== "test" && STRIPE_API_URL === undefined),
    {
      path: ["STRIPE_SECRET_KEY"],
      error: "is a live key, which tests and fake providers must not use",
    },
  )
  .transform((env) => ({
    ...processSettings(env),
    metricsPort: env.METRICS_PORT,
    concurrency: env.PAYMENT_CONCURRENCY,
    provider:
      env.STRIPE_SECRET_KEY === undefined || env.BASE_URL === undefined
        ? undefined
        : {
            secretKey: env.STRIPE_SECRET_KEY,
            live: isLiveKey(env.STRIPE_SECRET_KEY),
            apiUrl: env.STRIPE_API_URL,
            baseUrl: env.BASE_URL,
          },
    connect: connectSettings(env),
    sweepEveryMs: env.PAYMENT_SWEEP_EVERY_SECONDS,
    askAfterMs: env.PAYMENT_ASK_AFTER_SECONDS,
  }));

export type Config = z.output<typeof schema> & ReportedVariables;

/** Reads the environment of the payment worker. Throws `InvalidEnvironment` with all problems. */
export const loadConfig = (env: Env): Config => parseServiceEnv(schema, env);
