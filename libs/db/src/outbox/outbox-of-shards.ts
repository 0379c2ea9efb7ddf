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
  function shardsToRead(): readonly Db[] {
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

  /** Runs work for the rows of each shard. Returns the results. */
  async function byShard<Row, Result>(
    rows: readonly Row[],
    idOf: (row: Row) => string,
    work: (store: OutboxStore, own: readonly Row[]) => Promise<Result>,
  ): Promise<readonly Result[]> {
    const groups = groupBy(rows, (row) => shardOfId(BigInt(idOf(row))));
    return Promise.all(
      [...groups].map(async ([shard, own]) => work(storeOn(await shards.at(shard)), own)),
    );
  }

  const ofAll = <Result>(work: (store: OutboxStore) => Promise<Result>) =>
    Promise.all(shards.all().map((db) => work(storeOn(db))));

  return {
    expectOf: (db) => expecting.add(db),

    async claim(limit, times) {
      const claimed = [];
      let answered = false;
      let failure: unknown;
      for (const db of shardsToRead()) {
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
    async markSent(rows) {
      await byShard(rows, idOfRow, (store, own) => store.markSent(own));
    },
    async takeBack(rows) {
      await byShard(rows, idOfRow, (store, own) => store.takeBack(own));
    },
    async scheduleCheck(rows) {
      await byShard(rows, idOfRow, (store, own) => store.scheduleCheck(own));
    },
    async markUnpublishable(row, reason) {
      await (await storeOf(row.id)).markUnpublishable(row, reason);
    },
    async markDead(ids, reason) {
      await byShard(ids, itself, (store, own) => store.markDead(own, reason));
    },
    prune: async (olderThanMs, limit) =>
      sumOf(await ofAll((store) => store.prune(olderThanMs, limit))),
    async figures() {
      const all = await ofAll((store) => store.figures());
      return {
        pending: sumOf(all.map(({ pending }) => pending)),
        dead: sumOf(all.map(({ dead }) => dead)),
        oldestAgeSeconds: Math.max(...all.map(({ oldestAgeSeconds }) => oldestAgeSeconds)),
      };
    },

    isOpen: async (id) => (await storeOf(id)).isOpen(id),
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
      const all = await ofAll((store) => store.listDead(limit));
      const newest = all.flat().sort((one, other) => other.deadAt.getTime() - one.deadAt.getTime());
      return newest.slice(0, limit);
    },
    async listCausedBy(requestId, limit) {
      const all = await ofAll((store) => store.listCausedBy(requestId, limit));
      const oldest = all
        .flat()
        .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
      return oldest.slice(0, limit);
    },
    deleteDead: async (ids) =>
      sumOf(await byShard(ids, itself, (store, own) => store.deleteDead(own))),
    async retryDead(ids) {
      if (ids !== undefined) {
        return sumOf(await byShard(ids, itself, (store, own) => store.retryDead(own)));
      }
      let retried = 0;
      for (const db of shards.all()) retried += await storeOn(db).retryDead();
      return retried;
    },
  };
}

const idOfRow = ({ id }: { readonly id: string }): string => id;
const itself = (id: string): string => id;
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);
