import type { Participant } from "../participants/participant";
import { voteTypeAs } from "../vote-types";
import { choiceOf, takesPlace } from "../vote-values";
import { exactSum } from "./exact-sum";
import { type CastVote, nothingUnlisted, type ParticipantVotes, type Unlisted } from "./vote";

/** The share of a vote in the tallies while its participant counts. It is stored in the row of the vote. */
export interface VoteWeight {
  readonly counts: boolean;
  readonly score: number;
  readonly saysNo: boolean;
}

const weightless: VoteWeight = { counts: false, score: 0, saysNo: false };

/** The weight of a vote: 0 for an abstention and on a skipped step, the paid part for a bought vote. */
export function weightOf(
  vote: Pick<CastVote, "type" | "value" | "text" | "paidVotes" | "skipped">,
): VoteWeight {
  if (vote.skipped) return weightless;
  const sold = vote.paidVotes !== undefined;
  const type = voteTypeAs(vote.type, sold);
  const counted = sold ? { value: vote.paidVotes, text: undefined } : vote;
  if (type.isAbstention(counted)) return weightless;
  return {
    counts: true,
    score: type.score(counted),
    saysNo: choiceOf(type.choices, counted.value)?.opinion === "no",
  };
}

/** Votes do not count if the participant is fraudulent or owes the voting fee. */
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

/** The part of a vote in the tally of its option; in comparisons, of the winner. Ranks are added as ranks. */
export function contributionOf(
  vote: CastVote,
  participant: Pick<Participant, "fraudulent" | "paid">,
): Contribution {
  const { counts, score, saysNo } = weightOf(vote);
  if (!counts || !participantCounts(participant)) return noContribution;
  return { votes: 1, total: score, noes: saysNo ? 1 : 0 };
}

/** The part of a comparison in the tally of the loser: a vote without a win. */
export function loserContributionOf(
  vote: CastVote,
  participant: Pick<Participant, "fraudulent" | "paid">,
): Contribution {
  const { votes } = contributionOf(vote, participant);
  return { votes, total: 0, noes: 0 };
}

/** A change of the tally of one option and voting category (0: the poll has none). */
export interface OptionTallyChange extends Contribution {
  readonly optionId: bigint;
  readonly votingCategoryId: number;
  /** Participants with a counting vote on the option. Stored in category 0. */
  readonly voters: number;
  /** Participants whose votes without a day take a place of the option, even if uncounted. Stored in category 0. */
  readonly places: number;
}

export interface TallyChange {
  /** By option and category, without empty changes. */
  readonly options: readonly OptionTallyChange[];
  /** Participants with a counting vote; with `vote_per_day`, days of participants. */
  readonly ballots: number;
}

export const noTallyChange: TallyChange = { options: [], ballots: 0 };

/** A participant and its votes at one moment. */
export interface Voted {
  readonly participant: Pick<Participant, "fraudulent" | "paid">;
  readonly votes: readonly CastVote[];
}

/**
 * The change of the tallies between two states of a participant. Both list the votes that differ, and those on the same
 * options and of the same day. `unlisted` sums up the others.
 */
export function tallyChange(
  before: Voted,
  after: Voted,
  unlisted: Unlisted = nothingUnlisted,
): TallyChange {
  const { removed, added } = differing(before, after);
  const rows: Rows = new Map();
  for (const vote of removed) addVote(rows, vote, before.participant, -1);
  for (const vote of added) addVote(rows, vote, after.participant, 1);
  const [optionIds, days]: [bigint[], (string | undefined)[]] = [[], []];
  for (const vote of [...removed, ...added]) {
    addOnce(optionIds, vote.optionId);
    if (vote.loserOptionId !== undefined) addOnce(optionIds, vote.loserOptionId);
    addOnce(days, vote.voteDate);
  }
  for (const id of optionIds) {
    const row = rowOf(rows, id, 0);
    if (!unlisted.optionIds.has(id)) {
      row.voters += Number(votesOn(after, id)) - Number(votesOn(before, id));
    }
    row.places += Number(takesPlaceOn(after, id)) - Number(takesPlaceOn(before, id));
  }
  let ballots = 0;
  for (const day of days) {
    if (!unlisted.countingDays.has(day))
      ballots += Number(votesAt(after, day)) - Number(votesAt(before, day));
  }
  return { options: inOrder(rows), ballots };
}

