import type { VotedOption } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { hasPlace, isPlaceless, placesOf } from "@polls/domain/votes";
import { countPlacesOfOthers } from "../options/option-places";
import { lockOptions, readOptions } from "../options/options";
import type { Queryable, Transaction } from "../sql/queryable";
import type { FoundVote } from "./votes";

/** Votes of one participant that wait for a payment, and the time of the question. */
export interface UnpaidVotes {
  readonly poll: Poll;
  readonly participant: Participant;
  readonly votes: readonly FoundVote[];
  readonly now: Date;
}

/** Votes that lost their places and need one once paid (docs/reference/votes.md#places-of-unpaid-votes). */
export const placelessVotes = ({ participant, votes, now }: UnpaidVotes): readonly FoundVote[] =>
  votes.filter(
    (vote) =>
      isPlaceless(vote, participant, now) &&
      hasPlace([{ ...vote, stepId: undefined, placeless: false }], vote),
  );

/** The votes whose option has no place left, unless a concurrent cast takes or frees one. */
export async function votesWithoutRoom(
  queryable: Queryable,
  unpaid: UnpaidVotes,
): Promise<readonly FoundVote[]> {
  const { poll, participant, now } = unpaid;
  const options = await limitedOptions(queryable, unpaid);
  const full: FoundVote[] = [];
  for (const vote of placelessVotes(unpaid)) {
    const option = options.get(vote.optionId);
    const places = option && placesOf(poll, option);
    if (option === undefined || places === undefined) continue;
    const wanted = { option, voteDate: vote.voteDate, unpaidAt: now };
    if ((await countPlacesOfOthers(queryable, wanted, participant.id)) >= places) full.push(vote);
  }
  return full;
}

/**
 * The same while no other transaction takes a place: locks the options whose places are limited until the
 * transaction ends, as each cast does. The caller has locked the poll and the participant.
 */
export async function lockVotesWithoutRoom(
  tx: Transaction,
  unpaid: UnpaidVotes,
): Promise<readonly FoundVote[]> {
  const options = await limitedOptions(tx, unpaid);
  await lockOptions(
    tx,
    [...options.keys()].sort((one, other) => (one < other ? -1 : 1)),
  );
  return votesWithoutRoom(tx, unpaid);
}

async function limitedOptions(
  queryable: Queryable,
  unpaid: UnpaidVotes,
): Promise<ReadonlyMap<bigint, VotedOption>> {
  const ids = placelessVotes(unpaid).map(({ optionId }) => optionId);
  const options = await readOptions(queryable, [...new Set(ids)]);
  return new Map([...options].filter(([, option]) => placesOf(unpaid.poll, option) !== undefined));
}
