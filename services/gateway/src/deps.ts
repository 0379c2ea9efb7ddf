import type { Db, ReadSnapshot, Shelves } from "@polls/db";
import type { ReadinessCheck } from "@polls/runtime";
import type { Storage } from "@polls/storage";
import type { Logger, Metrics, Tracing } from "@polls/telemetry";
import type { Config } from "./config";
import type { ExportSlots } from "./features/exports/export-slots";
import type { OpenPurchases } from "./features/payments/open-purchases";
import type { PollPasswords } from "./features/polls/poll-passwords";
import type { RatingSnapshots } from "./features/ratings/rating-snapshots";
import type { LiveResults } from "./features/results/live/subscriber";
import type { VoteCountCache } from "./features/results/vote-count-cache";
import type { VoteBatcher } from "./features/votes/vote-batcher";
import type { RateLimiter } from "./http/limits/rate-limit";
import type { Authenticator } from "./http/routing/authenticate";
import type { UploadSlots } from "./http/uploads/upload-slots";
import type { Brand } from "./pages/brand";
import type { WebAssets } from "./pages/web-assets";
import type { LoadStoredKeys, StoredKeys } from "./stored-keys";

/** The parts of the application. */
export interface Deps {
  readonly config: Config;
  /** The shelf of the request's poll; the one of accounts for other requests. */
  readonly db: Db;
  /** For what crosses shelves (docs/adr/0035-polls-live-on-shelves.md). */
  readonly shelves: Shelves;
  /** The parts for another shelf. */
  readonly on: (db: Db) => Deps;
  readonly storage: Storage;
  readonly authenticator: Authenticator;
  readonly pollPasswords: PollPasswords;
  readonly storedKeys: LoadStoredKeys;
  readonly rateLimiter: RateLimiter;
  readonly uploadSlots: UploadSlots;
  readonly voteBatcher: VoteBatcher;
  readonly ratingSnapshots: RatingSnapshots;
  readonly voteCountCache: VoteCountCache;
  /** Undefined: the pages are not built, and have no script. */
  readonly webAssets: WebAssets | undefined;
  /** What pages show of who runs the service. */
  readonly brand: Brand;
  readonly exportSlots: ExportSlots;
  readonly openPurchases: OpenPurchases;
  readonly liveResults: LiveResults;
  /** Wakes the outbox relay after a commit. */
  readonly wakeRelay: () => void;
  /** The time of the database, as this process keeps it (docs/adr/0019-one-clock.md). */
  readonly clock: () => Date;
  /** The time that a moment of the database stands for; in tests with a clock of their own, that clock's. */
  readonly momentOf: (moment: Date) => Date;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Undefined where traces are off. */
  readonly tracing?: Tracing | undefined;
  readonly readiness: readonly ReadinessCheck[];
  /** Aborted when the process is to end: it is not ready any more, and answers on. */
  readonly ending: AbortSignal;
  /** Aborted when it takes no more connections, so that streams end. */
  readonly closing: AbortSignal;
}

/** What the handler of a read gets: its database is one moment (ADR 0018). A hash would hold it for too long. */
export type ReadDeps = Omit<Deps, "db" | "pollPasswords"> & { readonly db: ReadSnapshot };

/**
 * What a handler in a transaction gets. Hashing a password holds a connection for too long; loading the stored keys
 * takes another connection. The rate limiter counts a request once, however often its transaction is tried.
 */
export type TransactionDeps = Omit<Deps, "pollPasswords" | "storedKeys"> & {
  readonly storedKeys: StoredKeys;
};
