import { changeTallies, removeVotes, sqlIn, storePairOffer, type Transaction } from "@polls/db";
import { type AccessLevel, type Actor, decideWithdraw, ownerKeyOf, type Poll } from "@polls/domain";
import { markChangedByAdmin } from "../participants/participants.repository";
import { mayDeleteParticipations } from "../polls/may-delete-participations";
import { holdVote } from "./change-vote";
import { loadVotingFacts } from "./voting-facts";

export interface WithdrawVote {
  readonly poll: Poll;
  readonly access: AccessLevel;
  readonly actor: Actor;
  readonly now: Date;
  readonly votePublicId: string;
}

/** Deletes a vote (rules 10 and 12), in the transaction, with the tallies exact after it. */
export async function withdrawVote(tx: Transaction, command: WithdrawVote): Promise<void> {
  const { poll, access, actor, now } = command;
  const sql = sqlIn(tx);
  const held = await holdVote(tx, sql, command);
  const viewer = { access, ownerKey: ownerKeyOf(actor) };
  const facts = await loadVotingFacts(sql, [{ poll, ...held, viewer, at: now }], "all_votes");
  const standing = facts.standings.get(held.participant.id);
  if (standing === undefined) throw new Error("a vote has no facts");

  const decision = decideWithdraw({
    poll,
    actor,
    access,
    now,
    accountMayDelete: await mayDeleteParticipations(tx, poll),
    vote: standing.votes.find(({ publicId }) => publicId === command.votePublicId),
    participant: held.participant,
    standing,
  });
  if (decision.kind === "refused") throw decision.refusal;

  await removeVotes(sql, [command.votePublicId]);
  if (decision.offerAgain !== undefined) {
    await storePairOffer(sql, held.participant.id, decision.offerAgain);
  }
  if (decision.byAdmin) await markChangedByAdmin(tx, held.participant.id);
  await changeTallies(
    sql,
    decision.tallyChange,
    new Map([[poll.id, decision.tallyChange.ballots]]),
  );
}
