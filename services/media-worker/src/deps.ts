import type { Db } from "@polls/db";
import type { Storage } from "@polls/storage";
import type { Config } from "./config";
import type { Confinement } from "./confined/confinement";
import { memoryGate } from "./image/memory-gate";
import { pictureProcesses } from "./image/picture-processes";
import type { RenderTools } from "./rendering";

/** Everything the media worker's handlers are made of. */
export interface MediaDeps {
  readonly db: Db;
  readonly storage: Storage;
  readonly tools: RenderTools;
  /** Where jobs get their private directories. */
  readonly workRoot: string;
  readonly clock: () => Date;
}

/** What rendering needs of the machine, as the configuration has it; its picture processes are to be closed. */
export function openTools(
  {
    tools,
    workRoot,
    concurrency,
    pictureMemory,
  }: Pick<Config, "tools" | "workRoot" | "concurrency" | "pictureMemory">,
  confinement: Confinement,
): RenderTools {
  const pictures = pictureProcesses(confinement, {
    home: workRoot,
    limits: tools.pictureLimits,
    maxWaiting: concurrency,
  });
  return { ...tools, confinement, pictures, pictureMemory: memoryGate(pictureMemory) };
}
