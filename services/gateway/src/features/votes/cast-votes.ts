import {
  type DecisionToWrite,
  type LockedRows,
  lockCastRows,
  type PollCache,
  readOptions,
  type Transaction,
  writeDecisions,
} from "@polls/db";
import {
  type AccessLevel,
  type AdmissionRule,
  admit,
  ownerKeyOf,
  type PollRequest,
} from "@polls/domain/access";
import type { Reading } from "@polls/domain/input";
import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { AmountRules } from "@polls/domain/payments";
import { accountOfPoll, type Poll } from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";
import {
  type Cast,
  type CastDecision,
  type DecidedCase,
  decideCast,
  decideInOrder,
  type Purchase,
  voteDateOf,
} from "@polls/domain/votes";
import type { Unwritten } from "../../http/routing/batches";
import type { PresentableVote } from "./present-vote";
import type { CastBody } from "./votes.schema";
import { loadVotingFacts, type VoteInQuestion } from "./voting-facts";

/**
 * The accounts of the polls whose money would go to a connected account that is not ready; called for polls
 * that sell votes, and for no other.
 */
export type UnreadyPayees = (
  tx: Transaction,
  polls: readonly Poll[],
) => Promise<ReadonlySet<bigint>>;

/** The polls that sell votes. */
export const sellers = (polls: readonly Poll[]): readonly Poll[] =>
  polls.filter(({ settings }) => settings.voting_fee_type === "voting_sell_votes");

/** A request to cast a vote. */
export interface CastRequest extends PollRequest {
  readonly rule: AdmissionRule;
  /** Its problems are reported after those of the poll. */
  readonly body: Reading<CastBody>;
}

/** The outcome of an accepted vote; each is committed. */
export type CastOutcome =
  | {
      readonly kind: "cast";
      readonly vote: WrittenVote;
      /** A purchase before, with nothing left to pay. */
      readonly endsPurchase: boolean;
    }
  /** Kept until the participant's address is confirmed. */
  | { readonly kind: "held"; readonly vote: WrittenVote }
  /** Bought: counts once it is paid for. */
  | {
      readonly kind: "to_pay";
      readonly vote: WrittenVote;
      readonly purchase: Purchase;
      /** A known vote, which may have a payment. */
      readonly replaces: boolean;
    };

/** A written vote, with the facts of its presentation. */
export interface WrittenVote extends PresentableVote {
  readonly access: AccessLevel;
  readonly option: Option;
  readonly participant: Participant;
}

export interface CastSettings {
  readonly amounts: AmountRules;
  readonly unreadyPayees: UnreadyPayees;
  /** The time that a moment of the database stands for (docs/adr/0019-one-clock.md). */
  readonly momentOf: (moment: Date) => Date;
}

/**
 * Casts votes together in one transaction: locks the polls, participants and options, decides one vote
 * after the other, and writes the accepted ones. A refused request changes nothing
 * (docs/adr/0007-votes-are-cast-in-shared-transactions.md).
 */
export async function castVotes(
  tx: Transaction,
  requests: readonly CastRequest[],
  cache: PollCache,
  { amounts, momentOf, unreadyPayees }: CastSettings,
): Promise<readonly (CastOutcome | Unwritten)[]> {
  const bodies = requests.flatMap(({ body }) => (body.ok ? [body.value] : []));
  const rows = await lockCastRows(
    tx,
    {
      pollHashes: unique(requests.map(({ pollHash }) => pollHash)),
      participantIds: unique(bodies.map(({ participantId }) => participantId)),
      optionIds: unique(bodies.map(({ optionId }) => optionId)),
    },
    cache,
  );
  const now = rows.moment && momentOf(rows.moment);
  const named = requests.map((request) => nameCast(request, rows, now));
  const casts = named.filter((one) => one.kind === "named");
  const facts = await loadVotingFacts(
    tx,
    casts.flatMap(({ question }) => question ?? []),
  );
  const selling = sellers(casts.map(({ poll }) => poll));
  const unready = selling.length === 0 ? undefined : await unreadyPayees(tx, selling);
  const cases = casts.map((one) => ({
    ...one,
    amounts,
    payeeReady: unready === undefined || !unready.has(accountOfPoll(one.poll)),
    option: one.question && facts.options.get(one.question),
    voteDate: voteDateOf(one.poll, one.now),
  }));
  const decided = decideInOrder(cases, facts, decideCast).map(acceptedOrRefused);

  const accepted = decided.filter((one) => one.kind === "accepted");
  const createdAt = firstMade(accepted, facts.createdAt);
  await writeDecisions(tx, accepted, { createdAt });
  const losers = await readOptions(
    tx,
    accepted.map(({ decision }) => decision.vote.loserOptionId).filter((id) => id !== undefined),
  );
  const results = new Map(casts.map((one, index) => [one, decided[index]]));
  return named.map((one) => {
    const result = one.kind === "named" ? results.get(one) : one;
    if (result === undefined) throw new Error("a vote was not decided on");
    return result.kind === "accepted" ? outcomeOf(result, createdAt, losers) : result;
  });
}

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

