import { type Env, flag, parseEnv, port, postgresUrl, redisUrl } from "@polls/config";
import { z } from "zod";

const schema = z
  .object({
    NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
    DATABASE_URL: postgresUrl,
    REDIS_URL: redisUrl.optional(),
    HEALTH_PORT: port.default(9093),
    PAYMENT_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace"]).default("info"),
    EXIT_WITH_PARENT: flag.default(false),
  })
  .transform((env) => ({
    production: env.NODE_ENV === "production",
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    healthPort: env.HEALTH_PORT,
    concurrency: env.PAYMENT_CONCURRENCY,
    logLevel: env.LOG_LEVEL,
    exitWithParent: env.EXIT_WITH_PARENT,
  }));

export type Config = z.output<typeof schema>;

/** Reads the environment of the payment worker; throws `InvalidEnvironment` naming all problems. */
export const loadConfig = (env: Env): Config => parseEnv(schema, env);
