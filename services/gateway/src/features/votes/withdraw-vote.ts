import {
  changeTallies,
  holdVote,
  markChangedByAdmin,
  removeVotes,
  storePairOffer,
  type Transaction,
} from "@polls/db";
import { ownerKeyOf } from "@polls/domain/access";
import { NotFound } from "@polls/domain/refusals";
import { decideWithdraw } from "@polls/domain/votes";
import { mayDeleteParticipations } from "../polls/may-delete-participations";
import type { ChangeVote } from "./change-vote";
import type { Settled } from "./coalesce";
import { loadVotingFacts } from "./voting-facts";

export type WithdrawVote = Omit<ChangeVote, "input">;

/**
 * Deletes a vote (rules 10 and 12) in the transaction of `sql`, which holds the poll, with the tallies
 * exact after it. Nothing is written where it is refused.
 */
export async function withdrawVote(
  tx: Transaction,
  { poll, access, actor, now, votePublicId }: WithdrawVote,
): Promise<Settled<undefined>> {
  const held = await holdVote(tx, poll.id, votePublicId);
  if (held === undefined) return { ok: false, error: new NotFound("Vote") };
  const { participant } = held;
  const viewer = { access, ownerKey: ownerKeyOf(actor) };
  const [facts, accountMayDelete] = await Promise.all([
    loadVotingFacts(tx, [{ poll, ...held, viewer, at: now }], "all_votes"),
    mayDeleteParticipations(tx, poll),
  ]);
  const standing = facts.standings.get(participant.id);
  if (standing === undefined) throw new Error("a vote has no facts");

  const decision = decideWithdraw({
    ...{ poll, actor, access, now, accountMayDelete, participant, standing },
    vote: standing.votes.find(({ publicId }) => publicId === votePublicId),
  });
  if (decision.kind === "refused") return { ok: false, error: decision.refusal };

  const { tallyChange, offerAgain } = decision;
  await Promise.all([
    removeVotes(tx, [votePublicId]),
    offerAgain && storePairOffer(tx, participant.id, offerAgain),
    decision.byAdmin && markChangedByAdmin(tx, participant.id),
    changeTallies(tx, tallyChange, new Map([[poll.id, tallyChange.ballots]])),
  ]);
  return { ok: true, result: undefined };
}
