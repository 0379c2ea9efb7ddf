import { readOptions } from "@polls/db/options";
import type { Transaction } from "@polls/db/sql";
import {
  type DecisionToWrite,
  lockCastRows,
  type PollCache,
  writeDecisions,
} from "@polls/db/votes";
import type { AccessLevel } from "@polls/domain/access";
import type { VotedOption } from "@polls/domain/options";
import type { Voter } from "@polls/domain/participants";
import type { AmountRules } from "@polls/domain/payments";
import {
  type CastDecision,
  type CastFacts,
  type DecidedCase,
  decideCast,
  decideInOrder,
  type Purchase,
  type VoteWrites,
  type VotingCase,
  voteDateOf,
} from "@polls/domain/votes";
import type { Unwritten } from "../../http/routing/batches";
import { type CastRequest, type NamedCast, nameCasts, namesOf } from "./name-casts";
import type { PresentableVote } from "./present-vote";
import { findReadyPayees, type UnreadyPayees } from "./ready-payees";
import { loadVotingFacts, type VoteInQuestion, type VoteTimes } from "./voting-facts";

/** The outcome of an accepted vote; each is committed. */
export type CastOutcome =
  | {
      readonly kind: "cast";
      readonly vote: WrittenVote;
      /** An earlier purchase with nothing left to pay. */
      readonly endsPurchase: boolean;
    }
  /** Kept until the participant's address is confirmed. */
  | { readonly kind: "held"; readonly vote: WrittenVote }
  /** A bought vote, which counts once it is paid. */
  | {
      readonly kind: "to_pay";
      readonly vote: WrittenVote;
      readonly purchase: Purchase;
      /** An existing vote, which may have a payment. */
      readonly replaces: boolean;
    };

export interface WrittenVote extends PresentableVote {
  readonly access: AccessLevel;
  readonly option: VotedOption;
  readonly participant: Voter;
}

export interface CastSettings {
  readonly amounts: AmountRules;
  readonly unreadyPayees: UnreadyPayees;
  /** Returns the given time of the database. Tests return the time of their own clock (docs/adr/0019-one-clock.md). */
  readonly momentOf: (moment: Date) => Date;
}

/**
 * Casts several votes in one transaction: locks the polls, participants and options, decides on the
 * votes in order, and writes the accepted ones. A refused request changes nothing
 * (docs/adr/0007-votes-are-cast-in-shared-transactions.md).
 */
export async function castVotes(
  tx: Transaction,
  requests: readonly CastRequest[],
  cache: PollCache,
  { amounts, momentOf, unreadyPayees }: CastSettings,
): Promise<readonly (readonly (CastOutcome | Unwritten)[])[]> {
  const rows = await lockCastRows(tx, namesOf(requests), cache);
  const now = rows.moment && momentOf(rows.moment);
  const named = requests.map((request) => nameCasts(request, rows, now));
  const casts = named.flat().filter((one) => one.kind === "named");
  const facts = await loadVotingFacts(
    tx,
    casts.map(({ question }) => question).filter((question) => question !== undefined),
  );
  const polls = unique(casts.map(({ poll }) => poll));
  const isPayeeReady = await findReadyPayees(tx, polls, unreadyPayees);
  // Objects of votes are created without spreads, here and below (docs/performance.md#spreads).
  const cases = casts.map<CastCase>(
    ({ poll, actor, access, now, cast, participant, question }) => ({
      poll,
      actor,
      access,
      now,
      cast,
      participant,
      question,
      amounts,
      payeeReady: isPayeeReady(poll),
      option: question && facts.options.get(question),
      voteDate: voteDateOf(poll, now),
    }),
  );
  const decided = decideInOrder(
    cases,
    facts,
    (
      { poll, actor, access, now, cast, participant, amounts, payeeReady },
      { participantVotes, option, offer },
    ) =>
      decideCast({
        poll,
        actor,
        access,
        now,
        cast,
        participant,
        amounts,
        payeeReady,
        participantVotes,
        option,
        offer,
      }),
  ).map(acceptedOrRefused);

  const accepted = decided.filter((one) => one.kind === "accepted");
  await writeDecisions(tx, accepted, { before: facts.times });
  const losers = await readOptions(
    tx,
    accepted.map(({ decision }) => decision.vote.loserOptionId).filter((id) => id !== undefined),
  );
  const results = decided.values();
  return named.map((ofRequest) =>
    ofRequest.map((one) => {
      const result = one.kind === "named" ? results.next().value : one;
      if (result === undefined) throw new Error("a vote was not decided on");
      if (result.kind !== "accepted") return result;
      const parent = facts.options.get(result.question)?.parent;
      return outcomeOf(result, parent, facts.times, losers);
    }),
  );
}

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

interface CastCase
  extends Omit<NamedCast, "kind">,
    VotingCase,
    Pick<CastFacts, "amounts" | "payeeReady"> {
  readonly participant: Voter | undefined;
}

interface AcceptedCast extends DecisionToWrite {
  readonly kind: "accepted";
  readonly question: VoteInQuestion;
  readonly decision: Exclude<CastDecision, { readonly kind: "refused" }>;
}

function acceptedOrRefused({
  of: { question, poll, now },
  decision,
  writes,
}: DecidedCase<CastCase, CastDecision>): AcceptedCast | Unwritten {
  if (writes === undefined) return decision;
  if (question === undefined) throw new Error("a vote without participant or option was accepted");
  return { kind: "accepted", question, decision, writes, pollId: poll.id, at: now };
}

/** Whether a vote is stored as one on a skipped step. */
export const isSkipped = (
  { stored }: VoteWrites,
  { publicId }: { readonly publicId: string },
): boolean => stored.some((vote) => vote.publicId === publicId && vote.skipped);

function outcomeOf(
  { decision, writes, at, question }: AcceptedCast,
  parent: PresentableVote["parent"],
  before: ReadonlyMap<string, VoteTimes>,
  losers: ReadonlyMap<bigint, VotedOption>,
): CastOutcome {
  const { poll, participant, option, viewer } = question;
  const row = decision.vote;
  const vote: WrittenVote = {
    poll,
    access: viewer.access,
    participant,
    option,
    parent,
    loser: row.loserOptionId === undefined ? undefined : losers.get(row.loserOptionId),
    vote: {
      publicId: row.publicId,
      pollId: poll.id,
      participantId: row.participantId,
      optionId: row.optionId,
      loserOptionId: row.loserOptionId,
      type: row.type,
      votingCategoryId: row.votingCategoryId,
      voteDate: row.voteDate,
      value: row.value,
      text: row.text,
      paidVotes: row.paidVotes,
      placeUntil: row.placeUntil,
      skipped: isSkipped(writes, row),
      offered: row.offered,
      createdAt: before.get(row.publicId)?.createdAt ?? at,
      updatedAt: at,
    },
  };
  switch (decision.kind) {
    case "to_pay":
      return { kind: "to_pay", vote, purchase: decision.purchase, replaces: decision.replaces };
    case "cast":
      return { kind: "cast", vote, endsPurchase: decision.replaces };
    case "held":
      return { kind: "held", vote };
  }
}
