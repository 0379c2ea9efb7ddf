import { count, megabytes } from "@polls/config";
import type { z } from "zod";
import { defaultCaps, type MediaCaps } from "./caps";

const { maxBytes, imageMaxPixels, imageMaxHeldBytes, videoMaxDurationMs } = defaultCaps;

/** The hard caps, which must be equal for the gateway and the media worker. */
export const capsVariables = {
  IMAGE_MAX_MB: megabytes.default(maxBytes.image),
  IMAGE_MAX_MEGAPIXELS: count(imageMaxPixels / 1_000_000),
  IMAGE_MAX_HELD_MB: megabytes.default(imageMaxHeldBytes),
  VIDEO_MAX_MB: megabytes.default(maxBytes.video),
  VIDEO_MAX_MINUTES: count(videoMaxDurationMs / 60_000),
  AUDIO_MAX_MB: megabytes.default(maxBytes.audio),
  FILE_MAX_MB: megabytes.default(maxBytes.file),
};

/** The hard caps of a deployment. */
export const mediaCaps = (env: z.output<z.ZodObject<typeof capsVariables>>): MediaCaps => ({
  maxBytes: {
    image: env.IMAGE_MAX_MB,
    video: env.VIDEO_MAX_MB,
    audio: env.AUDIO_MAX_MB,
    file: env.FILE_MAX_MB,
  },
  imageMaxPixels: env.IMAGE_MAX_MEGAPIXELS * 1_000_000,
  imageMaxHeldBytes: env.IMAGE_MAX_HELD_MB,
  videoMaxDurationMs: env.VIDEO_MAX_MINUTES * 60_000,
});
