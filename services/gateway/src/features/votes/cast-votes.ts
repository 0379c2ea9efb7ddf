import {
  changeTallies,
  holdNamed,
  type NewVote,
  type PollCache,
  readOptions,
  storeHeldVotes,
  storePairOffer,
  storeVotes,
  type Transaction,
} from "@polls/db";
import { type AccessLevel, ownerKeyOf } from "@polls/domain/access";
import type { Reading } from "@polls/domain/input";
import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";
import {
  applyCast,
  type Cast,
  type CastDecision,
  type CastFacts,
  decideCast,
  mergeTallyChanges,
  type OptionFacts,
  type Pair,
  type Purchase,
  type Standing,
  type Vote,
  weightOf,
} from "@polls/domain/votes";
import type { Settled } from "./coalesce";
import { type Entered, enterPoll, type PollVisit } from "./enter-poll";
import { loadVotingFacts, type VotingFacts, voteDayOf } from "./voting-facts";

/** A vote that somebody asks to cast. */
export interface CastRequest extends PollVisit {
  /** The body as far as it could be read; what is wrong with it is told after the poll is known. */
  readonly body: Reading<{
    readonly participantId: string;
    readonly optionId: string;
    readonly cast: Cast;
  }>;
  readonly at: Date;
}

/** What became of a vote that was accepted; each of these is committed. */
export type CastOutcome =
  | {
      readonly kind: "cast";
      readonly vote: CastResult;
      /** It took the place of a purchase, and leaves nothing to pay. */
      readonly endsPurchase: boolean;
    }
  /** Kept until the participant's address is confirmed: HTTP answers 422, and the row stays. */
  | { readonly kind: "held"; readonly vote: CastResult }
  /** Bought: counts once it is paid for. */
  | {
      readonly kind: "to_pay";
      readonly vote: CastResult;
      readonly purchase: Purchase;
      /** The vote was there before, with a payment maybe. */
      readonly replaces: boolean;
    };

/** A vote as it was written, with what its presentation needs. */
export interface CastResult {
  readonly poll: Poll;
  readonly access: AccessLevel;
  readonly vote: Omit<Vote, "id">;
  readonly option: Option;
  readonly participant: Participant;
  readonly loser: Option | undefined;
}

export interface CastSettings {
  /** `PAYMENT_MINIMUM`, in the minor unit of the currency. */
  readonly paymentMinimum: number;
}

/**
 * Casts votes together, inside the transaction of `sql`: holds the polls, locks the participants in
 * the order of their ids, decides one vote after the other, writes all that were accepted. Each
 * request gets its own outcome or refusal; one that is refused changes nothing (ADR 0007).
 */
export async function castVotes(
  tx: Transaction,
  requests: readonly CastRequest[],
  cache: PollCache,
  settings: CastSettings,
): Promise<readonly Settled<CastOutcome>[]> {
  const bodies = requests.flatMap(({ body }) => (body.ok ? [body.value] : []));
  const { polls, participants, options } = await holdNamed(
    tx,
    {
      pollHashes: unique(requests.map(({ pollHash }) => pollHash)),
      participantIds: unique(bodies.map((body) => body.participantId)),
      optionIds: unique(bodies.map((body) => body.optionId)),
    },
    cache,
  );
  const admitted = requests.map((request) => admit(request, polls));

  const cases = admitted.map((one) => {
    if (!one.ok) return undefined;
    const { poll, access, body, request } = one.result;
    const participant = inPoll(participants.get(body.participantId), poll);
    const option = inPoll(options.get(body.optionId), poll);
    if (participant === undefined || option === undefined) return undefined;
    const viewer = { access, ownerKey: ownerKeyOf(request.actor) };
    return { poll, participant, option, viewer, at: request.at };
  });
  const complete = cases.filter((one) => one !== undefined);
  const facts = await loadVotingFacts(tx, complete);
  const state = new BatchState(complete, facts);

  const decided = admitted.map((one, index): Settled<Decided> => {
    if (!one.ok) return one;
    const { poll, access, body, request } = one.result;
    const known = cases[index];
    const castFacts: CastFacts = {
      poll,
      actor: request.actor,
      now: request.at,
      paymentMinimum: settings.paymentMinimum,
      cast: body.cast,
      participant: inPoll(participants.get(body.participantId), poll),
      option: known && state.optionOf(known),
      standing: known === undefined ? noStanding : state.standingOf(known.participant),
      offer: known && state.offerOf(known.participant),
    };
    const decision = decideCast(castFacts);
    if (decision.kind === "refused") return { ok: false, error: decision.refusal };
    if (known === undefined) throw new Error("a vote without participant or option was accepted");
    state.apply(known, castFacts, decision);
    return { ok: true, result: { ...known, decision, access } };
  });
  const accepted = decided.flatMap((one) => (one.ok ? [one.result] : []));
  const createdAt = firstMade(accepted, facts.createdAt);
  await write(tx, accepted, createdAt);
  const losers = await readOptions(
    tx,
    accepted.map(({ decision }) => decision.vote.loserOptionId).filter((id) => id !== undefined),
  );
  return decided.map((one) =>
    one.ok ? { ok: true, result: outcomeOf(one.result, createdAt, losers) } : one,
  );
}

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

const inPoll = <Row extends { readonly pollId: bigint }>(
  row: Row | undefined,
  poll: Poll,
): Row | undefined => (row?.pollId === poll.id ? row : undefined);

