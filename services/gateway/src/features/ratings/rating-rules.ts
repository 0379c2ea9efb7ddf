import {
  countVotable,
  countWins,
  findAssignableOptions,
  findPositiveScores,
  type OptionScore,
  type PrismaQueryable,
  pollTallies,
} from "@polls/db";
import { categoryType, optionTypes } from "@polls/domain/option-types";
import { optionSettingsOf } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import {
  type Assignment,
  bestDistribution,
  bradleyTerryStrengths,
  type GivenValue,
  pointsOfRank,
  type RatingRules,
  type Wins,
} from "@polls/domain/ratings";
import { optionLimit, type VotingRules, voteKindOfPoll } from "@polls/domain/votes";
import { inSlices } from "./in-slices";
import { type RatedSet, type SiblingSet, votingRulesIn } from "./load-siblings";

/** Loads the rules by which each option of a set is rated, without facts that need all votes. */
export async function loadRatingRules(
  queryable: PrismaQueryable,
  { poll, parent, shownToMembers }: RatedSet,
  voting: VotingRules,
): Promise<RatingRules> {
  const { settings } = poll;
  const step = voting.stepId === undefined ? undefined : parent;
  const tallies = await pollTallies(queryable, [poll.id]);
  // In surveys there is no assignment of options (docs/reference/ratings.md#best-distribution).
  const target =
    step !== undefined && settings.target === "best_distribution" ? "best_option" : settings.target;
  return {
    type: voting.type,
    method: step?.settings.survey_step_rating_method ?? settings.rating_method,
    target,
    ballots: tallies.get(poll.id)?.ballots ?? 0,
    categoryIds: poll.votingCategories.map(({ id }) => id),
    optionCount:
      voting.type.ratedBy === "ranks" && shownToMembers
        ? await countVotableNow(queryable, poll, voting)
        : 0,
    strengths: new Map(),
    assigned: new Set(),
  };
}

/** Adds the facts that need all votes: strengths of comparisons, or the best distribution. */
export async function withSetWideFacts(
  queryable: PrismaQueryable,
  { poll }: SiblingSet,
  rules: RatingRules,
  rankedIds: () => readonly bigint[],
): Promise<RatingRules> {
  if (rules.type.bestBy === "strength") {
    const ids = rankedIds();
    const wins = await loadWins(queryable, poll, ids);
    const strengths = await inSlices(bradleyTerryStrengths(ids, wins, 1, rules.strengths));
    return { ...rules, strengths };
  }
  if (rules.target !== "best_distribution") return rules;
  const assignments = await loadAssignments(queryable, poll);
  return { ...rules, assigned: new Set(assignments.map(({ optionId }) => optionId)) };
}

/** The number of votable options that members see, which is the points of the first rank. */
const countVotableNow = (
  queryable: PrismaQueryable,
  poll: Poll,
  { stepId }: Pick<VotingRules, "stepId">,
) => countVotable(queryable, poll.id, stepId, { never: neverVotable, groups });

const neverVotable = optionTypes.all.filter(({ votable }) => !votable).map(({ name }) => name);

const groups = optionTypes.all.flatMap(({ groupedAs }) =>
  groupedAs === undefined ? [] : [groupedAs],
);

/** The number of options per query for wins. Short queries release their connection soon. */
const WINNERS_PER_QUERY = 50;

async function loadWins(
  queryable: PrismaQueryable,
  { id }: Poll,
  optionIds: readonly bigint[],
): Promise<Wins[]> {
  const wins: Wins[] = [];
  for (let at = 0; at < optionIds.length; at += WINNERS_PER_QUERY) {
    const winners = optionIds.slice(at, at + WINNERS_PER_QUERY);
    wins.push(...(await countWins(queryable, id, winners)));
  }
  return wins;
}

/**
 * Assigns participants to the options of a poll with the target `best_distribution`, across option
 * categories (docs/reference/ratings.md#best-distribution).
 */
export async function loadAssignments(
  queryable: PrismaQueryable,
  poll: Poll,
): Promise<readonly Assignment[]> {
  const options = await findAssignableOptions(queryable, poll.id, categoryType);
  const scores = await findPositiveScores(queryable, poll.id);
  const values =
    voteKindOfPoll(poll.settings)?.type.ratedBy === "ranks"
      ? pointsOf(scores, await countVotableNow(queryable, poll, { stepId: undefined }))
      : scores;
  return bestDistribution(
    options
      .filter(({ type }) => votingRulesIn({ poll, parent: undefined }, type) !== undefined)
      .map(({ id, position, settings }) => ({
        id,
        position,
        limit: optionLimit(poll.settings, { settings: optionSettingsOf(settings) }),
      })),
    values,
  );
}

/** Converts ranks to points. */
const pointsOf = (scores: readonly OptionScore[], optionCount: number): readonly GivenValue[] =>
  scores.map((score) => ({ ...score, value: pointsOfRank(score.value, optionCount) }));
