import { type Db, isDatabaseUnavailable } from "@polls/db/connection";
import { findLinkedOwner } from "@polls/db/participants";
import { perShard } from "@polls/db/shards";
import { countVotesSlowly } from "@polls/db/votes";
import type { ReadinessCheck } from "@polls/runtime";
import type { ServerDeps } from "./deps";
import { createExportSlots } from "./features/exports/export-slots";
import { createTableReader } from "./features/imports/table-reader";
import { createOpenPurchases } from "./features/payments/open-purchases";
import { unreadyPayees } from "./features/payments/require-payments";
import { createPollPasswords } from "./features/polls/poll-passwords";
import { createSignInProviders } from "./features/providers/sign-in-providers";
import { createRatingSnapshots } from "./features/ratings/rating-snapshots";
import { createLiveResults } from "./features/results/live/live-results";
import { createStreamSlots } from "./features/results/live/stream-slots";
import { createVoteCountCache } from "./features/results/vote-count-cache";
import { createVoteBatcher } from "./features/votes/vote-batcher";
import { showVoteCounters } from "./features/votes/vote-metrics";
import { createAuthenticator } from "./http/routing/authenticate";
import { createKeyHolder } from "./http/routing/idempotency";
import { createUploadSlots } from "./http/uploads/slots";
import { createBrand } from "./pages/brand";
import { createServiceState } from "./service-state";
import { createStoredKeys, type LoadStoredKeys } from "./stored-keys";

/** Parts that the process opens and closes. */
export interface Opened
  extends Pick<
    ServerDeps,
    | ("config" | "shards" | "storage" | "rateLimiter" | "webAssets" | "clock" | "momentOf")
    | ("log" | "metrics" | "tracing" | "readiness" | "ending" | "closing")
  > {
  /** Called after a commit on a shard. */
  readonly wakeRelay: (db: Db) => void;
}

/** Adds the parts that need no closing. Returns those of the shard `public`. */
export function createDeps(opened: Opened): ServerDeps {
  const { config, shards, closing, metrics } = opened;
  showVoteCounters(metrics);
  const openPurchases = createOpenPurchases(config, opened.clock);
  const ratingSnapshots = createRatingSnapshots(
    undefined,
    (pollId, err) =>
      opened.log.warn({ err, pollId: String(pollId) }, "the votes of a poll could not be counted"),
    closing,
  );
  const voteCountCache = createVoteCountCache(async (votes) =>
    countVotesSlowly(await shards.ofId(votes.pollId), votes, closing),
  );
  const serviceState = createServiceState(shards.home, (err) =>
    opened.log.debug({ err }, "the state of the service cannot be read"),
  );
  const storedKeys = createStoredKeys(shards.home, config.keys);
  const authenticator = createAuthenticator(shards.home, storedKeys, {
    keys: config.keys,
    now: opened.clock,
    linkedOwner: async (pollId, visitorKey) =>
      findLinkedOwner(await shards.ofId(pollId), pollId, visitorKey),
    blocked: () => serviceState.current().blocked,
  });
  const streamSlots = createStreamSlots(config.liveResults, { closing, metrics });
  const shared = {
    ...opened,
    readiness: [...opened.readiness, secretsCheck(storedKeys)],
    storedKeys,
    authenticator,
    signInProviders: createSignInProviders(config),
    serviceState,
    brand: createBrand(config, () => serviceState.current().announcement),
    holdKey: createKeyHolder(),
    uploadSlots: createUploadSlots(config.uploads),
    pollPasswords: createPollPasswords({
      limits: config.rateLimits,
      rateLimiter: opened.rateLimiter,
    }),
    openPurchases,
    ratingSnapshots,
    voteCountCache,
    tableReader: createTableReader(),
    exportSlots: createExportSlots(Math.max(1, Math.floor(config.databaseConnections / 5))),
  };
  const forShard = perShard((db): ServerDeps => {
    const wakeRelay = () => opened.wakeRelay(db);
    return {
      ...shared,
      db,
      forShard,
      wakeRelay,
      liveResults: createLiveResults({ ...shared, db, streamSlots }, config.liveResults),
      voteBatcher: createVoteBatcher(db, {
        amounts: config.amounts,
        unreadyPayees: (tx, polls) => unreadyPayees(tx, polls, config.payments?.connect),
        momentOf: opened.momentOf,
        openPurchases,
        wakeRelay,
        queueTimeoutMs: config.load.queueTimeoutMs,
      }),
    };
  });
  return forShard(shards.home);
}

/** A gateway that started while the database was unavailable may have the secrets of another deployment. */
const secretsCheck = (storedKeys: LoadStoredKeys): ReadinessCheck => ({
  part: "secrets",
  needed: true,
  check: storedKeys,
  trouble: (error) => (isDatabaseUnavailable(error) ? undefined : "wrong"),
});
