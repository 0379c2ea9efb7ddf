import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import type {
  Option as OptionRow,
  Participant as ParticipantRow,
  Poll as PollRow,
} from "../generated/prisma/client";
import { optionFromRow } from "../rows/option";
import { participantFromRow } from "../rows/participant";
import { pollFromRow } from "../rows/poll";
import type { Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";

/** Polls as last read; each is read again only when its version has risen. */
export interface PollCache {
  readonly byId: Map<bigint, Poll>;
  /** Hash → id, trusted only as far as the row that is read under the lock says the same. */
  readonly idByHash: Map<string, bigint>;
}

const CACHE_MAX = 10_000;

export const createPollCache = (): PollCache => ({ byId: new Map(), idByHash: new Map() });

/** What the casts of a batch name: polls by hash, participants and options by public id. */
export interface Named {
  readonly pollHashes: readonly string[];
  readonly participantIds: readonly string[];
  readonly optionIds: readonly string[];
}

/** Rows that are held until the transaction ends: polls by hash, the others by public id. */
export interface HeldRows {
  readonly polls: ReadonlyMap<string, Poll>;
  readonly participants: ReadonlyMap<string, Participant>;
  readonly options: ReadonlyMap<string, Option>;
}

/**
 * Holds what the casts name until the transaction ends: polls against change, then participants,
 * locked, then options against deletion, each kind in the order of its ids. What addresses nothing
 * is missing.
 */
export async function holdNamed(
  tx: Transaction,
  { pollHashes, participantIds, optionIds }: Named,
  cache: PollCache,
): Promise<HeldRows> {
  const ids = await learnIds(tx, pollHashes, cache);
  // All of it is on its way before the first of it is answered.
  const [polls, participants, options] = await Promise.all([
    holdKnown(tx, ids, cache),
    lockParticipants(tx, participantIds),
    holdOptions(tx, optionIds),
  ]);
  return { polls, participants, options };
}

/**
 * Holds the polls that the hashes address against change (shared), in the order of their ids, until
 * the transaction ends. Gives them by hash as they are under the lock; a hash without a poll is
 * missing. What this call found does not depend on the cache, which others empty meanwhile.
 */
export async function holdPolls(
  tx: Transaction,
  hashes: readonly string[],
  cache: PollCache,
): Promise<ReadonlyMap<string, Poll>> {
  return holdKnown(tx, await learnIds(tx, hashes, cache), cache);
}

async function holdKnown(
  tx: Transaction,
  ids: ReadonlyMap<string, bigint>,
  cache: PollCache,
): Promise<ReadonlyMap<string, Poll>> {
  const held = await refresh(tx, [...new Set(ids.values())], cache);
  const polls = new Map<string, Poll>();
  const moved: string[] = [];
  for (const [hash, id] of ids) {
    const poll = held.get(id);
    if (poll?.memberHash === hash || poll?.adminHash === hash) polls.set(hash, poll);
    else moved.push(hash);
  }
  if (moved.length === 0) return polls;
  // A hash left its poll since it was learned: another poll may have taken it.
  for (const hash of moved) cache.idByHash.delete(hash);
  return new Map([...polls, ...(await holdPolls(tx, moved, cache))]);
}

const pollIdsSql = query<{ id: bigint; memberHash: string; adminHash: string }>(
  "poll-ids",
  `SELECT id, member_hash, admin_hash FROM polls
   WHERE deleted_at IS NULL AND (member_hash = ANY($1) OR admin_hash = ANY($1))`,
  prepared,
);

/** Ids by hash, from the cache as far as it knows them; a hash that addresses nothing is missing. */
async function learnIds(
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
  const { rows } = await tx.run(pollIdsSql([...unknown]));
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

const holdPollsSql = command(
  "hold-polls",
  `SELECT count(pg_advisory_xact_lock_shared(1, id::int)::text)::int
   FROM (SELECT id FROM unnest($1::bigint[]) AS id ORDER BY id) AS held`,
  prepared,
);

const pollVersionsSql = query<{ id: bigint; version: number }>(
  "poll-versions",
  "SELECT id, version FROM polls WHERE id = ANY($1::bigint[]) AND deleted_at IS NULL",
  prepared,
);

const pollsSql = query<PollRow>(
  "polls",
  "SELECT * FROM polls WHERE id = ANY($1::bigint[]) AND deleted_at IS NULL",
  prepared,
);

/** Locks the polls and gives them as the database says then; deleted ones leave the cache. */
async function refresh(
  tx: Transaction,
  ids: readonly bigint[],
  { byId }: PollCache,
): Promise<ReadonlyMap<bigint, Poll>> {
  const polls = new Map<bigint, Poll>();
  if (ids.length === 0) return polls;
  const values = [ids.map(String)];
  // The class of locks on polls is 1, as in `polls.ts`.
  const locked = tx.run(holdPollsSql(...values));
  const versions = tx.run(pollVersionsSql(...values));
  const [, { rows: current }] = await Promise.all([locked, versions]);
  const outdated: string[] = [];
  for (const { id, version } of current) {
    const known = byId.get(id);
    if (known?.version === version) polls.set(id, known);
    else outdated.push(String(id));
  }
  for (const id of ids) if (!polls.has(id)) byId.delete(id);
  if (outdated.length === 0) return polls;
  const { rows } = await tx.run(pollsSql(outdated));
  if (byId.size > CACHE_MAX) byId.clear();
  for (const poll of rows.map(pollFromRow)) {
    polls.set(poll.id, poll);
    byId.set(poll.id, poll);
  }
  return polls;
}

const lockParticipantsSql = query<ParticipantRow>(
  "lock-participants",
  "SELECT * FROM participants WHERE public_id = ANY($1) ORDER BY id FOR NO KEY UPDATE",
  prepared,
);

/** Participants by public id, locked until the transaction ends, in the order of their ids. */
export async function lockParticipants(
  tx: Transaction,
  publicIds: readonly string[],
): Promise<ReadonlyMap<string, Participant>> {
  if (publicIds.length === 0) return new Map();
  const { rows } = await tx.run(lockParticipantsSql(publicIds));
  return new Map(rows.map((row) => [row.publicId, participantFromRow(row)]));
}

const holdOptionsSql = query<OptionRow>(
  "hold-options",
  "SELECT * FROM options WHERE public_id = ANY($1) ORDER BY id FOR KEY SHARE",
  prepared,
);

/** Options by public id, held against deletion until the transaction ends, in the order of their ids. */
async function holdOptions(
  tx: Transaction,
  publicIds: readonly string[],
): Promise<ReadonlyMap<string, Option>> {
  if (publicIds.length === 0) return new Map();
  const { rows } = await tx.run(holdOptionsSql(publicIds));
  return new Map(rows.map((row) => [row.publicId, optionFromRow(row)]));
}

const aroundVoteSql = query<{ participantId: string; optionId: string }>(
  "around-vote",
  `SELECT p.public_id AS participant_id, o.public_id AS option_id
   FROM votes v JOIN participants p ON p.id = v.participant_id
     JOIN options o ON o.id = v.option_id
   WHERE v.public_id = $1 AND v.poll_id = $2::bigint`,
  prepared,
);

/**
 * Whose vote it is and what for, held as a cast holds them; undefined: the poll has no such vote, or
 * its participant or option went while it was waited for. A vote never changes either.
 */
export async function holdVote(
  tx: Transaction,
  pollId: bigint,
  publicId: string,
): Promise<{ readonly participant: Participant; readonly option: Option } | undefined> {
  const {
    rows: [found],
  } = await tx.run(aroundVoteSql(publicId, String(pollId)));
  if (found === undefined) return undefined;
  const [participants, options] = await Promise.all([
    lockParticipants(tx, [found.participantId]),
    holdOptions(tx, [found.optionId]),
  ]);
  const participant = participants.get(found.participantId);
  const option = options.get(found.optionId);
  return participant === undefined || option === undefined ? undefined : { participant, option };
}

const readOptionsSql = query<OptionRow>(
  "read-options",
  "SELECT * FROM options WHERE id = ANY($1::bigint[])",
  prepared,
);

/** Options by id, without a lock: those that others stand under. */
export async function readOptions(
  tx: Transaction,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, Option>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.run(readOptionsSql(ids.map(String)));
  return new Map(rows.map((row) => [row.id, optionFromRow(row)]));
}

const lockOptionsSql = command(
  "lock-options",
  "SELECT id FROM options WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE",
  prepared,
);

/** Locks options in the order of their ids: for limits on how many may vote for one. */
export async function lockOptions(tx: Transaction, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(lockOptionsSql(ids.map(String)));
}
