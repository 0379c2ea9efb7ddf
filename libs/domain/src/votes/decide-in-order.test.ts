import fc from "fast-check";
import type { PollSettings } from "../polls/settings";
import { voteTypeAs } from "../vote-types";
import { takesPlace } from "../vote-values";
import { type CastDecision, type CastFacts, decideCast } from "./decide-cast";
import { type ChangeDecision, decideChange } from "./decide-change";
import { type CreditDecision, decideCredit } from "./decide-credit";
import { type CaseState, decideInOrder, type VotesBefore } from "./decide-in-order";
import { decideWithdraw, type WithdrawDecision } from "./decide-withdraw";
import { mergeTallyChanges, type TallyChange, tallyChange, weightOf } from "./tally-change";
import {
  euros,
  now,
  optionFacts,
  ordinaryOption,
  ordinaryParticipant,
  ordinaryPoll,
  storedVote,
} from "./testing/ordinary";
import {
  type ListedVote,
  nothingUnlisted,
  noVotes,
  type Pair,
  type ParticipantVotes,
  type Unlisted,
} from "./vote";
import { voteDateOf } from "./voting-window";

const participantIds = [10n, 11n, 12n] as const;
const optionIds = [100n, 101n, 102n] as const;

interface Request {
  readonly participantId: bigint;
  readonly optionId: bigint;
  readonly vote: number;
}

const settings: fc.Arbitrary<Partial<PollSettings>> = fc.record({
  vote_type: fc.constantFrom(
    "Votes::BooleanVote",
    "Votes::DotVote",
    "Votes::RankedVote",
    "Votes::RangeVote",
  ),
  vote_limit_per_voter: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
  limit_per_option: fc.integer({ min: 0, max: 3 }),
  limit_per_option_type: fc.constantFrom("limit_for_all", "no_limit"),
  vote_per_day: fc.boolean(),
  voting_fee: fc.constant(100),
  voting_fee_type: fc.constantFrom("voting_sell_votes", undefined),
});

const requests: fc.Arbitrary<readonly Request[]> = fc.array(
  fc.record({
    participantId: fc.constantFrom(...participantIds),
    optionId: fc.constantFrom(...optionIds),
    vote: fc.integer({ min: -1, max: 4 }),
  }),
  { maxLength: 25 },
);

/** Participant 12 waits for its opt-in. */
const participantOf = (id: bigint) =>
  ordinaryParticipant({
    id,
    ownerKey: `user:${id}`,
    confirmedAt: id === 12n ? undefined : now,
  });

interface Stored {
  readonly votes: readonly ListedVote[];
  readonly held: readonly ListedVote[];
}

/** Writes a decision as the tables would. */
function store({ votes, held }: Stored, decision: CastDecision): Stored {
  if (decision.kind === "refused") return { votes, held };
  const put = (list: readonly ListedVote[]) => [
    ...list.filter(({ publicId }) => publicId !== decision.vote.publicId),
    decision.vote,
  ];
  return decision.kind === "held" ? { votes, held: put(held) } : { votes: put(votes), held };
}

/** Facts of one cast, read from the stored votes. */
function factsFrom(
  stored: Stored,
  base: Pick<CastFacts, "poll">,
  { participantId, optionId, vote }: Request,
  index: number,
  listing: "all" | "some" = "all",
): CastFacts {
  const mine = (list: readonly ListedVote[]) =>
    list.filter((entry) => entry.participantId === participantId);
  const listed = (entry: ListedVote) =>
    listing === "all" || entry.optionId === optionId || entry.value === vote;
  const votes = mine(stored.votes);
  const takers = stored.votes.filter((entry) => entry.optionId === optionId && takesPlace(entry));
  const participantVotes: ParticipantVotes = {
    votes: votes.filter(listed),
    held: mine(stored.held),
    unlisted: summaryOf(votes.filter((entry) => !listed(entry))),
  };
  return {
    ...base,
    actor: { kind: "user", accountId: participantId },
    access: "member",
    now,
    amounts: euros,
    participant: participantOf(participantId),
    participantVotes,
    option: optionFacts({
      option: ordinaryOption({ id: optionId }),
      placesTaken: new Set(takers.map((entry) => entry.participantId)).size,
      votableOptions: optionIds.length,
    }),
    offer: undefined,
    cast: { publicId: `v${index}`, vote },
  };
}

function summaryOf(votes: readonly ListedVote[]): Unlisted {
  if (votes.length === 0) return nothingUnlisted;
  const counting = votes.filter((vote) => weightOf(vote).counts);
  const use = votes.map((vote) =>
    voteTypeAs(vote.type, vote.paidVotes !== undefined).limitUse(vote),
  );
  return {
    limitUse: new Map([[undefined, use.reduce((sum, one) => sum + one, 0)]]),
    countingDays: new Set(counting.map(({ voteDate }) => voteDate)),
    optionIds: new Set(counting.map(({ optionId }) => optionId)),
  };
}