interface Admitted extends Entered {
  readonly request: CastRequest;
  readonly body: { readonly participantId: string; readonly optionId: string; readonly cast: Cast };
}

/** The first checks of decisions 6: the poll, its door, then the form of the body. */
function admit(request: CastRequest, polls: ReadonlyMap<string, Poll>): Settled<Admitted> {
  const entered = enterPoll(request, polls);
  if (!entered.ok) return entered;
  if (!request.body.ok) return { ok: false, error: new Invalid(request.body.errors) };
  return { ok: true, result: { ...entered.result, request, body: request.body.value } };
}

type Accepted = Exclude<CastDecision, { readonly kind: "refused" }>;

interface Decided {
  readonly decision: Accepted;
  readonly poll: Poll;
  readonly access: AccessLevel;
  readonly participant: Participant;
  readonly option: Option;
  readonly at: Date;
}

const noStanding: Standing = {
  votes: [],
  held: [],
  unlisted: { limitUse: new Map(), ballots: new Set(), optionIds: new Set() },
};

type Case = Pick<Decided, "poll" | "participant" | "option" | "at">;

const placeKey = ({ poll, option, at }: Case): string =>
  `${option.id} ${voteDayOf(poll, at) ?? ""}`;

/** What the facts are after the decisions so far: each vote of a batch is decided on those before it. */
class BatchState {
  readonly #standings: Map<bigint, Standing>;
  readonly #offers: Map<bigint, Pair>;
  readonly #options = new Map<Case, OptionFacts>();
  readonly #placesTaken = new Map<string, number>();

  constructor(cases: readonly Case[], facts: VotingFacts) {
    this.#standings = new Map(facts.standings);
    this.#offers = new Map(facts.offers);
    cases.forEach((one, index) => {
      const option = facts.options[index];
      if (option === undefined) return;
      this.#options.set(one, option);
      this.#placesTaken.set(placeKey(one), option.placesTaken);
    });
  }

  optionOf(one: Case): OptionFacts | undefined {
    const facts = this.#options.get(one);
    return facts && { ...facts, placesTaken: this.#placesTaken.get(placeKey(one)) ?? 0 };
  }

  standingOf({ id }: Participant): Standing {
    return this.#standings.get(id) ?? noStanding;
  }

  offerOf({ id }: Participant): Pair | undefined {
    return this.#offers.get(id);
  }

  apply(one: Case, facts: CastFacts, decision: Accepted): void {
    const { participant } = one;
    const after = applyCast(facts, decision);
    this.#standings.set(participant.id, after.standing);
    this.#placesTaken.set(placeKey(one), after.placesTaken);
    if (after.offer === undefined) this.#offers.delete(participant.id);
    else this.#offers.set(participant.id, after.offer);
  }
}

/** Votes, then what they change, tallies last: their rows are the ones others wait for. */
async function write(
  tx: Transaction,
  decided: readonly Decided[],
  createdAt: ReadonlyMap<string, Date>,
): Promise<void> {
  const counted = decided.filter(({ decision }) => decision.kind !== "held");
  const held = decided.filter(({ decision }) => decision.kind === "held");
  const rowsOf = (some: readonly Decided[]) =>
    lastOfEach(
      some.map((one) => ({
        ...newVote(one),
        createdAt: createdAt.get(one.decision.vote.publicId),
      })),
    );
  const compared = decided.filter(({ decision }) => decision.vote.loserOptionId !== undefined);
  const ballots = new Map<bigint, number>();
  const changes = counted.flatMap(({ decision, poll }) => {
    if (decision.kind === "held") return [];
    ballots.set(poll.id, (ballots.get(poll.id) ?? 0) + decision.tallyChange.ballots);
    return [decision.tallyChange];
  });
  await Promise.all([
    storeVotes(tx, rowsOf(counted)),
    storeHeldVotes(tx, rowsOf(held)),
    ...compared.map(({ participant }) => storePairOffer(tx, participant.id, undefined)),
    changeTallies(tx, mergeTallyChanges(changes), ballots),
  ]);
}

const newVote = ({ decision: { vote }, poll, at }: Decided): NewVote => {
  const { stepId: _, ...row } = vote;
  return { ...row, ...weightOf(vote), pollId: poll.id, at };
};

/** When each vote was first made: before this batch, or by the first of its casts here. */
function firstMade(
  decided: readonly Decided[],
  before: ReadonlyMap<string, Date>,
): ReadonlyMap<string, Date> {
  const first = new Map(before);
  for (const { decision, at } of decided) {
    const { publicId } = decision.vote;
    if (!first.has(publicId)) first.set(publicId, at);
  }
  return first;
}

/** A vote that was replaced within the batch is written once, with its last value. */
const lastOfEach = (votes: readonly NewVote[]): NewVote[] => [
  ...new Map(votes.map((vote) => [vote.publicId, vote])).values(),
];

function outcomeOf(
  { decision, poll, access, participant, option, at }: Decided,
  createdAt: ReadonlyMap<string, Date>,
  losers: ReadonlyMap<bigint, Option>,
): CastOutcome {
  const { stepId: _, ...row } = decision.vote;
  const first = createdAt.get(row.publicId) ?? at;
  const vote: CastResult = {
    poll,
    access,
    participant,
    option,
    loser: row.loserOptionId === undefined ? undefined : losers.get(row.loserOptionId),
    vote: { ...row, pollId: poll.id, createdAt: first, updatedAt: at },
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
