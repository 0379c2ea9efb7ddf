import { randomInt } from "node:crypto";
import type { Db } from "../connection/connect";
import { batchQueries } from "../sql/batch-queries";
import { HOME_SHARD, shardOfId } from "./shard-numbers";
import { findShardsOf, listShards, type ShardRecord } from "./shard-records";

/** The shards of a deployment that a process knows (docs/adr/0035-polls-live-on-shelves.md). */
export interface Shards {
  /** The schema `public`, with the rows of accounts and of the whole service. */
  readonly home: Db;
  readonly all: () => readonly Db[];
  /** The shard with a number, or `home` if there is none. A promise only if the process must read the list first. */
  readonly at: (number: number) => Db | Promise<Db>;
  readonly ofId: (id: bigint) => Db | Promise<Db>;
  /** The shard of a poll, or `home` if no poll has the hash. */
  readonly ofPoll: (hash: string) => Db | Promise<Db>;
  /** Whether `ofPoll` has just found a poll. The shard of a deleted poll is not known. */
  readonly knows: (hash: string) => boolean;
  /** Chooses a shard for a new poll. A repeated request gets the same one, unless shards were opened or closed. */
  readonly forNewPoll: (requestKey: Uint8Array | undefined) => Db | Promise<Db>;
  /** Reads the list of shards. Rejects if the database does not answer. */
  readonly refresh: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How long an address is cached. Another process may give its hash to a poll of another shard. */
const ADDRESS_MS = 1_000;
const ADDRESSES_MAX = 100_000;
const ADDRESSES_OF_QUERY = 500;
/** How often the list is read. `db:distribute` waits several times as long before it opens a new shard. */
export const SHARDS_EVERY_MS = 5_000;

/** Opens the other shards of a database. Without any, the only cost is to read their empty list at intervals. */
export function openShards(home: Db): Shards {
  const opened = new Map<number, Db>([[HOME_SHARD, home]]);
  const addresses = new Map<string, { readonly shard: number; readonly readAt: number }>();
  let records: readonly ShardRecord[] | undefined;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const listed = await listShards(home);
    for (const record of listed)
      if (!opened.has(record.number)) opened.set(record.number, home.onShard(record));
    records = listed;
  }

  function refresh(): Promise<void> {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  const isAlone = () => records !== undefined && records.length === 0;

  function at(number: number): Db | Promise<Db> {
    if (isAlone()) return home;
    const known = records === undefined ? undefined : opened.get(number);
    return known ?? refresh().then(() => opened.get(number) ?? home);
  }

  const findShard = batchQueries<string, number>(
    (hashes) => findShardsOf(home, hashes),
    ADDRESSES_OF_QUERY,
  );

  /** Requests of one poll that arrive together share one search. */
  const searches = new Map<string, Promise<Db>>();

  function findOnce(hash: string): Promise<Db> {
    const running = searches.get(hash);
    if (running !== undefined) return running;
    const search = find(hash).finally(() => searches.delete(hash));
    searches.set(hash, search);
    return search;
  }

  function knownShard(hash: string): number | undefined {
    const known = addresses.get(hash);
    const isFresh = known !== undefined && performance.now() - known.readAt < ADDRESS_MS;
    return isFresh ? known.shard : undefined;
  }

  async function find(hash: string): Promise<Db> {
    if (records === undefined) await refresh();
    if (isAlone()) return home;
    const shard = await findShard(hash);
    if (shard === undefined) return home;
    if (addresses.size >= ADDRESSES_MAX) addresses.clear();
    addresses.set(hash, { shard, readAt: performance.now() });
    return at(shard);
  }

  return {
    home,
    at,
    refresh,
    all: () => [...opened.values()],
    ofId: (id) => at(shardOfId(id)),
    ofPoll(hash) {
      if (isAlone()) return home;
      const shard = knownShard(hash);
      return shard === undefined ? findOnce(hash) : at(shard);
    },
    knows: (hash) => isAlone() || knownShard(hash) !== undefined,
    async forNewPoll(requestKey) {
      if (records === undefined) await refresh();
      const open = (records ?? []).filter(({ takesPolls }) => takesPolls);
      const place =
        requestKey === undefined
          ? randomInt(Math.max(1, open.length))
          : Buffer.from(requestKey).readUInt32BE(0) % Math.max(1, open.length);
      return at(open[place]?.number ?? HOME_SHARD);
    },
    async close() {
      const others = [...opened.values()].filter((db) => db !== home);
      opened.clear();
      await Promise.all(others.map((db) => db.close()));
    },
  };
}

/** Creates something once per shard. */
export function perShard<Made>(make: (db: Db) => Made): (db: Db) => Made {
  const made = new WeakMap<Db, Made>();
  return (db) => {
    const before = made.get(db);
    if (before !== undefined) return before;
    const fresh = make(db);
    made.set(db, fresh);
    return fresh;
  };
}