function oneByOne(
  given: Partial<PollSettings>,
  list: readonly Request[],
  listing: "all" | "some",
): { readonly decisions: readonly CastDecision[]; readonly stored: Stored } {
  const base = { poll: ordinaryPoll({ settings: given }) };
  let stored: Stored = { votes: [], held: [] };
  const decisions = list.map((request, index) => {
    const decision = decideCast(factsFrom(stored, base, request, index, listing));
    stored = store(stored, decision);
    return decision;
  });
  return { decisions, stored };
}

/** All facts are read once, before the first decision. */
function inOneBatch(
  given: Partial<PollSettings>,
  list: readonly Request[],
): readonly CastDecision[] {
  const base = { poll: ordinaryPoll({ settings: given }) };
  const cases = list.map((request, index) => ({
    ...factsFrom({ votes: [], held: [] }, base, request, index),
    voteDate: voteDateOf(base.poll, now),
  }));
  const before = { participantVotes: new Map(), offers: new Map(), branching: new Map() };
  return decideInOrder(cases, before, (one, state) => decideCast({ ...one, ...state })).map(
    ({ decision }) => decision,
  );
}

const summary = (decision: CastDecision) =>
  decision.kind === "refused" ? decision.refusal.code : decision;

const changesOf = (decisions: readonly CastDecision[]): readonly TallyChange[] =>
  decisions.flatMap((decision) => ("tallyChange" in decision ? [decision.tallyChange] : []));

