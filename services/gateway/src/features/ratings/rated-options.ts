import { countSiblings, type Queryable } from "@polls/db";
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
import { loadRatingRules, withSetWideFacts } from "./rating-rules";
import type { RatingSnapshot, RatingSnapshots } from "./rating-snapshots";
import {
  type LoadedSibling,
  loadSiblings,
  type RatedSet,
  type SiblingSet,
  setRules,
} from "./siblings";

/** More siblings than these are ranked from a snapshot (decisions 6). */
const RANKED_AT_ONCE_MAX = 1_000;

/** A set, and for what it is rated. */
export interface Rated {
  readonly set: RatedSet;
  readonly snapshots: RatingSnapshots;
  /** The request changes the set, and reads inside of its transaction. */
  readonly writing: boolean;
}

/** Ratings of some options of a set, by id; none where the set takes no votes. */
export async function rateOptions(
  queryable: Queryable,
  rated: Rated,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, Rating>> {
  const { set } = rated;
  const voting = setRules(set);
  if (voting === undefined || ids.length === 0) return new Map();
  const { ranking, siblings } = (await isExpensive(queryable, set, voting))
    ? {
        ranking: (await getSnapshot(queryable, rated, voting)).ranking,
        siblings: await loadSiblings(queryable, set, { ids }),
      }
    : await rateWhole(queryable, set, voting);
  const rules = await loadRatingRules(queryable, set, voting);
  const asked = new Set(ids);
  return new Map(
    siblings
      // A heading among options has no rating.
      .filter(({ id, votable }) => votable && asked.has(id))
      .map((sibling) => [sibling.id, ratingOf(ranking, sibling, rules)]),
  );
}

/** How a set stands: now, or where that is dear at most 2 s ago; undefined: it takes no votes. */
export async function snapshotOf(
  queryable: Queryable,
  rated: Rated,
): Promise<RatingSnapshot | undefined> {
  const voting = setRules(rated.set);
  if (voting === undefined) return undefined;
  if (await isExpensive(queryable, rated.set, voting)) return getSnapshot(queryable, rated, voting);
  const { ranking } = await rateWhole(queryable, rated.set, voting);
  const now = rated.snapshots.clock();
  return {
    ranking,
    takenAt: now,
    wholeAt: now,
    cursor: undefined,
    end: undefined,
    making: new Map(),
  };
}

/** Many siblings, or comparisons: rank, best and selected may lag (decisions 6). */
const isExpensive = async (
  queryable: Queryable,
  { poll, parent }: SiblingSet,
  voting: VotingRules,
) =>
  voting.type.bestBy === "strength" ||
  (await countSiblings(queryable, poll.id, parent?.id)).options > RANKED_AT_ONCE_MAX;

function getSnapshot(
  queryable: Queryable,
  { set, snapshots, writing }: Rated,
  voting: VotingRules,
): Promise<RatingSnapshot> {
  const { poll, parent, shownToMembers } = set;
  const key = [poll.id, poll.version, parent?.id ?? "top", shownToMembers].join(":");
  const request = { set, voting, clock: snapshots.clock, writing, judged: true };
  const take = (before: RatingSnapshot | undefined) => takeSnapshot(queryable, request, before);
  return writing ? snapshots.getAlone(key, take) : snapshots.get(key, take);
}

async function rateWhole(
  queryable: Queryable,
  set: RatedSet,
  voting: VotingRules,
): Promise<{ readonly ranking: Ranking; readonly siblings: readonly LoadedSibling[] }> {
  const siblings = await loadSiblings(queryable, set, "all");
  const alone = await loadRatingRules(queryable, set, voting);
  const ranked = () => siblings.filter((sibling) => sibling.ranked).map(({ id }) => id);
  const rules = await withSetWideFacts(queryable, set, alone, ranked);
  const entries = siblings.map((sibling): ScoredOption => scoreOption(sibling, rules));
  return { siblings, ranking: await inSlices(rankingOf(entries, rules)) };
}

/** The options of a set with their counts of just now, however many they are; without verdicts. */
export async function scoresNow(
  queryable: Queryable,
  set: RatedSet,
  snapshots: RatingSnapshots,
): Promise<readonly ScoredOption[]> {
  const voting = setRules(set);
  if (voting === undefined) return [];
  const { poll, parent } = set;
  const request = { set, voting, clock: snapshots.clock, writing: false, judged: false };
  const key = ["scores", poll.id, poll.version, parent?.id ?? "top"].join(":");
  const { ranking } = await snapshots.getNow(key, (before) =>
    takeSnapshot(queryable, request, before),
  );
  return ranking.byId;
}
