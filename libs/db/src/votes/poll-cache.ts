import type { Poll } from "@polls/domain/polls";
import { type Poll as PollRow, Prisma } from "../generated/prisma/client";
import { pollFromRow } from "../rows/poll";
import { lockClasses, pollKeyOf } from "../sql/advisory-locks";
import { columnsOf } from "../sql/columns";
import { OutdatedRead } from "../sql/in-transaction";
import { momentColumn } from "../sql/moment";
import type { Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";

/** Polls as they were last read. A poll is read again once its version has risen. */
export interface PollCache {
  readonly byId: Map<bigint, Poll>;
  /** A hint only: the row that is read under the lock has the hashes. */
  readonly idByHash: Map<string, bigint>;
}

const CACHE_MAX = 10_000;

export const createPollCache = (): PollCache => ({ byId: new Map(), idByHash: new Map() });

/** Polls by hash, and the time at which they were read under their locks. */
export interface LockedPolls {
  readonly polls: ReadonlyMap<string, Poll>;
  /** The time of the database; undefined if there is no such poll. */
  readonly moment: Date | undefined;
}

/**
 * Locks the polls with the given hashes (shared), in the order of their ids, until the transaction ends.
 * Returns them by hash, as they are under the lock; a hash without a poll is missing. Other transactions may
 * empty the cache meanwhile. Throws `OutdatedRead` if a poll has got another hash since it was cached.
 */
export async function lockPolls(
  tx: Transaction,
  hashes: readonly string[],
  cache: PollCache,
): Promise<LockedPolls> {
  return lockKnownPolls(tx, await findPollIds(tx, hashes, cache), cache);
}

/** The same for polls whose ids are known. Its first statements are sent before it returns. */
export async function lockKnownPolls(
  tx: Transaction,
  ids: ReadonlyMap<string, bigint>,
  cache: PollCache,
): Promise<LockedPolls> {
  const { polls: locked, moment } = await lockById(tx, [...new Set(ids.values())], cache);
  const polls = new Map<string, Poll>();
  let isOutdated = false;
  for (const [hash, id] of ids) {
    const poll = locked.get(id);
    if (poll?.memberHash === hash || poll?.adminHash === hash) {
      polls.set(hash, poll);
    } else {
      isOutdated = true;
      cache.idByHash.delete(hash);
    }
  }
  // Another poll may have the hash by now. To lock it here would break the order of locks.
  if (isOutdated) throw new OutdatedRead("a poll has another hash by now");
  return { polls, moment };
}

const idsSql = query<{ id: bigint; memberHash: string; adminHash: string }>(
  "poll-ids",
  `SELECT id, member_hash, admin_hash FROM polls
   WHERE deleted_at IS NULL AND (member_hash = ANY($1) OR admin_hash = ANY($1))`,
  prepared,
);

/** Ids of polls by hash, from the cache where it has them. A hash without a poll is missing. */
export async function findPollIds(
  tx: Transaction,
  hashes: readonly string[],
  { idByHash }: PollCache,
): Promise<ReadonlyMap<string, bigint>> {
  const ids = new Map<string, bigint>();
  const unknown = new Set<string>();
  for (const hash of hashes) {
    const id = idByHash.get(hash);
    if (id === undefined) unknown.add(hash);
    else ids.set(hash, id);
  }
  if (unknown.size === 0) return ids;
  const { rows } = await tx.run(idsSql([...unknown]));
  if (idByHash.size > CACHE_MAX) idByHash.clear();
  for (const { id, memberHash, adminHash } of rows) {
    for (const hash of [memberHash, adminHash]) {
      if (!unknown.has(hash)) continue;
      ids.set(hash, id);
      idByHash.set(hash, id);
    }
  }
  return ids;
}

const lockSql = command(
  "lock-polls-shared",
  `SELECT count(pg_advisory_xact_lock_shared(${lockClasses.polls}, ${pollKeyOf("id")})::text)::int
   FROM (SELECT id FROM unnest($1::bigint[]) AS id ORDER BY id) AS polls`,
  prepared,
);

const versionsSql = query<{ id: bigint; version: number; moment: Date }>(
  "poll-versions",
  `SELECT id, version, ${momentColumn} FROM polls
   WHERE id = ANY($1::bigint[]) AND deleted_at IS NULL`,
  prepared,
);

const pollsSql = query<PollRow>(
  "polls",
  `SELECT ${columnsOf(Prisma.PollScalarFieldEnum)} FROM polls
   WHERE id = ANY($1::bigint[]) AND deleted_at IS NULL`,
  prepared,
);

/** Locks polls and reads the changed ones. Deleted polls leave the cache. */
async function lockById(
  tx: Transaction,
  ids: readonly bigint[],
  { byId }: PollCache,
): Promise<{ readonly polls: ReadonlyMap<bigint, Poll>; readonly moment: Date | undefined }> {
  const polls = new Map<bigint, Poll>();
  if (ids.length === 0) return { polls, moment: undefined };
  const locked = tx.run(lockSql(ids.map(String)));
  const versions = tx.run(versionsSql(ids.map(String)));
  const [, { rows: current }] = await Promise.all([locked, versions]);
  const outdated: string[] = [];
  for (const { id, version } of current) {
    const known = byId.get(id);
    if (known?.version === version) polls.set(id, known);
    else outdated.push(String(id));
  }
  for (const id of ids) if (!polls.has(id)) byId.delete(id);
  const moment = current.at(-1)?.moment;
  if (outdated.length === 0) return { polls, moment };
  const { rows } = await tx.run(pollsSql(outdated));
  if (byId.size > CACHE_MAX) byId.clear();
  for (const poll of rows.map(pollFromRow)) {
    polls.set(poll.id, poll);
    byId.set(poll.id, poll);
  }
  return { polls, moment };
}
