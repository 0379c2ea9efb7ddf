import { canDeleteParticipations } from "@polls/db/accounts";
import type { Transaction } from "@polls/db/sql";
import { lockVoteRows, writeDecisions } from "@polls/db/votes";
import { ownerKeyOf } from "@polls/domain/access";
import { accountOfPoll } from "@polls/domain/polls";
import { NotFound } from "@polls/domain/refusals";
import { decideInOrder, decideWithdraw, voteDateOf } from "@polls/domain/votes";
import type { Unwritten } from "../../http/routing/batches";
import type { VoteCommand } from "./change-vote";
import { loadVotingFacts } from "./voting-facts";

export interface WithdrawOutcome {
  readonly kind: "withdrawn";
}

/** Deletes a vote in the transaction of `tx`, which locks the poll. A refused withdrawal writes nothing. */
export async function withdrawVote(
  tx: Transaction,
  { poll, access, actor, now, votePublicId }: VoteCommand,
): Promise<WithdrawOutcome | Unwritten> {
  const locked = await lockVoteRows(tx, poll.id, votePublicId);
  if (locked === undefined) return { kind: "refused", refusal: new NotFound("Vote") };
  const viewer = { access, ownerKey: ownerKeyOf(actor) };
  const question = { poll, ...locked, viewer, now };
  const [facts, accountMayDelete] = await Promise.all([
    loadVotingFacts(tx, [question], "all_votes"),
    canDeleteParticipations(tx, accountOfPoll(poll)),
  ]);
  const option = facts.options.get(question);
  const one = { ...question, option, access, actor, accountMayDelete };
  const voteDate = voteDateOf(poll, now);
  const [decided] = decideInOrder([{ ...one, voteDate }], facts, (withdrawal, state) => {
    const vote = state.participantVotes.votes.find(({ publicId }) => publicId === votePublicId);
    return decideWithdraw({ ...withdrawal, ...state, vote });
  });
  if (decided === undefined) throw new Error("a withdrawal was not decided on");
  if (decided.writes === undefined) return decided.decision;
  await writeDecisions(tx, [{ pollId: poll.id, at: now, writes: decided.writes }]);
  return { kind: "withdrawn" };
}
