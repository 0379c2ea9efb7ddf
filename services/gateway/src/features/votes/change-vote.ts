import { readOptions } from "@polls/db/options";
import type { Transaction } from "@polls/db/sql";
import { lockVoteRows, writeDecisions } from "@polls/db/votes";
import { type AccessLevel, ownerKeyOf, type PollCaller } from "@polls/domain/access";
import type { Reading } from "@polls/domain/input";
import { Invalid, NotFound } from "@polls/domain/refusals";
import type { VoteInput } from "@polls/domain/vote-types";
import { decideChange, decideInOrder, voteDateOf } from "@polls/domain/votes";
import type { Language } from "@polls/markup";
import type { Unwritten } from "../../http/routing/batches";
import type { OpenPurchases } from "../payments/open-purchases";
import { type CastSettings, isSkipped } from "./cast-votes";
import type { PresentableVote } from "./present-vote";
import { findReadyPayees } from "./ready-payees";
import { loadVotingFacts } from "./voting-facts";

export interface VoteCommand extends Omit<PollCaller, "hasVoted"> {
  readonly votePublicId: string;
}

export interface ChangeCommand extends VoteCommand {
  readonly body: Reading<VoteInput>;
  /** The language of the caller, who may have to pay. */
  readonly language: Language;
}

export interface SellingSettings extends Pick<CastSettings, "amounts" | "unreadyPayees"> {
  readonly openPurchases: OpenPurchases;
}

/** The votes must be paid for at `url` before they count. */
export interface ToPay {
  readonly kind: "to_pay";
  readonly url: string;
}

export type ChangeOutcome =
  | {
      readonly kind: "changed";
      readonly vote: PresentableVote;
      readonly access: AccessLevel;
      readonly own: boolean;
      /** The vote had the value already, so the reply is not stored for an `Idempotency-Key`. */
      readonly unchanged?: true;
    }
  | ToPay;

/** Changes a vote in the transaction of `tx`, which locks the poll. A refused change writes nothing. */
export async function changeVote(
  tx: Transaction,
  { poll, access, actor, now, votePublicId, body, language }: ChangeCommand,
  { amounts, openPurchases, unreadyPayees }: SellingSettings,
): Promise<ChangeOutcome | Unwritten> {
  if (!body.ok) return { kind: "refused", refusal: new Invalid(body.errors) };
  const locked = await lockVoteRows(tx, poll.id, votePublicId);
  if (locked === undefined) return { kind: "refused", refusal: new NotFound("Vote") };
  const { participant, option } = locked;
  const viewer = { access, ownerKey: ownerKeyOf(actor) };
  const question = { poll, ...locked, viewer, now };
  const facts = await loadVotingFacts(tx, [question], "all_votes");
  const optionFacts = facts.options.get(question);
  if (optionFacts === undefined) throw new Error("a vote has no facts");

  const input = body.value;
  const isPayeeReady = await findReadyPayees(tx, [poll], unreadyPayees);
  const payeeReady = isPayeeReady(poll);
  const change = { ...question, access, actor, amounts, payeeReady, input };
  const voteDate = voteDateOf(poll, now);
  const [decided] = decideInOrder(
    [{ ...change, option: optionFacts, voteDate }],
    facts,
    (one, state) => {
      const vote = state.participantVotes.votes.find(({ publicId }) => publicId === votePublicId);
      return decideChange({ ...one, ...state, option: state.option ?? one.option, vote });
    },
  );
  if (decided === undefined) throw new Error("a change was not decided on");
  const { decision, writes } = decided;
  if (writes === undefined) return decision;

  const [changed] = decision.votes;
  const { loserOptionId } = changed;
  const [losers] = await Promise.all([
    readOptions(tx, loserOptionId === undefined ? [] : [loserOptionId]),
    writeDecisions(tx, [{ pollId: poll.id, at: now, writes }]),
  ]);
  if (decision.kind === "to_pay") {
    const { purchase } = decision;
    const bought = {
      poll,
      participant,
      option,
      vote: changed,
      purchase,
      replaces: true,
      language,
    };
    const [url] = await openPurchases(tx, [bought]);
    if (url === undefined) throw new Error("bought votes have no page to pay at");
    return { kind: "to_pay", url };
  }
  const { byAdmin, unchanged } = decision;
  const { createdAt, updatedAt } = facts.times.get(votePublicId) ?? {
    createdAt: now,
    updatedAt: now,
  };
  const vote = {
    poll,
    participant,
    option,
    parent: optionFacts.parent,
    vote: {
      ...changed,
      skipped: unchanged ? changed.skipped : isSkipped(writes, changed),
      pollId: poll.id,
      createdAt,
      updatedAt: unchanged ? updatedAt : now,
    },
    loser: loserOptionId === undefined ? undefined : losers.get(loserOptionId),
  };
  return { kind: "changed", vote, access, own: !byAdmin, ...(unchanged && { unchanged }) };
}
