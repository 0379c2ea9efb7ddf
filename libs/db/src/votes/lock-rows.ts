import type { VotedOption } from "@polls/domain/options";
import type { Voter } from "@polls/domain/participants";
import { lockOptionsAgainstDeletion } from "../options/options";
import { lockParticipants } from "../participants/participants";
import type { Transaction } from "../sql/queryable";
import { prepared, query } from "../sql/statement";
import { findPollIds, type LockedPolls, lockKnownPolls, type PollCache } from "./poll-cache";

/** The rows that casts name: polls by hash, participants and options by public id. */
export interface CastRowNames {
  readonly pollHashes: readonly string[];
  readonly participantIds: readonly string[];
  readonly optionIds: readonly string[];
}

/** Rows that are locked until the transaction ends: polls by hash, the others by public id. */
export interface LockedRows extends LockedPolls {
  readonly participants: ReadonlyMap<string, Voter>;
  readonly options: ReadonlyMap<string, VotedOption>;
}

/**
 * Locks the rows that casts name until the transaction ends: polls (shared), then participants, then options
 * (against deletion), each in the order of their ids. A row that does not exist is missing.
 */
export async function lockCastRows(
  tx: Transaction,
  { pollHashes, participantIds, optionIds }: CastRowNames,
  cache: PollCache,
): Promise<LockedRows> {
  const ids = await findPollIds(tx, pollHashes, cache);
  // Every statement is sent before the first has its result.
  const [locked, participants, options] = await Promise.all([
    lockKnownPolls(tx, ids, cache),
    lockParticipants(tx, participantIds),
    lockOptionsAgainstDeletion(tx, optionIds),
  ]);
  return { ...locked, participants, options };
}

const voteSql = query<{ participantId: string; optionId: string }>(
  "vote-rows",
  `SELECT p.public_id AS participant_id, o.public_id AS option_id
   FROM votes v JOIN participants p ON p.id = v.participant_id
     JOIN options o ON o.id = v.option_id
   WHERE v.public_id = $1 AND v.poll_id = $2::bigint`,
  prepared,
);

/**
 * Locks the participant and the option of a vote, as a cast does. A vote never changes either. Returns undefined if the
 * poll has no such vote, or if one of them was deleted before it was locked.
 */
export async function lockVoteRows(
  tx: Transaction,
  pollId: bigint,
  publicId: string,
): Promise<{ readonly participant: Voter; readonly option: VotedOption } | undefined> {
  const { rows } = await tx.run(voteSql(publicId, String(pollId)));
  const [found] = rows;
  if (found === undefined) return undefined;
  const [participants, options] = await Promise.all([
    lockParticipants(tx, [found.participantId]),
    lockOptionsAgainstDeletion(tx, [found.optionId]),
  ]);
  const participant = participants.get(found.participantId);
  const option = options.get(found.optionId);
  return participant === undefined || option === undefined ? undefined : { participant, option };
}
