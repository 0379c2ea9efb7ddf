/** The progress of ffmpeg, from its `-progress` output. */
export interface EncodingProgress {
  readonly frames: number;
  readonly timeMs: number;
}

/** Reads `-progress` output in chunks. A chunk may end within a line. */
export function progressReader(onProgress: (progress: EncodingProgress) => void) {
  let rest = "";
  let progress: EncodingProgress = { frames: 0, timeMs: 0 };
  return {
    read(chunk: Buffer): void {
      const lines = (rest + chunk.toString("latin1")).split("\n");
      rest = (lines.pop() ?? "").slice(-200);
      for (const line of lines) {
        const [key, value] = line.split("=", 2);
        const number = Number(value);
        if (key === "frame" && number >= 0) progress = { ...progress, frames: number };
        if (key === "out_time_us" && number >= 0)
          progress = { ...progress, timeMs: number / 1_000 };
        if (key === "progress") onProgress(progress);
      }
    },
    last: () => progress,
  };
}
