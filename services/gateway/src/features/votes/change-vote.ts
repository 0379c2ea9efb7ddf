import {
  changeTallies,
  holdVote,
  markChangedByAdmin,
  readOptions,
  storeVotes,
  type Transaction,
  touchPollTally,
} from "@polls/db";
import { type AccessLevel, type Actor, ownerKeyOf } from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import { NotFound } from "@polls/domain/refusals";
import type { VoteInput } from "@polls/domain/vote-types";
import { decideChange, weightOf } from "@polls/domain/votes";
import type { OpenPurchases } from "../payments/open-purchases";
import type { CastSettings } from "./cast-votes";
import type { Settled } from "./coalesce";
import type { PresentableVote } from "./present-vote";
import { loadVotingFacts } from "./voting-facts";

export interface ChangeVote {
  readonly poll: Poll;
  readonly access: AccessLevel;
  readonly actor: Actor;
  readonly now: Date;
  readonly votePublicId: string;
  readonly input: VoteInput;
}

export interface Selling extends CastSettings {
  readonly openPurchases: OpenPurchases;
}

export type ChangeOutcome =
  | { readonly kind: "changed"; readonly vote: PresentableVote; readonly own: boolean }
  /** More votes are bought: the new ones count once they are paid for (rule 9). */
  | { readonly kind: "to_pay"; readonly url: string | undefined };

/**
 * Changes a vote (rules 8 to 10) in the transaction of `sql`, which holds the poll, with the tallies
 * exact after it. Nothing is written where it is refused.
 */
export async function changeVote(
  tx: Transaction,
  { poll, access, actor, now, votePublicId, input }: ChangeVote,
  { paymentMinimum, openPurchases }: Selling,
): Promise<Settled<ChangeOutcome>> {
  const held = await holdVote(tx, poll.id, votePublicId);
  if (held === undefined) return { ok: false, error: new NotFound("Vote") };
  const { participant, option } = held;
  const viewer = { access, ownerKey: ownerKeyOf(actor) };
  const facts = await loadVotingFacts(tx, [{ poll, ...held, viewer, at: now }], "all_votes");
  const standing = facts.standings.get(participant.id);
  const [optionFacts] = facts.options;
  if (standing === undefined || optionFacts === undefined) throw new Error("a vote has no facts");

  const decision = decideChange({
    ...{ poll, actor, access, now, paymentMinimum, participant, standing, input },
    vote: standing.votes.find(({ publicId }) => publicId === votePublicId),
    option: optionFacts,
  });
  if (decision.kind === "refused") return { ok: false, error: decision.refusal };

  const [changed] = decision.votes;
  const rows = decision.votes.map(({ stepId: _, ...vote }) => ({
    ...vote,
    ...weightOf(vote),
    pollId: poll.id,
    at: now,
  }));
  const { tallyChange } = decision;
  const [losers] = await Promise.all([
    readOptions(tx, changed.loserOptionId === undefined ? [] : [changed.loserOptionId]),
    storeVotes(tx, rows),
    decision.byAdmin && markChangedByAdmin(tx, participant.id),
    changeTallies(tx, tallyChange, new Map([[poll.id, tallyChange.ballots]])),
    tallyChange.options.length === 0 && touchPollTally(tx, poll.id),
  ]);
  if (decision.kind === "to_pay") {
    const { purchase } = decision;
    const bought = { poll, participant, option, vote: changed, purchase, replaces: true };
    const [url] = await openPurchases(tx, [bought]);
    return { ok: true, result: { kind: "to_pay", url } };
  }
  const createdAt = facts.createdAt.get(votePublicId) ?? now;
  const vote = {
    ...{ poll, participant, option },
    vote: { ...changed, pollId: poll.id, createdAt, updatedAt: now },
    loser: changed.loserOptionId === undefined ? undefined : losers.get(changed.loserOptionId),
  };
  return { ok: true, result: { kind: "changed", vote, own: !decision.byAdmin } };
}
