import type { Db } from "@polls/db/connection";
import type { Shards } from "@polls/db/shards";
import type { ReadSnapshot } from "@polls/db/sql";
import type { ReadinessCheck } from "@polls/runtime";
import type { Storage } from "@polls/storage";
import type { Logger, Metrics, Tracing } from "@polls/telemetry";
import type { Config } from "./config";
import type { ExportSlots } from "./features/exports/export-slots";
import type { TableReader } from "./features/imports/table-reader";
import type { OpenPurchases } from "./features/payments/open-purchases";
import type { PollPasswords } from "./features/polls/poll-passwords";
import type { SignInProviders } from "./features/providers/sign-in-providers";
import type { RatingSnapshots } from "./features/ratings/rating-snapshots";
import type { LiveResults } from "./features/results/live/stream-response";
import type { VoteCountCache } from "./features/results/vote-count-cache";
import type { VoteBatcher } from "./features/votes/vote-batcher";
import type { RateLimiter } from "./http/limits/rate-limit";
import type { Authenticator } from "./http/routing/authenticate";
import type { HoldKey } from "./http/routing/idempotency";
import type { UploadSlots } from "./http/uploads/slots";
import type { Brand } from "./pages/brand";
import type { WebAssets } from "./pages/web-assets";
import type { ServiceStateCache } from "./service-state";
import type { LoadStoredKeys, StoredKeys } from "./stored-keys";

/** What features and pages use. */
export interface Deps {
  readonly config: Config;
  /** The address of a page, and of requests by pages under another address than `BASE_URL`. Undefined for all others. */
  readonly ownUrl?: URL | undefined;
  /** The database of the shard that the request's poll, id or token names, or else of the shard `public`. */
  readonly db: Db;
  /** For work on several shards (docs/adr/0035-polls-live-on-shelves.md). */
  readonly shards: Shards;
  readonly forShard: (db: Db) => Deps;
  readonly storage: Storage;
  readonly authenticator: Authenticator;
  readonly signInProviders: SignInProviders;
  /** What operators have set: blocked accounts, maintenance, announcement. */
  readonly serviceState: ServiceStateCache;
  readonly pollPasswords: PollPasswords;
  readonly storedKeys: LoadStoredKeys;
  readonly rateLimiter: RateLimiter;
  readonly holdKey: HoldKey;
  readonly uploadSlots: UploadSlots;
  readonly voteBatcher: VoteBatcher;
  readonly ratingSnapshots: RatingSnapshots;
  readonly voteCountCache: VoteCountCache;
  /** Undefined: the pages are not built, and have no script. */
  readonly webAssets: WebAssets | undefined;
  readonly brand: Brand;
  readonly exportSlots: ExportSlots;
  readonly tableReader: TableReader;
  readonly openPurchases: OpenPurchases;
  readonly liveResults: LiveResults;
  /** Wakes the outbox relay after a commit. */
  readonly wakeRelay: () => void;
  /** The time of the database, as this process keeps it (docs/adr/0019-one-clock.md). */
  readonly clock: () => Date;
  /** Returns the given time of the database. Tests return the time of their own clock (docs/adr/0019-one-clock.md). */
  readonly momentOf: (moment: Date) => Date;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** What also the server uses that a process runs. */
export interface ServerDeps extends Deps {
  /** Undefined where traces are off. */
  readonly tracing?: Tracing | undefined;
  readonly readiness: readonly ReadinessCheck[];
  /** Aborted when the process must end. It then reports not ready, and still answers requests. */
  readonly ending: AbortSignal;
  /** Aborted when it takes no more connections, so that streams end. */
  readonly closing: AbortSignal;
}

/** `db` shows one moment (ADR 0018). Hashing a password would keep the snapshot open. */
export type ReadDeps = Omit<Deps, "db" | "pollPasswords"> & { readonly db: ReadSnapshot };

/**
 * What a handler in a transaction gets. Hashing a password holds a connection for too long; loading the stored keys
 * takes another connection. The rate limiter counts a request once, however often its transaction is tried.
 */
export type TransactionDeps = Omit<Deps, "pollPasswords" | "storedKeys"> & {
  readonly storedKeys: StoredKeys;
};
