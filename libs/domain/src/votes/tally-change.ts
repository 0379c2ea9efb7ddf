import type { Participant } from "../participants/participant";
import { voteTypeAs } from "../vote-types";
import { exactSum } from "./exact-sum";
import { type CastVote, nothingUnlisted, type ParticipantVotes, type Unlisted } from "./vote";

/** The share of a vote in the tallies while its participant counts; stored in its row. */
export interface VoteWeight {
  readonly counts: boolean;
  readonly score: number;
  readonly saysNo: boolean;
}

const weightless: VoteWeight = { counts: false, score: 0, saysNo: false };

/** The weight of a vote: nothing for an abstention, the paid part of a bought vote. */
export function weightOf(
  vote: Pick<CastVote, "type" | "value" | "text" | "paidVotes">,
): VoteWeight {
  const sold = vote.paidVotes !== undefined;
  const type = voteTypeAs(vote.type, sold);
  const counted = sold ? { value: vote.paidVotes, text: undefined } : vote;
  if (type.isAbstention(counted)) return weightless;
  return { counts: true, score: type.score(counted), saysNo: type.isNo(counted) };
}

/** Votes of a fraudulent participant, or of one that owes the voting fee, do not count. */
export const participantCounts = ({
  fraudulent,
  paid,
}: Pick<Participant, "fraudulent" | "paid">): boolean => !fraudulent && paid !== false;

/** The part of a vote in the tally of an option. */
export interface Contribution {
  readonly votes: number;
  readonly total: number;
  readonly noes: number;
}

const noContribution: Contribution = { votes: 0, total: 0, noes: 0 };

/** The part of a vote in the tally of its option, in comparisons the winner. Ranks add up as ranks. */
export function contributionOf(
  vote: CastVote,
  participant: Pick<Participant, "fraudulent" | "paid">,
): Contribution {
  const { counts, score, saysNo } = weightOf(vote);
  if (!counts || !participantCounts(participant)) return noContribution;
  return { votes: 1, total: score, noes: saysNo ? 1 : 0 };
}

/** The part of a comparison in the tally of its loser: a vote without a win. */
export function loserContributionOf(
  vote: CastVote,
  participant: Pick<Participant, "fraudulent" | "paid">,
): Contribution {
  const { votes } = contributionOf(vote, participant);
  return { votes, total: 0, noes: 0 };
}

/** A change of the counts of one option and voting category (0: the poll has none). */
export interface OptionTallyChange extends Contribution {
  readonly optionId: bigint;
  readonly votingCategoryId: number;
  /** Participants with a counting vote on the option; kept in category 0. */
  readonly voters: number;
  /**
   * Participants who take one of the option's places (`limit_per_option`), whether they count or not,
   * by votes without a day; kept in category 0.
   */
  readonly places: number;
}

export interface TallyChange {
  /** By option, then category; without those that change nothing. */
  readonly options: readonly OptionTallyChange[];
  /** Participants, with `vote_per_day` their days, with any counting vote. */
  readonly ballots: number;
}

export const noTallyChange: TallyChange = { options: [], ballots: 0 };

/** A participant and its votes at one moment. */
export interface Voted {
  readonly participant: Pick<Participant, "fraudulent" | "paid">;
  readonly votes: readonly CastVote[];
}

/**
 * The change of the tallies between two states of a participant. Both list the votes that differ, and
 * the votes on the same options and of the same day; `unlisted` sums up the rest.
 */
export function tallyChange(
  before: Voted,
  after: Voted,
  unlisted: Unlisted = nothingUnlisted,
): TallyChange {
  const rows = new Map<string, OptionTallyChange>();
  addSides(rows, before, -1);
  addSides(rows, after, 1);
  const had = votedOn(before);
  const has = votedOn(after);
  for (const [optionId, change] of setChange(had.optionIds, has.optionIds, unlisted.optionIds)) {
    add(rows, optionId, 0, { ...nothing, voters: change });
  }
  for (const [optionId, change] of setChange(placesOf(before), placesOf(after), new Set())) {
    add(rows, optionId, 0, { ...nothing, places: change });
  }
  const ballots = setChange(had.ballots, has.ballots, unlisted.ballots);
  return {
    options: [...rows.values()].filter(changesAnything).sort(byOptionAndCategory),
    ballots: ballots.reduce((sum, [, change]) => sum + change, 0),
  };
}

