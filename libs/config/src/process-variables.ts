import { z } from "zod";
import { flag, postgresUrl, redisUrl } from "./fields";

/** The variables of every service. */
export const processVariables = {
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  DATABASE_URL: postgresUrl,
  /** Absent: queues live in PostgreSQL. */
  REDIS_URL: redisUrl.optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  /** End when the parent process is gone, which a killed parent cannot ask for. */
  EXIT_WITH_PARENT: flag.default(false),
};

/** What they say, by the names that the code goes by. */
export const processSettings = (env: z.output<z.ZodObject<typeof processVariables>>) => ({
  production: env.NODE_ENV === "production",
  databaseUrl: env.DATABASE_URL,
  redisUrl: env.REDIS_URL,
  logLevel: env.LOG_LEVEL,
  exitWithParent: env.EXIT_WITH_PARENT,
});
