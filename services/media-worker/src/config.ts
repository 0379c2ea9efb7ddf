import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import {
  count,
  type Env,
  parseServiceEnv,
  port,
  processSettings,
  processVariables,
  type ReportedVariables,
  seconds,
} from "@polls/config";
import { capsVariables, mediaCaps } from "@polls/media";
import { storageCredentialsArePaired, storageLocation, storageVariables } from "@polls/storage";
import { z } from "zod";
import { timeLimits } from "./confined/spawn-confined";

const MB = 1024 * 1024;

/** Sufficient for an image of usual size. Larger images reduce the concurrency. */
const IMAGE_BYTES = 120 * MB;

const limits = (workMs: number, memoryMb: number, fileMb: number) => ({
  ...timeLimits(workMs),
  memoryBytes: memoryMb * MB,
  fileBytes: fileMb * MB,
});

const schema = z
  .object({
    ...processVariables,
    ...storageVariables,
    ...capsVariables,
    METRICS_PORT: port.default(9_091),
    /** Images and audio files at a time. */
    MEDIA_CONCURRENCY: count(2, { max: 64 }),
    /** Videos have a queue of their own, so that images do not wait for them. */
    VIDEO_CONCURRENCY: count(1, { max: 64 }),
    // Workers of different users on one machine use different directories.
    MEDIA_WORK_DIR: z.string().default(join(tmpdir(), `polls-media-${userInfo().uid}`)),
    /** The time for one picture on an idle machine, with two threads. Processor time counts. */
    PICTURE_TIMEOUT_SECONDS: seconds.default(30_000),
    /** Memory of the decoder of one picture. ADR 0009 lists the needs of each format. */
    PICTURE_MEMORY_MB: count(1_024, { min: 256 }),
    SOUND_TIMEOUT_SECONDS: seconds.default(180_000),
    /** The timeout of a short video. A long video additionally gets four times its duration. */
    VIDEO_TIMEOUT_SECONDS: seconds.default(180_000),
    VIDEO_MEMORY_MB: count(1_024, { min: 256 }),
    /** Whether files are decoded where a measure of confinement does not work. */
    MEDIA_CONFINEMENT: z.enum(["required", "wanted"]).default("wanted"),
    SWEEP_EVERY_SECONDS: seconds.default(3_600_000),
    BACKFILL_EVERY_SECONDS: seconds.default(30_000),
    FFMPEG_PATH: z.string().default("ffmpeg"),
    PATH: z.string().default("/usr/local/bin:/usr/bin:/bin"),
  })
  .refine(...storageCredentialsArePaired)
  .transform((env) => ({
    ...processSettings(env),
    storage: storageLocation(env),
    metricsPort: env.METRICS_PORT,
    concurrency: env.MEDIA_CONCURRENCY,
    pictureMemory: { shares: env.MEDIA_CONCURRENCY, shareBytes: IMAGE_BYTES },
    workRoot: env.MEDIA_WORK_DIR,
    confinementRequired: env.MEDIA_CONFINEMENT === "required",
    videoConcurrency: env.VIDEO_CONCURRENCY,
    tools: {
      caps: mediaCaps(env),
      programs: { ffmpeg: env.FFMPEG_PATH },
      pictureLimits: limits(env.PICTURE_TIMEOUT_SECONDS, env.PICTURE_MEMORY_MB, 100),
      soundLimits: limits(env.SOUND_TIMEOUT_SECONDS, env.PICTURE_MEMORY_MB, 200),
      videoLimits: limits(env.VIDEO_TIMEOUT_SECONDS, env.VIDEO_MEMORY_MB, 4_096),
    },
    sweepEveryMs: env.SWEEP_EVERY_SECONDS,
    backfillEveryMs: env.BACKFILL_EVERY_SECONDS,
    searchPath: env.PATH,
  }));

export type Config = z.output<typeof schema> & ReportedVariables;

/** Reads the environment of the media worker. Throws `InvalidEnvironment` with all problems. */
export const loadConfig = (env: Env): Config => parseServiceEnv(schema, env);
