import type { Db } from "@polls/db/connection";
import { countSiblings } from "@polls/db/options";
import type { PrismaQueryable } from "@polls/db/sql";
import {
  type Ranking,
  type Rating,
  rankingOf,
  ratingOf,
  type ScoredOption,
  scoreOption,
} from "@polls/domain/ratings";
import type { VotingRules } from "@polls/domain/votes";
import { takeSnapshot } from "./follow-ranking";
import { inSlices } from "./in-slices";
import {
  type CountsBefore,
  type LoadedSibling,
  loadSiblings,
  type RatedSet,
  type RatingSource,
  type SiblingSet,
  scoresOfOption,
  votingRulesOf,
} from "./load-siblings";
import { loadRatingRules, withSetWideFacts } from "./rating-rules";
import type { RatingSnapshot } from "./rating-snapshot";
import type { RatingSnapshots, TakeSnapshot } from "./rating-snapshots";

/** Sets with more scores, overall or in categories, are ranked from a snapshot (docs/reference/ratings.md#freshness). */
const SCORED_PER_REQUEST_MAX = 1_000;

export interface RatingRequest {
  readonly set: RatedSet;
  readonly snapshots: RatingSnapshots;
  /** Used instead of current counts, so that ratings match the counts in the same response. */
  readonly countsBefore?: CountsBefore | undefined;
}

/** The ratings of some options of a set, by id. Empty if the set cannot be voted on. */
export async function rateOptions(
  queryable: RatingSource,
  request: RatingRequest,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, Rating>> {
  const { set, countsBefore } = request;
  const voting = votingRulesOf(set);
  if (voting === undefined || ids.length === 0) return new Map();
  const { ranking, siblings } = (await isExpensive(queryable, set, voting))
    ? {
        ranking: (await getSnapshot(queryable, request, voting)).ranking,
        siblings: await loadSiblings(queryable, set, { ids }, countsBefore),
      }
    : await rankAll(queryable, request, voting);
  const rules = await loadRatingRules(queryable, set, voting);
  const requested = new Set(ids);
  return new Map(
    siblings
      // Headings have no rating.
      .filter(({ id, votable }) => votable && requested.has(id))
      .map((sibling) => {
        const ballots = countsBefore?.get(sibling.id)?.ballots ?? rules.ballots;
        return [sibling.id, ratingOf(ranking, sibling, { ...rules, ballots })];
      }),
  );
}

/** At most 2 s old if it is expensive. Undefined: the set cannot be voted on. */
export async function snapshotOf(
  queryable: RatingSource,
  request: RatingRequest,
): Promise<RatingSnapshot | undefined> {
  const { set, snapshots } = request;
  const voting = votingRulesOf(set);
  if (voting === undefined) return undefined;
  if (await isExpensive(queryable, set, voting)) return getSnapshot(queryable, request, voting);
  const { ranking } = await rankAll(queryable, request, voting);
  const now = snapshots.clock();
  return {
    ranking,
    takenAt: now,
    wholeAt: now,
    cursor: undefined,
    end: undefined,
    wins: undefined,
    stored: false,
    sorting: new Map(),
  };
}

/** Rankings by many scores, and of comparisons, may be slightly old. */
const isExpensive = async (
  queryable: PrismaQueryable,
  { poll, parent }: SiblingSet,
  voting: VotingRules,
) =>
  voting.type.bestBy === "strength" ||
  (await countSiblings(queryable, poll.id, parent?.id)).options * scoresOfOption(poll) >
    SCORED_PER_REQUEST_MAX;

/** A ranking is updated from committed changes, which a read snapshot does not see. */
async function getSnapshot(
  queryable: RatingSource,
  { set, snapshots }: RatingRequest,
  voting: VotingRules,
): Promise<RatingSnapshot> {
  const { poll, parent, shownToMembers } = set;
  const key = [poll.id, poll.version, parent?.id ?? "top", shownToMembers].join(":");
  const { clock, assignments, counts, stored } = snapshots;
  const request = { set, voting, clock, assignments, counts, stored, setWide: true };
  const takeOn =
    (source: RatingSource | Db, writing: boolean): TakeSnapshot =>
    (before) =>
      takeSnapshot(source, { ...request, writing }, before);
  if (!("outside" in queryable)) return snapshots.getUnshared(key, takeOn(queryable, true));
  return (
    snapshots.kept(key, takeOn(queryable.outer, false)) ??
    queryable.outside(`ranking ${key}`, (db: Db) => snapshots.get(key, takeOn(db, false)))
  );
}

async function rankAll(
  queryable: RatingSource,
  { set, snapshots, countsBefore }: RatingRequest,
  voting: VotingRules,
): Promise<{ readonly ranking: Ranking; readonly siblings: readonly LoadedSibling[] }> {
  const siblings = await loadSiblings(queryable, set, "all", countsBefore);
  const ownRules = await loadRatingRules(queryable, set, voting);
  const { assignments, counts } = snapshots;
  const rules = await withSetWideFacts(queryable, set, ownRules, { assignments, counts });
  const entries = siblings.map((sibling): ScoredOption => scoreOption(sibling, rules));
  return { siblings, ranking: await inSlices(rankingOf(entries, rules)) };
}

/** The options of a set with their current scores, without ranks. Undefined: no votes are possible. */
export async function currentScores(
  queryable: Db,
  set: RatedSet,
  snapshots: RatingSnapshots,
): Promise<RatingSnapshot | undefined> {
  const voting = votingRulesOf(set);
  if (voting === undefined) return undefined;
  const { poll, parent } = set;
  const { clock, assignments, counts, stored } = snapshots;
  const request = {
    set,
    voting,
    clock,
    assignments,
    counts,
    stored,
    writing: false,
    setWide: false,
  };
  const key = ["scores", poll.id, poll.version, parent?.id ?? "top"].join(":");
  return snapshots.getCurrent(key, (before) => takeSnapshot(queryable, request, before));
}
