import { groupBy } from "@polls/domain/grouping";
import type { Db } from "../connection/connect";
import { isDatabaseUnavailable } from "../connection/unavailable";
import { perShard, type Shards } from "../shards/open-shards";
import { shardOfId } from "../shards/shard-numbers";
import { outboxStore } from "./outbox-store";
import type { OutboxStore } from "./store";

/** A shard that does not answer is skipped for this time, so that its node does not delay the jobs of other shards. */
const REST_MS = 2_000;
/** How many shards a pass reads, in addition to shards that are known to have jobs. */
const ASKED_OF_PASS = 8;

/** The outboxes of all shards as one. The id of a row determines its shard. */
export interface OutboxOfShards extends OutboxStore {
  /** Reports that a transaction of a shard may have sent a job. */
  readonly expectOf: (db: Db) => void;
}

/** Opens the outboxes of shards. */
export function outboxOfShards(shards: Pick<Shards, "all" | "at" | "ofId">): OutboxOfShards {
  const storeOn = perShard(outboxStore);
  const expecting = new Set<Db>();
  const restsUntil = new Map<Db, number>();
  let next = 0;

  const storeOf = async (id: string): Promise<OutboxStore> =>
    storeOn(await shards.ofId(BigInt(id)));

  /** The shards to read now: shards with jobs, then others in rotation. */
  function asked(): readonly Db[] {
    const all = shards.all();
    if (all.length === 1) return all;
    const now = performance.now();
    const first = [...expecting];
    expecting.clear();
    const others = all.map((_, at) => all[(next + at) % all.length]).slice(0, ASKED_OF_PASS);
    next = (next + ASKED_OF_PASS) % all.length;
    return [...new Set([...first, ...others])].flatMap((db) =>
      db === undefined || (restsUntil.get(db) ?? 0) > now ? [] : [db],
    );
  }

  /** Runs work for the rows of each shard. */
  async function byShard<Row>(
    rows: readonly Row[],
    idOf: (row: Row) => string,
    work: (store: OutboxStore, own: readonly Row[]) => Promise<void>,
  ): Promise<void> {
    const groups = groupBy(rows, (row) => shardOfId(BigInt(idOf(row))));
    await Promise.all(
      [...groups].map(async ([shard, own]) => work(storeOn(await shards.at(shard)), own)),
    );
  }

  return {
    expectOf: (db) => expecting.add(db),

    async claim(limit, times) {
      const claimed = [];
      let answered = false;
      let failure: unknown;
      for (const db of asked()) {
        if (claimed.length >= limit) {
          expecting.add(db);
          continue;
        }
        try {
          claimed.push(...(await storeOn(db).claim(limit - claimed.length, times)));
          answered = true;
        } catch (error) {
          if (!isDatabaseUnavailable(error)) throw error;
          failure = error;
          if (shards.all().length > 1) restsUntil.set(db, performance.now() + REST_MS);
        }
      }
      if (!answered && failure !== undefined) throw failure;
      return claimed;
    },
    markSent: (rows) =>
      byShard(
        rows,
        ({ id }) => id,
        (store, own) => store.markSent(own),
      ),
    takeBack: (rows) =>
      byShard(
        rows,
        ({ id }) => id,
        (store, own) => store.takeBack(own),
      ),
    scheduleCheck: (rows) =>
      byShard(
        rows,
        ({ id }) => id,
        (store, own) => store.scheduleCheck(own),
      ),
    async markUnpublishable(row, reason) {
      await (await storeOf(row.id)).markUnpublishable(row, reason);
    },
    markDead: (ids, reason) =>
      byShard(
        ids,
        (id) => id,
        (store, own) => store.markDead(own, reason),
      ),
    async prune(olderThanMs, limit) {
      const pruned = await Promise.all(
        shards.all().map((db) => storeOn(db).prune(olderThanMs, limit)),
      );
      return pruned.reduce((sum, rows) => sum + rows, 0);
    },
    async figures() {
      const all = await Promise.all(shards.all().map((db) => storeOn(db).figures()));
      return {
        pending: all.reduce((sum, { pending }) => sum + pending, 0),
        dead: all.reduce((sum, { dead }) => sum + dead, 0),
        oldestAgeSeconds: Math.max(...all.map(({ oldestAgeSeconds }) => oldestAgeSeconds)),
      };
    },

    state: async (id) => (await storeOf(id)).state(id),
    isOld: async (id) => (await storeOf(id)).isOld(id),
    finish: async (id) => (await storeOf(id)).finish(id),
    finishIn: async (tx, id) => (await storeOf(id)).finishIn(tx, id),
    async fail(id, tries, reason) {
      await (await storeOf(id)).fail(id, tries, reason);
    },
    async noteFailure(id, tries, reason, resendInMs) {
      await (await storeOf(id)).noteFailure(id, tries, reason, resendInMs);
    },

    async listDead(limit) {
      const all = await Promise.all(shards.all().map((db) => storeOn(db).listDead(limit)));
      const newest = all.flat().sort((one, other) => other.deadAt.getTime() - one.deadAt.getTime());
      return newest.slice(0, limit);
    },
    async listCausedBy(requestId, limit) {
      const all = await Promise.all(
        shards.all().map((db) => storeOn(db).listCausedBy(requestId, limit)),
      );
      const oldest = all
        .flat()
        .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
      return oldest.slice(0, limit);
    },
    async deleteDead(ids) {
      let deleted = 0;
      await byShard(
        ids,
        (id) => id,
        async (store, own) => {
          deleted += await store.deleteDead(own);
        },
      );
      return deleted;
    },
    async retryDead(ids) {
      let retried = 0;
      if (ids === undefined) {
        for (const db of shards.all()) retried += await storeOn(db).retryDead();
        return retried;
      }
      await byShard(
        ids,
        (id) => id,
        async (store, own) => {
          retried += await store.retryDead(own);
        },
      );
      return retried;
    },
  };
}
