import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Env, flag, parseEnv, port, postgresUrl, redisUrl, seconds } from "@polls/config";
import { capsVariables, mediaCaps } from "@polls/media";
import { storageCredentialsArePaired, storageLocation, storageVariables } from "@polls/storage";
import { z } from "zod";

const concurrency = (fallback: number) => z.coerce.number().int().min(1).max(64).default(fallback);

const schema = z
  .object({
    NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
    DATABASE_URL: postgresUrl,
    REDIS_URL: redisUrl.optional(),
    ...storageVariables,
    ...capsVariables,
    HEALTH_PORT: port.default(9_091),
    /** Images and audio files at a time. */
    MEDIA_CONCURRENCY: concurrency(2),
    MEDIA_WORK_DIR: z.string().default(join(tmpdir(), "polls-media")),
    PICTURE_TIMEOUT_SECONDS: seconds.default(30_000),
    /** What one picture's decoder may use; a progressive JPEG of 100 megapixels needs about 700 MB. */
    PICTURE_MEMORY_MB: z.coerce.number().int().min(256).default(1_024),
    PATH: z.string().default("/usr/local/bin:/usr/bin:/bin"),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace"]).default("info"),
    EXIT_WITH_PARENT: flag.default(false),
  })
  .refine(...storageCredentialsArePaired)
  .transform((env) => ({
    production: env.NODE_ENV === "production",
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    storage: storageLocation(env),
    caps: mediaCaps(env),
    healthPort: env.HEALTH_PORT,
    concurrency: env.MEDIA_CONCURRENCY,
    workRoot: env.MEDIA_WORK_DIR,
    pictureLimits: {
      wallMs: env.PICTURE_TIMEOUT_SECONDS,
      cpuSeconds: Math.ceil(env.PICTURE_TIMEOUT_SECONDS / 1_000),
      memoryBytes: env.PICTURE_MEMORY_MB * 1024 * 1024,
      fileBytes: 100 * 1024 * 1024,
    },
    searchPath: env.PATH,
    logLevel: env.LOG_LEVEL,
    exitWithParent: env.EXIT_WITH_PARENT,
  }));

export type Config = z.output<typeof schema>;

/** Reads the environment of the media worker; throws `InvalidEnvironment` naming all problems. */
export const loadConfig = (env: Env): Config => parseEnv(schema, env);
