import { groupBy } from "@polls/domain/grouping";
import type { Db } from "../connection/connect";
import { isDatabaseUnavailable } from "../connection/unavailable";
import { perShelf, type Shelves } from "../shelves/open-shelves";
import { shelfOfId } from "../shelves/shelf-numbers";
import { outboxStore } from "./outbox-store";
import type { OutboxStore } from "./store";

/** A shelf that does not answer is skipped for this time, so that its node does not delay the jobs of other shelves. */
const REST_MS = 2_000;
/** How many shelves a pass reads, in addition to shelves that are known to have jobs. */
const ASKED_OF_PASS = 8;

/** The outboxes of all shelves as one. The id of a row determines its shelf. */
export interface OutboxOfShelves extends OutboxStore {
  /** Reports that a transaction of a shelf may have sent a job. */
  readonly expectOf: (db: Db) => void;
}

/** Opens the outboxes of shelves. */
export function outboxOfShelves(shelves: Pick<Shelves, "all" | "at" | "ofId">): OutboxOfShelves {
  const storeOn = perShelf(outboxStore);
  const expecting = new Set<Db>();
  const restsUntil = new Map<Db, number>();
  let next = 0;

  const storeOf = async (id: string): Promise<OutboxStore> =>
    storeOn(await shelves.ofId(BigInt(id)));

  /** The shelves to read now: shelves with jobs, then others in rotation. */
  function asked(): readonly Db[] {
    const all = shelves.all();
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

  /** Runs work for the rows of each shelf. */
  async function byShelf<Row>(
    rows: readonly Row[],
    idOf: (row: Row) => string,
    work: (store: OutboxStore, own: readonly Row[]) => Promise<void>,
  ): Promise<void> {
    const groups = groupBy(rows, (row) => shelfOfId(BigInt(idOf(row))));
    await Promise.all(
      [...groups].map(async ([shelf, own]) => work(storeOn(await shelves.at(shelf)), own)),
    );
  }

  return {
    expectOf: (db) => expecting.add(db),

    async claim(limit, leaseMs) {
      const claimed = [];
      let answered = false;
      let failure: unknown;
      for (const db of asked()) {
        if (claimed.length >= limit) {
          expecting.add(db);
          continue;
        }
        try {
          claimed.push(...(await storeOn(db).claim(limit - claimed.length, leaseMs)));
          answered = true;
        } catch (error) {
          if (!isDatabaseUnavailable(error)) throw error;
          failure = error;
          if (shelves.all().length > 1) restsUntil.set(db, performance.now() + REST_MS);
        }
      }
      if (!answered && failure !== undefined) throw failure;
      return claimed;
    },
    markSent: (rows) =>
      byShelf(
        rows,
        ({ id }) => id,
        (store, own) => store.markSent(own),
      ),
    scheduleCheck: (rows) =>
      byShelf(
        rows,
        ({ id }) => id,
        (store, own) => store.scheduleCheck(own),
      ),
    async markUnpublishable(row, reason) {
      await (await storeOf(row.id)).markUnpublishable(row, reason);
    },
    markDead: (ids, reason) =>
      byShelf(
        ids,
        (id) => id,
        (store, own) => store.markDead(own, reason),
      ),
    async prune(olderThanMs, limit) {
      const pruned = await Promise.all(
        shelves.all().map((db) => storeOn(db).prune(olderThanMs, limit)),
      );
      return pruned.reduce((sum, rows) => sum + rows, 0);
    },
    async figures() {
      const all = await Promise.all(shelves.all().map((db) => storeOn(db).figures()));
      return {
        pending: all.reduce((sum, { pending }) => sum + pending, 0),
        dead: all.reduce((sum, { dead }) => sum + dead, 0),
        oldestAgeSeconds: Math.max(...all.map(({ oldestAgeSeconds }) => oldestAgeSeconds)),
      };
    },

    state: async (id) => (await storeOf(id)).state(id),
    finish: async (id) => (await storeOf(id)).finish(id),
    finishIn: async (tx, id) => (await storeOf(id)).finishIn(tx, id),
    async fail(id, tries, reason) {
      await (await storeOf(id)).fail(id, tries, reason);
    },
    async noteFailure(id, tries, reason, resendInMs) {
      await (await storeOf(id)).noteFailure(id, tries, reason, resendInMs);
    },

    async listDead(limit) {
      const all = await Promise.all(shelves.all().map((db) => storeOn(db).listDead(limit)));
      const newest = all.flat().sort((one, other) => other.deadAt.getTime() - one.deadAt.getTime());
      return newest.slice(0, limit);
    },
    async listCausedBy(requestId, limit) {
      const all = await Promise.all(
        shelves.all().map((db) => storeOn(db).listCausedBy(requestId, limit)),
      );
      const oldest = all
        .flat()
        .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
      return oldest.slice(0, limit);
    },
    async deleteDead(ids) {
      let deleted = 0;
      await byShelf(
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
        for (const db of shelves.all()) retried += await storeOn(db).retryDead();
        return retried;
      }
      await byShelf(
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
