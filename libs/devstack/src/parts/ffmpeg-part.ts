import { findFfmpeg } from "../ffmpeg/find-ffmpeg";
import type { StackPart } from "../stack/part";

const origins = {
  environment: "of FFMPEG_PATH",
  system: "of this machine",
  npm: "from npm",
} as const;

export const ffmpegPart: StackPart = {
  name: "ffmpeg",
  start: async ({ env }) => {
    const found = findFfmpeg({ ffmpeg: env.FFMPEG_PATH });
    if (found === undefined) {
      return { says: "There is no ffmpeg here: videos and audio files cannot be processed." };
    }
    const { ffmpeg, version, source } = found;
    return {
      env: { FFMPEG_PATH: ffmpeg },
      says: `ffmpeg is ${version} ${origins[source]}; \`npm run ops -- doctor\` lists what it cannot do.`,
    };
  },
};