function addOnce<Value>(values: Value[], value: Value): void {
  if (!values.includes(value)) values.push(value);
}

/** The lists without their common beginning and end. These parts have all votes that differ. */
function differing(before: Voted, after: Voted) {
  const [old, now] = [before.votes, after.votes];
  if (before.participant !== after.participant) return { removed: old, added: now };
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return { removed: old.slice(start, old.length - end), added: now.slice(start, now.length - end) };
}

const votesOn = ({ participant, votes }: Voted, optionId: bigint): boolean =>
  participantCounts(participant) &&
  votes.some(
    (vote) =>
      (vote.optionId === optionId || vote.loserOptionId === optionId) && weightOf(vote).counts,
  );

const votesAt = ({ participant, votes }: Voted, day: string | undefined): boolean =>
  participantCounts(participant) &&
  votes.some((vote) => vote.voteDate === day && weightOf(vote).counts);

/** Whether one of the votes takes a place on the option. Votes with a day are counted separately. */
const takesPlaceOn = ({ votes }: Voted, optionId: bigint): boolean =>
  votes.some(
    (vote) => vote.optionId === optionId && vote.voteDate === undefined && takesPlace(vote),
  );

/** The change of the tallies when a participant's votes become `votes`. */
export const tallyChangeOfVotes = (
  participant: Voted["participant"],
  before: Pick<ParticipantVotes, "votes" | "unlisted">,
  votes: readonly CastVote[],
): TallyChange =>
  tallyChange({ participant, votes: before.votes }, { participant, votes }, before.unlisted);

/** Merges several changes. */
export function mergeTallyChanges(changes: readonly TallyChange[]): TallyChange {
  const rows: Rows = new Map();
  let ballots = 0;
  for (const change of changes) {
    for (const option of change.options) {
      add(rowOf(rows, option.optionId, option.votingCategoryId), option);
    }
    ballots += change.ballots;
  }
  return { options: inOrder(rows), ballots };
}

type Row = { -readonly [Name in keyof OptionTallyChange]: OptionTallyChange[Name] };
type Rows = Map<string, Row>;

function rowOf(rows: Rows, optionId: bigint, votingCategoryId: number): Row {
  const key = `${optionId}:${votingCategoryId}`;
  const known = rows.get(key);
  if (known !== undefined) return known;
  const row = { optionId, votingCategoryId, votes: 0, total: 0, noes: 0, voters: 0, places: 0 };
  rows.set(key, row);
  return row;
}

function add(row: Row, change: OptionTallyChange): void {
  addContribution(row, change, 1);
  row.voters += change.voters;
  row.places += change.places;
}

function addVote(
  rows: Rows,
  vote: CastVote,
  participant: Voted["participant"],
  sign: 1 | -1,
): void {
  const category = vote.votingCategoryId ?? 0;
  addContribution(rowOf(rows, vote.optionId, category), contributionOf(vote, participant), sign);
  if (vote.loserOptionId === undefined) return;
  const loss = loserContributionOf(vote, participant);
  addContribution(rowOf(rows, vote.loserOptionId, category), loss, sign);
}

function addContribution(row: Row, { votes, total, noes }: Contribution, sign: 1 | -1): void {
  row.votes += sign * votes;
  row.total = exactSum(row.total, sign * total);
  row.noes += sign * noes;
}

const inOrder = (rows: Rows): readonly OptionTallyChange[] =>
  [...rows.values()].filter(changesAnything).sort(byOptionAndCategory);

const changesAnything = ({ votes, total, noes, voters, places }: OptionTallyChange): boolean =>
  votes !== 0 || total !== 0 || noes !== 0 || voters !== 0 || places !== 0;

const byOptionAndCategory = (one: OptionTallyChange, other: OptionTallyChange): number =>
  one.optionId === other.optionId
    ? one.votingCategoryId - other.votingCategoryId
    : one.optionId < other.optionId
      ? -1
      : 1;
