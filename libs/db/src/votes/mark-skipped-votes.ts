import { groupBy } from "@polls/domain/grouping";
import type { Poll } from "@polls/domain/polls";
import { skipVotes, tallyChange, type VoteWrites } from "@polls/domain/votes";
import { lockParticipants } from "../participants/participants";
import { findBranching } from "../polls/branching";
import { keysetOfPoll } from "../sql/keyset-of-poll";
import { readMoment } from "../sql/moment";
import { batchesOf, type Queryable, type Transaction } from "../sql/queryable";
import { prepared, query } from "../sql/statement";
import { findVotes } from "./votes";
import { writeDecisions } from "./write-decisions";

const BATCH = 500;

const keyset = keysetOfPoll();

interface ParticipantIds {
  readonly id: bigint;
  readonly publicId: string;
}

const nextSql = query<ParticipantIds>(
  "participants-with-skipped-votes",
  `SELECT id, public_id FROM participants
   WHERE ${keyset.where} ORDER BY ${keyset.order} LIMIT ${BATCH}`,
  prepared,
);

/** The participants of a poll in batches, ordered by id. */
export const participantBatches = (queryable: Queryable, pollId: bigint) =>
  batchesOf<ParticipantIds>(queryable, (last) => nextSql(String(pollId), String(last?.id ?? 0n)));

/**
 * Marks which votes of the participants are on skipped steps, and corrects the tallies. Returns the
 * number of votes whose mark was wrong. The caller has locked the poll. With `check` nothing is
 * locked or written.
 */
export async function markSkippedVotes(
  tx: Transaction,
  poll: Pick<Poll, "id" | "type">,
  participants: readonly ParticipantIds[],
  { check = false } = {},
): Promise<number> {
  const branching = (await findBranching(tx, [poll])).get(poll.id) ?? {
    steps: [],
    named: new Map(),
  };
  const locked = check
    ? undefined
    : await lockParticipants(
        tx,
        participants.map(({ publicId }) => publicId),
      );
  const wanted = participants.map(({ id }) => ({ participantId: id, optionIds: undefined }));
  const votes = groupBy(await findVotes(tx, wanted), ({ participantId }) => participantId);
  const at = await readMoment(tx);
  const decided: { pollId: bigint; at: Date; writes: VoteWrites }[] = [];
  let wrong = 0;
  for (const { id, publicId } of participants) {
    const before = (votes.get(id) ?? []).map(({ parentId, ...vote }) => ({
      ...vote,
      stepId: parentId,
      placeless: false,
    }));
    const after = skipVotes(branching, before);
    const stored = after.filter((vote) => !before.includes(vote));
    wrong += stored.length;
    const participant = locked?.get(publicId);
    if (stored.length === 0 || participant === undefined) continue;
    const change = tallyChange({ participant, votes: before }, { participant, votes: after });
    const writes: VoteWrites = {
      stored,
      held: [],
      removed: [],
      offer: undefined,
      tallyChange: change,
      changedByAdmin: undefined,
      notifies: false,
    };
    decided.push({ pollId: poll.id, at, writes });
  }
  await writeDecisions(tx, decided);
  return wrong;
}
