import { countVotable, type PrismaQueryable, pollTallies } from "@polls/db";
import { categoryType, optionTypes } from "@polls/domain/option-types";
import { optionSettingsOf } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import {
  type Assignment,
  bestDistribution,
  bradleyTerryStrengths,
  type RatingRules,
  type Wins,
} from "@polls/domain/ratings";
import { optionLimit, type VotingRules } from "@polls/domain/votes";
import { inSlices } from "./in-slices";
import { isPublic } from "./readable-siblings";
import { type RatedSet, type SiblingSet, votingRulesIn } from "./siblings";

/** The rules by which each option of a set is rated, without facts that read all votes. */
export async function loadRatingRules(
  queryable: PrismaQueryable,
  { poll, parent, shownToMembers }: RatedSet,
  voting: VotingRules,
): Promise<RatingRules> {
  const { settings } = poll;
  const step = voting.stepId === undefined ? undefined : parent;
  const tallies = await pollTallies(queryable, [poll.id]);
  // Survey steps assign no options (docs/reference/ratings.md#best-distribution).
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

/** Adds the facts that read all votes: strengths of comparisons, or the best distribution. */
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

/** Number of votable options that members see: the points of the first rank. */
const countVotableNow = (queryable: PrismaQueryable, poll: Poll, { stepId }: VotingRules) =>
  countVotable(queryable, poll.id, stepId, { never: neverVotable, groups });

const neverVotable = optionTypes.all
  .filter(({ votable }) => votable === "never")
  .map(({ name }) => name);

const groups = optionTypes.all.flatMap(({ groupedAs }) =>
  groupedAs === undefined ? [] : [groupedAs],
);

/** Options per query for wins: one query holds its connection for a short time only. */
const WINNERS_PER_QUERY = 50;

async function loadWins(
  queryable: PrismaQueryable,
  { id }: Poll,
  optionIds: readonly bigint[],
): Promise<Wins[]> {
  const wins: Wins[] = [];
  for (let at = 0; at < optionIds.length; at += WINNERS_PER_QUERY) {
    const winners = optionIds.slice(at, at + WINNERS_PER_QUERY);
    const rows = await queryable.prisma.$queryRaw<
      { winner_id: bigint; loser_id: bigint; count: number }[]
    >`
      SELECT v.option_id AS winner_id, v.loser_option_id AS loser_id, count(*)::int AS count
      FROM votes v
      WHERE v.poll_id = ${id} AND v.option_id = ANY(${winners}::bigint[])
        AND v.loser_option_id IS NOT NULL AND v.counts
        AND NOT EXISTS (SELECT FROM participants p
                        WHERE p.poll_id = ${id} AND p.id = v.participant_id
                          AND (p.fraudulent OR p.paid IS FALSE))
      GROUP BY 1, 2`;
    for (const { winner_id, loser_id, count } of rows) {
      wins.push({ winnerId: winner_id, loserId: loser_id, count });
    }
  }
  return wins;
}

/**
 * Assigns participants to the options of a poll with the target `best_distribution`, across option categories
 * (docs/reference/ratings.md#best-distribution).
 */
export async function loadAssignments(
  queryable: PrismaQueryable,
  poll: Poll,
): Promise<readonly Assignment[]> {
  const options = await queryable.prisma.$queryRaw<
    { id: bigint; position: number; type: string; settings: unknown }[]
  >`
    SELECT o.id, (row_number() OVER (ORDER BY coalesce(c.position, o.position), o.position, o.id))::int
             AS position, o.type, o.settings
    FROM (SELECT * FROM options WHERE poll_id = ${poll.id} AND ${isPublic}) o
    LEFT JOIN options c ON c.poll_id = o.poll_id AND c.id = o.parent_id
    WHERE o.parent_id IS NULL OR c.type = ${categoryType}`;
  const values = await queryable.prisma.$queryRaw<
    { participant_id: bigint; option_id: bigint; value: number }[]
  >`
    SELECT v.participant_id, v.option_id, v.score::float8 AS value
    FROM votes v JOIN participants p ON p.id = v.participant_id
    WHERE v.poll_id = ${poll.id} AND v.score > 0
      AND v.counts AND NOT p.fraudulent AND p.paid IS NOT FALSE`;
  return bestDistribution(
    options
      .filter(({ type }) => votingRulesIn({ poll, parent: undefined }, type) !== undefined)
      .map(({ id, position, settings }) => ({
        id,
        position,
        limit: optionLimit(poll.settings, { settings: optionSettingsOf(settings) }),
      })),
    values.map(({ participant_id, option_id, value }) => ({
      participantId: participant_id,
      optionId: option_id,
      value,
    })),
  );
}
