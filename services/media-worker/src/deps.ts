import type { Db } from "@polls/db";
import type { Storage } from "@polls/storage";
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