describe("casts of one transaction", () => {
  test("a batch equals its casts one by one", () => {
    fc.assert(
      fc.property(settings, requests, (given, list) => {
        expect(inOneBatch(given, list).map(summary)).toEqual(
          oneByOne(given, list, "all").decisions.map(summary),
        );
      }),
      { numRuns: 300 },
    );
  });

  test("summed up votes decide as listed ones", () => {
    fc.assert(
      fc.property(settings, requests, (given, list) => {
        expect(oneByOne(given, list, "some").decisions.map(summary)).toEqual(
          oneByOne(given, list, "all").decisions.map(summary),
        );
      }),
      { numRuns: 300 },
    );
  });

  test("the changes of the tallies add up to a recount", () => {
    fc.assert(
      fc.property(settings, requests, (given, list) => {
        const { decisions, stored } = oneByOne(given, list, "some");
        const recounts = participantIds.map((id) => {
          const participant = participantOf(id);
          const votes = stored.votes.filter(({ participantId }) => participantId === id);
          return tallyChange({ participant, votes: [] }, { participant, votes });
        });
        expect(mergeTallyChanges(changesOf(decisions))).toEqual(mergeTallyChanges(recounts));
      }),
      { numRuns: 300 },
    );
  });

  test("limits hold for all casts", () => {
    fc.assert(
      fc.property(settings, requests, (given, list) => {
        const { votes } = oneByOne(given, list, "all").stored;
        const { vote_limit_per_voter: perVoter, limit_per_option: places } = given;
        for (const id of participantIds) {
          const mine = votes.filter(({ participantId }) => participantId === id);
          const used = summaryOf(mine).limitUse.get(undefined) ?? 0;
          if (perVoter !== undefined) expect(used).toBeLessThanOrEqual(perVoter);
        }
        for (const id of optionIds) {
          const takers = votes.filter((vote) => vote.optionId === id && takesPlace(vote));
          if (given.limit_per_option_type === "limit_for_all") {
            expect(takers.length).toBeLessThanOrEqual(places ?? 0);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("writes of a decision, and the state after it", () => {
  const participant = participantOf(10n);
  const no = storedVote({ type: "Votes::BooleanVote", value: -1 });
  const yes = { ...no, value: 1 };
  const poll = ordinaryPoll({ settings: { vote_type: "Votes::BooleanVote", limit_per_option: 1 } });
  const pair = [100n, 99n] as const;
  const comparison = { ...yes, type: "Votes::PairwiseVote", loserOptionId: 99n };

  const before = (votes: readonly ListedVote[], offer?: Pair) => ({
    participantVotes: new Map([[10n, { ...noVotes, votes }]]),
    offers: new Map(offer && [[10n, offer] as const]),
    branching: new Map(),
  });
  const one = { participant, option: optionFacts({ placesTaken: 0 }), voteDate: undefined };
  const common = { poll, actor: { kind: "user", accountId: 10n }, access: "member", now } as const;

  const change = (vote: ListedVote, input: number) => (state: CaseState) =>
    decideChange({
      ...common,
      amounts: euros,
      participant,
      vote,
      input: { vote: input },
      participantVotes: state.participantVotes,
      option: state.option ?? one.option,
    });
  const withdraw = (vote: ListedVote) => (state: CaseState) =>
    decideWithdraw({ ...common, ...state, accountMayDelete: true, participant, vote });
  const credit = (vote: ListedVote) => (state: CaseState) =>
    decideCredit({ ...state, participant, vote, paidVotesChange: 1 });

  /** The writes of one decision, and the state after it. */
  function after(
    votes: VotesBefore,
    decide: (state: CaseState) => ChangeDecision | WithdrawDecision | CreditDecision,
  ) {
    const seen: CaseState[] = [];
    const [first] = decideInOrder([one, one], votes, (_, state) => {
      seen.push(state);
      return decide(state);
    });
    return { writes: first?.writes, state: seen[1] };
  }

  test("a change stores the vote, and moves its place", () => {
    const { writes, state } = after(before([no]), change(no, 1));
    expect(writes).toMatchObject({ stored: [{ value: 1 }], changedByAdmin: undefined });
    expect(state).toMatchObject({
      participantVotes: { votes: [{ value: 1 }] },
      option: { placesTaken: 1 },
    });
  });

  test("a change that no count shows is to be notified", () => {
    const abstention = { ...no, value: undefined };
    const notifies = (vote: ListedVote, input: number) =>
      after(before([vote]), change(vote, input)).writes?.notifies;
    expect([notifies(no, 1), notifies(abstention, 0)]).toEqual([false, true]);
  });

  test("a change to the own value writes nothing", () => {
    expect(after(before([no]), change(no, -1)).writes).toMatchObject({
      stored: [],
      changedByAdmin: undefined,
      notifies: false,
    });
  });

  test("a withdrawal removes the vote, gives its place back and offers its pair again", () => {
    const { writes, state } = after(before([comparison], [1n, 2n]), withdraw(comparison));
    expect(writes).toMatchObject({
      removed: [{ publicId: "vote-1" }],
      offer: { participantId: 10n, pair },
    });
    expect(state).toMatchObject({ participantVotes: { votes: [] }, offer: pair });
    expect(state?.option?.placesTaken).toBe(-1);
  });

  test("a vote on the pair on offer takes the offer away", () => {
    const comparisons = ordinaryPoll({ type: "Polls::PairwiseComparison" });
    const [decided] = decideInOrder([one], before([], pair), (_, state) =>
      decideCast({
        ...common,
        ...state,
        poll: comparisons,
        participant,
        amounts: euros,
        cast: { publicId: "new", vote: 1 },
      }),
    );
    expect(decided?.writes?.offer).toStrictEqual({ participantId: 10n, pair: undefined });
  });

  test("places are kept by option and day", () => {
    const days = ["2030-05-14", "2030-05-15", "2030-05-15"];
    const seen: (number | undefined)[] = [];
    decideInOrder(
      days.map((voteDate) => ({ ...one, voteDate })),
      before([]),
      ({ voteDate }, { participantVotes, option }) => {
        seen.push(option?.placesTaken);
        const vote = { ...yes, voteDate, publicId: `vote of ${voteDate}` };
        return decideCredit({ participant, participantVotes, vote, paidVotesChange: 1 });
      },
    );
    expect(seen).toEqual([0, 0, 1]);
  });

  test("an unknown participant or option is refused, and never written for", () => {
    const nothing = { ...one, participant: undefined, option: undefined };
    const [refused] = decideInOrder([nothing], before([]), (one, state) =>
      decideCast({
        ...common,
        ...one,
        ...state,
        amounts: euros,
        cast: { publicId: "new", vote: 1 },
      }),
    );
    expect(refused?.decision).toMatchObject({ refusal: { code: "participant_not_found" } });
    const accept = change(no, 1);
    expect(() => decideInOrder([nothing], before([]), (_, state) => accept(state))).toThrow(
      "without a participant",
    );
  });

  test("a credit that changes no count only stores the vote", () => {
    const bought = { ...yes, value: 2, paidVotes: 1 };
    const [decided] = decideInOrder([one], before([bought]), (_, { participantVotes }) =>
      decideCredit({
        participantVotes,
        vote: bought,
        paidVotesChange: 1,
        participant: { ...participant, fraudulent: true },
      }),
    );
    expect(decided?.writes).toStrictEqual({
      stored: [{ ...bought, paidVotes: 2 }],
      held: [],
      removed: [],
      offer: undefined,
      changedByAdmin: undefined,
      notifies: false,
      tallyChange: { options: [], ballots: 0 },
    });
  });

  test("a held vote changes no count", () => {
    const waiting = { ...participant, confirmedAt: undefined };
    const [decided] = decideInOrder([{ ...one, participant: waiting }], before([]), (_, state) =>
      decideCast({
        ...common,
        ...state,
        participant: waiting,
        amounts: euros,
        cast: { publicId: "new", vote: 1 },
      }),
    );
    expect(decided?.writes?.held).toHaveLength(1);
    expect(decided?.writes?.tallyChange).toStrictEqual({ options: [], ballots: 0 });
  });

  test("a credit stores the vote and leaves the pair on offer", () => {
    const bought = { ...yes, value: 2, paidVotes: 1 };
    const { writes, state } = after(before([bought], pair), credit(bought));
    expect(writes).toMatchObject({ stored: [{ paidVotes: 2 }], offer: undefined });
    expect(state?.offer).toEqual(pair);
  });

  test("a refusal writes nothing and leaves everything", () => {
    const { writes, state } = after(before([no]), change(no, 9));
    expect(writes).toBeUndefined();
    expect(state?.participantVotes.votes).toEqual([no]);
  });
});
