import { countVotesSlowly, type Db } from "@polls/db";
import type { ReadinessCheck } from "@polls/runtime";
import type { Storage } from "@polls/storage";
import type { Logger, Metrics, Tracing } from "@polls/telemetry";
import type { Config } from "./config";
import type { Deps } from "./deps";
import { createExportSlots } from "./features/exports/export-slots";
import { unreadyPayees } from "./features/payments/demand-payments";
import { createOpenPurchases } from "./features/payments/open-purchases";
import { createPollPasswords } from "./features/polls/poll-passwords";
import { createRatingSnapshots } from "./features/ratings/rating-snapshots";
import { createLiveResults } from "./features/results/live/live-results";
import { createVoteCountCache } from "./features/results/vote-count-cache";
import { createVoteBatcher } from "./features/votes/vote-batcher";
import { showVoteCounters } from "./features/votes/vote-metrics";
import type { RateLimiter } from "./http/limits/rate-limit";
import { createAuthenticator } from "./http/routing/authenticate";
import { createUploadSlots } from "./http/uploads/upload-slots";
import { createBrand } from "./pages/brand";
import type { WebAssets } from "./pages/web-assets";
import { createStoredKeys } from "./stored-keys";

/** Parts that the process opens and closes. */
export interface Opened {
  readonly config: Config;
  readonly db: Db;
  readonly storage: Storage;
  readonly rateLimiter: RateLimiter;
  readonly webAssets: WebAssets | undefined;
  readonly wakeRelay: () => void;
  readonly clock: () => Date;
  readonly momentOf: (moment: Date) => Date;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
  readonly readiness: readonly ReadinessCheck[];
  readonly ending: AbortSignal;
  readonly closing: AbortSignal;
}

/** Adds the parts that need no closing. */
export function createDeps(opened: Opened): Deps {
  const { config, db } = opened;
  showVoteCounters(opened.metrics);
  const openPurchases = createOpenPurchases(config, opened.clock);
  const ratingSnapshots = createRatingSnapshots();
  const voteCountCache = createVoteCountCache((votes) =>
    countVotesSlowly(db, votes, opened.closing),
  );
  const storedKeys = createStoredKeys(db, config.keys);
  const authenticator = createAuthenticator(db, storedKeys, {
    keys: config.keys,
    now: opened.clock,
  });
  return {
    ...opened,
    storedKeys,
    authenticator,
    brand: createBrand(config),
    uploadSlots: createUploadSlots(config.uploads),
    pollPasswords: createPollPasswords({
      limits: config.rateLimits,
      rateLimiter: opened.rateLimiter,
    }),
    openPurchases,
    ratingSnapshots,
    voteCountCache,
    exportSlots: createExportSlots(Math.max(1, Math.floor(config.databaseConnections / 5))),
    liveResults: createLiveResults(
      { ...opened, authenticator, ratingSnapshots, voteCountCache },
      config.liveResults,
    ),
    voteBatcher: createVoteBatcher(db, {
      amounts: config.amounts,
      unreadyPayees: (tx, polls) => unreadyPayees(tx, polls, config.payments?.connect),
      momentOf: opened.momentOf,
      openPurchases,
      wakeRelay: opened.wakeRelay,
    }),
  };
}