/** The change of the tallies when a participant's votes become `votes`. */
export const votesChange = (
  participant: Voted["participant"],
  before: Pick<ParticipantVotes, "votes" | "unlisted">,
  votes: readonly CastVote[],
): TallyChange =>
  tallyChange({ participant, votes: before.votes }, { participant, votes }, before.unlisted);

/** Several changes as one. */
export function mergeTallyChanges(changes: readonly TallyChange[]): TallyChange {
  const rows = new Map<string, OptionTallyChange>();
  for (const { options } of changes) {
    for (const change of options) add(rows, change.optionId, change.votingCategoryId, change);
  }
  return {
    options: [...rows.values()].filter(changesAnything).sort(byOptionAndCategory),
    ballots: changes.reduce((sum, { ballots }) => sum + ballots, 0),
  };
}

function addSides(
  rows: Map<string, OptionTallyChange>,
  { participant, votes }: Voted,
  sign: 1 | -1,
): void {
  for (const vote of votes) {
    const category = vote.votingCategoryId ?? 0;
    add(rows, vote.optionId, category, signed(contributionOf(vote, participant), sign));
    if (vote.loserOptionId === undefined) continue;
    const loss = signed(loserContributionOf(vote, participant), sign);
    add(rows, vote.loserOptionId, category, loss);
  }
}

const signed = ({ votes, total, noes }: Contribution, sign: 1 | -1): TallyAmounts => ({
  ...nothing,
  votes: sign * votes,
  total: sign * total,
  noes: sign * noes,
});

type TallyAmounts = Omit<OptionTallyChange, "optionId" | "votingCategoryId">;

const nothing: TallyAmounts = { votes: 0, total: 0, noes: 0, voters: 0, places: 0 };

function add(
  rows: Map<string, OptionTallyChange>,
  optionId: bigint,
  votingCategoryId: number,
  { votes, total, noes, voters, places }: TallyAmounts,
): void {
  const key = `${optionId}:${votingCategoryId}`;
  const row = rows.get(key);
  rows.set(key, {
    optionId,
    votingCategoryId,
    votes: (row?.votes ?? 0) + votes,
    total: exactSum(row?.total ?? 0, total),
    noes: (row?.noes ?? 0) + noes,
    voters: (row?.voters ?? 0) + voters,
    places: (row?.places ?? 0) + places,
  });
}

function votedOn({ participant, votes }: Voted) {
  const optionIds = new Set<bigint>();
  const ballots = new Set<string | undefined>();
  if (!participantCounts(participant)) return { optionIds, ballots };
  for (const vote of votes) {
    if (!weightOf(vote).counts) continue;
    optionIds.add(vote.optionId);
    if (vote.loserOptionId !== undefined) optionIds.add(vote.loserOptionId);
    ballots.add(vote.voteDate);
  }
  return { optionIds, ballots };
}

/** Options on which one of the votes takes a place; those of a day are counted day by day when asked. */
const placesOf = ({ votes }: Voted): ReadonlySet<bigint> =>
  new Set(
    votes
      .filter(
        (vote) =>
          vote.voteDate === undefined &&
          voteTypeAs(vote.type, vote.paidVotes !== undefined).takesPlace(vote),
      )
      .map(({ optionId }) => optionId),
  );

function setChange<Member>(
  before: ReadonlySet<Member>,
  after: ReadonlySet<Member>,
  always: ReadonlySet<Member>,
): readonly (readonly [Member, 1 | -1])[] {
  const without = (from: ReadonlySet<Member>, other: ReadonlySet<Member>) =>
    [...from].filter((member) => !other.has(member) && !always.has(member));
  return [
    ...without(after, before).map((member) => [member, 1] as const),
    ...without(before, after).map((member) => [member, -1] as const),
  ];
}

const changesAnything = ({ votes, total, noes, voters, places }: OptionTallyChange): boolean =>
  votes !== 0 || total !== 0 || noes !== 0 || voters !== 0 || places !== 0;

const byOptionAndCategory = (one: OptionTallyChange, other: OptionTallyChange): number =>
  one.optionId === other.optionId
    ? one.votingCategoryId - other.votingCategoryId
    : one.optionId < other.optionId
      ? -1
      : 1;
