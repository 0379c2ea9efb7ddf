import { findFfmpeg } from "../ffmpeg/find-ffmpeg";
import type { StackPart } from "../stack/part";

const says = {
  environment: undefined,
  system: undefined,
  npm: "ffmpeg is the old one from npm, good enough for development: install ffmpeg for a current one.",
} as const;

export const ffmpegPart: StackPart = {
  name: "ffmpeg",
  start: async ({ env }) => {
    const found = findFfmpeg({ ffmpeg: env.FFMPEG_PATH, ffprobe: env.FFPROBE_PATH });
    if (found === undefined) {
      return { says: "There is no ffmpeg here: videos and audio files cannot be processed." };
    }
    const note = says[found.source];
    return {
      env: { FFMPEG_PATH: found.ffmpeg },
      ...(note === undefined ? {} : { says: note }),
    };
  },
};
