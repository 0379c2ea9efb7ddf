import type { Db } from "@polls/db/connection";
import type { Queryable } from "@polls/db/sql";
import type { Metrics } from "@polls/telemetry";
import type { Config } from "./config";
import type { Pacer } from "./delivery/pacer";
import type { Post } from "./delivery/post";
import type { Shares } from "./delivery/shares";

export interface WebhookDeps {
  /** The shard of the job. */
  readonly db: Db;
  /** Where the paces of owners are: they are the same for the polls of all shards. */
  readonly paces: Queryable;
  readonly post: Post;
  readonly shares: Shares;
  readonly pacer: Pacer;
  readonly settings: Pick<Config, "origin" | "keys" | "rates">;
  readonly clock: () => Date;
  readonly metrics: Metrics;
}
