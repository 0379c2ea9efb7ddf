import type { VoteValue } from "./controls";
import type { Ballot, Mark } from "./marks";
import { keyOf, type Place, placeOf } from "./place";
import type { VotingRules } from "./rules";

/** The rest of `vote_limit_per_voter`; undefined: no limit. */
export interface Left {
  readonly left: number;
  readonly of: number;
  /** Values add up; else each option with a vote counts once. */
  readonly addsUp: boolean;
  readonly sold: boolean;
}

type Marks = ReadonlyMap<string, Mark>;

/** The remaining votes of the participant (docs/reference/votes.md#limit-per-participant). */
export function leftOf(rules: VotingRules, marks: Marks): Left | undefined {
  const of = limitIn(rules);
  if (of === undefined) return undefined;
  const left = Math.max(0, of - usedOf(rules, marks));
  return { left, of, addsUp: addsUpIn(rules), sold: rules.sold };
}

const addsUpIn = ({ type, sold }: VotingRules): boolean => type?.limitAddsUp === true || sold;

const limitIn = ({ type, bounds }: VotingRules): number | undefined =>
  bounds.vote_limit_per_voter ?? type?.defaultLimit;

/** How far the choices are above the limit. */
export const overOf = (rules: VotingRules, marks: Marks): number =>
  Math.max(0, usedOf(rules, marks) - (limitIn(rules) ?? Number.POSITIVE_INFINITY));

/** How much the votes use of the limit. */
function usedOf(rules: VotingRules, marks: Marks): number {
  const counted = countedOf(rules, marks);
  if (addsUpIn(rules)) return sumOf(counted);
  return new Set(counted.map(([{ optionId }]) => optionId)).size;
}

/**
 * The votes that a participant must still cast, as far as the options can take them
 * (docs/reference/votes.md#least-number-of-votes).
 */
export function votesToCast(rules: VotingRules, marks: Marks): number {
  const { bounds, options, categories = 1 } = rules;
  const { vote_limit_per_voter_min: least = 0, vote_limit_per_option: most } = bounds;
  if (options === 0) return 0;
  const room = addsUpIn(rules)
    ? options * categories * (most ?? Number.POSITIVE_INFINITY)
    : options;
  const limit = limitIn(rules) ?? Number.POSITIVE_INFINITY;
  return Math.max(0, Math.min(least, limit, room) - usedOf(rules, marks));
}

/** The dots that a participant must still spend, as far as the options can take them. */
export function dotsToSpend(rules: VotingRules, marks: Marks): number {
  const { type, bounds, sold, allDotsOver: votes } = rules;
  const limit = leftOf(rules, marks);
  if (votes === undefined || limit === undefined || !type?.limitAddsUp || sold) return 0;
  const room = votes === 0 ? 0 : votes * (bounds.vote_limit_per_option ?? Number.POSITIVE_INFINITY);
  return Math.max(0, Math.min(limit.left, room - (limit.of - limit.left)));
}

/**
 * The votes that a vote on this option replaces: those on another one, if the participant has one vote. Votes in several
 * categories on one option count once.
 */
export function replacedBy(
  { optionId }: Place,
  value: VoteValue | undefined,
  rules: VotingRules,
  marks: Marks,
): readonly Place[] {
  const limit = leftOf(rules, marks);
  if (!usesLimit(value) || limit === undefined || limit.addsUp || limit.of !== 1) return [];
  return countedOf(rules, marks)
    .map(([place]) => place)
    .filter((place) => place.optionId !== optionId);
}

/** The votes that a limit counts. */
const countedOf = (rules: VotingRules, marks: Marks): readonly (readonly [Place, Mark])[] =>
  [...marks]
    .map(([key, mark]) => [placeOf(key), mark] as const)
    .filter(
      ([{ optionId }, { value, former }]) =>
        former === undefined && usesLimit(value) && rules.sharing?.has(optionId) !== false,
    );

const usesLimit = (value: VoteValue | undefined): boolean => value !== undefined && value !== 0;

const sumOf = (counted: readonly (readonly [Place, Mark])[]): number =>
  counted.reduce((sum, [, { value }]) => sum + (typeof value === "number" ? value : 0), 0);

/** The visitor's ranks of options. In this file, because one of their own makes the scripts of all pages larger. */
export const ranksIn = (
  { marks }: Ballot,
  optionIds: readonly string[],
): ReadonlyMap<string, number> =>
  new Map(
    optionIds.flatMap((optionId) => {
      const value = marks.value.get(keyOf({ optionId }))?.value;
      return typeof value === "number" ? [[optionId, value]] : [];
    }),
  );

/** The index of a rank among those that are given, best first; -1: no option has it. */
export const indexOfRank = (ballot: Ballot, optionIds: readonly string[], rank: number): number =>
  [...ranksIn(ballot, optionIds).values()].sort((left, right) => left - right).indexOf(rank);

/** The options with a rank, best first. */
export const rankedIds = (ballot: Ballot, optionIds: readonly string[]): readonly string[] =>
  [...ranksIn(ballot, optionIds)].sort(([, left], [, right]) => left - right).map(([id]) => id);
