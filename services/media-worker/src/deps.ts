import type { Db } from "@polls/db/connection";
import type { Storage } from "@polls/storage";
import type { Metrics } from "@polls/telemetry";
import type { Config } from "./config";
import type { Confinement } from "./confined/confinement";
import type { FfmpegAbilities } from "./ffmpeg/abilities";
import { memoryLimiter } from "./image/memory-limiter";
import { pictureProcesses } from "./image/picture-processes";
import type { RenderTools } from "./rendering";

export interface MediaDeps {
  readonly db: Db;
  readonly storage: Storage;
  readonly tools: RenderTools;
  readonly workRoot: string;
  readonly clock: () => Date;
  readonly metrics: Metrics;
}

/** The tools for rendering with this ffmpeg. The caller closes their picture processes. */
export function openTools(
  {
    tools,
    workRoot,
    concurrency,
    pictureMemory,
  }: Pick<Config, "tools" | "workRoot" | "concurrency" | "pictureMemory">,
  confinement: Confinement,
  ffmpeg: Pick<FfmpegAbilities, "frameTimes"> | undefined,
): RenderTools {
  const pictures = pictureProcesses(confinement, {
    home: workRoot,
    limits: tools.pictureLimits,
    maxIdle: concurrency,
  });
  return {
    ...tools,
    confinement,
    frameTimes: ffmpeg?.frameTimes ?? "-fps_mode",
    pictures,
    pictureMemory: memoryLimiter(pictureMemory),
  };
}