/** An admitted cast with the rows that its body names. */
interface NamedCast extends Pick<CastRequest, "actor"> {
  readonly kind: "named";
  readonly now: Date;
  readonly poll: Poll;
  readonly access: AccessLevel;
  readonly cast: Cast;
  readonly participant: Participant | undefined;
  /** Undefined: the poll has no such participant or option. */
  readonly question: VoteInQuestion | undefined;
}

function nameCast(
  request: CastRequest,
  rows: LockedRows,
  now: Date | undefined,
): NamedCast | Unwritten {
  const { rule, actor, body, pollHash } = request;
  const poll = rows.polls.get(pollHash);
  const admission = admit(rule, { ...request, poll, participations: [] });
  if (admission.kind === "refused") return { ...admission, unadmitted: true };
  if (admission.kind !== "admitted") return admission;
  if (now === undefined) throw new Error("a poll was found at no moment");
  if (!body.ok) return { kind: "refused", refusal: new Invalid(body.errors) };
  const { access } = admission;
  const { participantId, optionId, cast } = body.value;
  const participant = inPoll(rows.participants.get(participantId), admission.poll);
  const option = inPoll(rows.options.get(optionId), admission.poll);
  const viewer = { access, ownerKey: ownerKeyOf(actor) };
  const question = participant &&
    option && { poll: admission.poll, participant, option, viewer, now };
  return { kind: "named", poll: admission.poll, actor, access, now, cast, participant, question };
}

const inPoll = <Row extends { readonly pollId: bigint }>(
  row: Row | undefined,
  poll: Poll,
): Row | undefined => (row?.pollId === poll.id ? row : undefined);

interface AcceptedCast extends DecisionToWrite {
  readonly kind: "accepted";
  readonly question: VoteInQuestion;
  readonly decision: Exclude<CastDecision, { readonly kind: "refused" }>;
}

function acceptedOrRefused({
  of: { question, poll, now },
  decision,
  writes,
}: DecidedCase<NamedCast, CastDecision>): AcceptedCast | Unwritten {
  if (writes === undefined) return decision;
  if (question === undefined) throw new Error("a vote without participant or option was accepted");
  return { kind: "accepted", question, decision, writes, pollId: poll.id, at: now };
}

/** When each vote was first made: before this batch, or by the first of its casts here. */
function firstMade(
  accepted: readonly AcceptedCast[],
  before: ReadonlyMap<string, Date>,
): ReadonlyMap<string, Date> {
  const first = new Map(before);
  for (const { decision, at } of accepted) {
    const { publicId } = decision.vote;
    if (!first.has(publicId)) first.set(publicId, at);
  }
  return first;
}

function outcomeOf(
  { decision, at, question: { poll, participant, option, viewer } }: AcceptedCast,
  createdAt: ReadonlyMap<string, Date>,
  losers: ReadonlyMap<bigint, Option>,
): CastOutcome {
  const row = decision.vote;
  const vote: WrittenVote = {
    poll,
    access: viewer.access,
    participant,
    option,
    loser: row.loserOptionId === undefined ? undefined : losers.get(row.loserOptionId),
    vote: {
      ...row,
      pollId: poll.id,
      createdAt: createdAt.get(row.publicId) ?? at,
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
