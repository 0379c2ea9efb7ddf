import type { Queryable } from "@polls/db";
import { byRating, type Rating, rateSiblings, type VotingRules } from "@polls/domain";
import {
  type JudgedSibling,
  loadJudged,
  type RatedSet,
  type SiblingSet,
  setRules,
} from "./judged-siblings";
import { hasMoreSiblingsThan } from "./positions";
import { loadRatingRules, withVerdicts } from "./rating-rules";
import type { RatingKey, RatingSnapshot, RatingSnapshots } from "./rating-snapshots";

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
  const voting = setRules(rated.set);
  if (voting === undefined || ids.length === 0) return new Map();
  if (!(await isDear(queryable, rated.set, voting))) {
    return (await rateWhole(queryable, rated, voting)).ratings;
  }
  const snapshot = await takeSnapshot(queryable, rated, voting);
  const siblings = await loadJudged(queryable, rated.set, { ids });
  const rules = await loadRatingRules(queryable, rated.set, voting);
  const alone = rateSiblings(siblings, rules);
  return new Map(
    [...alone].map(([id, rating]) => [id, judgedAs(rating, snapshot.ratings.get(id))]),
  );
}

/** How a set stands: now, or where that is dear at most 2 s ago; undefined: it takes no votes. */
export async function standingsOf(
  queryable: Queryable,
  rated: Rated,
): Promise<RatingSnapshot | undefined> {
  const voting = setRules(rated.set);
  if (voting === undefined) return undefined;
  return (await isDear(queryable, rated.set, voting))
    ? takeSnapshot(queryable, rated, voting)
    : rateWhole(queryable, rated, voting);
}

/** Many siblings, or comparisons: rank, best and selected may lag (decisions 6). */
const isDear = async (queryable: Queryable, { poll, parent }: SiblingSet, voting: VotingRules) =>
  voting.type.bestBy === "strength" ||
  (await hasMoreSiblingsThan(queryable, poll.id, parent?.id, RANKED_AT_ONCE_MAX));

function takeSnapshot(
  queryable: Queryable,
  rated: Rated,
  voting: VotingRules,
): Promise<RatingSnapshot> {
  const { poll, parent, shownToMembers } = rated.set;
  const key = [poll.id, poll.version, parent?.id ?? "top", shownToMembers].join(":");
  const take = () => rateWhole(queryable, rated, voting);
  return rated.writing ? rated.snapshots.getAlone(key, take) : rated.snapshots.get(key, take);
}

async function rateWhole(
  queryable: Queryable,
  { set }: Rated,
  voting: VotingRules,
): Promise<RatingSnapshot> {
  const siblings = await loadJudged(queryable, set, "all");
  const rankedIds = siblings.filter(({ ranked }) => ranked).map(({ id }) => id);
  const rules = await loadRatingRules(queryable, set, voting);
  const whole = await withVerdicts(queryable, set, rules, rankedIds);
  const ratings = onlyVotable(siblings, rateSiblings(siblings, whole));
  return { ratings, ...ordersOf(siblings, ratings) };
}

/** A heading among options has no rating. */
const onlyVotable = (
  siblings: readonly JudgedSibling[],
  ratings: ReadonlyMap<bigint, Rating>,
): ReadonlyMap<bigint, Rating> => {
  const votable = new Set(siblings.filter((sibling) => sibling.votable).map(({ id }) => id));
  return new Map([...ratings].filter(([id]) => votable.has(id)));
};

/** Orders are made when first asked for: most readers of a set want none, or one. */
function ordersOf(
  siblings: readonly JudgedSibling[],
  ratings: ReadonlyMap<bigint, Rating>,
): Pick<RatingSnapshot, "order" | "compare"> {
  const byId = new Map(siblings.map((sibling) => [sibling.id, sibling]));
  const placeOf = (id: bigint) => byId.get(id) ?? { id, position: Number.MAX_SAFE_INTEGER };
  const orders = new Map<RatingKey, ReturnType<RatingSnapshot["order"]>>();
  return {
    order(key) {
      const known = orders.get(key);
      if (known !== undefined) return known;
      const sorted = [...siblings].sort(byRating(key, ratings));
      const order = {
        all: sorted.map(({ id }) => id),
        public: sorted.filter((sibling) => sibling.public).map(({ id }) => id),
      };
      orders.set(key, order);
      return order;
    },
    compare: (key) => (one, other) => byRating(key, ratings)(placeOf(one), placeOf(other)),
  };
}

/** Counts as they are now, with the place among the siblings that the snapshot knows. */
function judgedAs(now: Rating, then: Rating | undefined): Rating {
  return {
    ...now,
    rank: then?.rank,
    bestRating: now.bestRating === undefined ? undefined : (then?.bestRating ?? false),
    selected: now.selected === undefined ? undefined : (then?.selected ?? false),
    categories: now.categories.map((category) => {
      const before = then?.categories.find(
        ({ votingCategoryId }) => votingCategoryId === category.votingCategoryId,
      );
      return {
        ...category,
        bestRating: category.bestRating === undefined ? undefined : (before?.bestRating ?? false),
        selected: category.selected === undefined ? undefined : (before?.selected ?? false),
      };
    }),
  };
}
