import type { Db } from "@polls/db/connection";
import { pollTallies } from "@polls/db/polls";
import type { PrismaQueryable } from "@polls/db/sql";
import type { Poll } from "@polls/domain/polls";
import type { RatingRules } from "@polls/domain/ratings";
import type { VotingRules } from "@polls/domain/votes";
import type { Assignments } from "./assignments";
import {
  countVotableNow,
  type RatedSet,
  type RatingSource,
  type SiblingSet,
} from "./load-siblings";
import type { PollCount } from "./poll-count";
import type { PollCounts } from "./poll-counts";

/** The number of ballots of a poll, on which ratings depend. */
export const countBallots = async (queryable: PrismaQueryable, { id }: Pick<Poll, "id">) =>
  (await pollTallies(queryable, [id])).get(id)?.ballots ?? 0;

/** Loads the rules by which each option of a set is rated, without facts that need all votes; also `ballots`, if unknown. */
export async function loadRatingRules(
  queryable: PrismaQueryable,
  { poll, parent, shownToMembers }: RatedSet,
  voting: VotingRules,
  ballots?: number,
): Promise<RatingRules> {
  const { settings } = poll;
  const step = voting.stepId === undefined ? undefined : parent;
  // In surveys there is no assignment of options (docs/reference/ratings.md#best-distribution).
  const target =
    step !== undefined && settings.target === "best_distribution" ? "best_option" : settings.target;
  return {
    type: voting.type,
    method: step?.settings.survey_step_rating_method ?? settings.rating_method,
    target,
    ballots: ballots ?? (await countBallots(queryable, poll)),
    categoryIds: poll.votingCategories.map(({ id }) => id),
    optionCount:
      voting.type.ratedBy === "ranks" && shownToMembers
        ? await countVotableNow(queryable, poll, voting)
        : 0,
    strengths: new Map(),
    assigned: new Set(),
  };
}

export interface SetWideNeeds {
  readonly assignments: Assignments;
  readonly counts: PollCounts;
}

/** Adds the facts that need all votes: the best distribution, or the count. Strengths need a snapshot. */
export async function withSetWideFacts(
  queryable: RatingSource | Db,
  { poll, parent }: SiblingSet,
  rules: RatingRules,
  { assignments, counts }: SetWideNeeds,
): Promise<RatingRules> {
  if (parent === undefined && poll.settings.counting_method !== undefined) {
    return { ...rules, counted: placesIn(await counts.of(queryable, poll)) };
  }
  if (rules.target !== "best_distribution") return rules;
  const assigned = await assignments.of(queryable, poll);
  return { ...rules, assigned: new Set(assigned.map(({ optionId }) => optionId)) };
}

/** The places of options by a count. Undefined: options are placed by their scores. */
function placesIn(count: PollCount | "none" | "pending"): RatingRules["counted"] {
  if (count === "none") return undefined;
  if (count === "pending") return new Map();
  const elected = new Set(count.figures.winners);
  return new Map(
    count.figures.order.flatMap((index, place) => {
      const id = count.optionIds[index];
      return id === undefined
        ? []
        : [[id, { rank: place + 1, elected: elected.has(index) }] as const];
    }),
  );
}
