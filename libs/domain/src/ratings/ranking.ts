import { byComparisons } from "./choose-pair";
import { compareRatios } from "./ratio";
import {
  bestAndSelected,
  betterFirst,
  type CountedPlace,
  type RatingRules,
  type Score,
  type Sibling,
  scoresOf,
} from "./scores";
import type { Slices } from "./slices";
import { type Compare, lowerBound, replaced, sorted } from "./sorted-list";

/** An option with its scores, without the counts behind them. */
export interface ScoredOption {
  readonly id: bigint;
  readonly position: number;
  readonly picked: boolean;
  readonly ranked: boolean;
  /** Whether every reader may see it. */
  readonly public: boolean;
  readonly score: Score;
  /** In the order of `categoryIds` of the rules. */
  readonly categories: readonly Score[];
}

/** The fields of an option that depend on its siblings. Undefined if its vote type has none of them. */
export interface Placement {
  readonly rank: number | undefined;
  readonly bestRating: boolean | undefined;
  readonly selected: boolean | undefined;
}

export type ListKey = "rating" | "average_rating";

/** The sorted options under one parent. Immutable: `withChanges` returns the next ranking. */
export interface Ranking {
  readonly rules: RatingRules;
  readonly byId: readonly ScoredOption[];
  readonly picked: number;
  /** The orders that were computed so far, by name. `withChanges` keeps them. */
  readonly orders: ReadonlyMap<string, readonly ScoredOption[]>;
}

/** A filter on options and how to sort them. */
interface Order {
  readonly has: (entry: ScoredOption) => boolean;
  readonly compare: Compare<ScoredOption>;
}

export function scoreOption(sibling: Sibling, rules: RatingRules): ScoredOption {
  const undivided = undividedRules(rules);
  const { id, position, picked, ranked } = sibling;
  return {
    id,
    position,
    picked,
    ranked,
    public: sibling.public,
    ...scoresOf(sibling, undivided),
  };
}

/** The rules of rankings. Averages are not divided by `ballots`, which would change all by the same factor. */
export function undividedRules(rules: RatingRules): RatingRules {
  // Made once for all options of a set.
  const undivided = undividedOf.get(rules) ?? { ...rules, ballots: 1 };
  undividedOf.set(rules, undivided);
  return undivided;
}

const undividedOf = new WeakMap<RatingRules, RatingRules>();

/** A stored ranking. `byId` is in the order of ids, and `orders` are those of `rankOrderNames`. */
export const rankingAgain = (
  { byId, orders }: Pick<Ranking, "byId" | "orders">,
  rules: RatingRules,
): Ranking => ({ rules, byId, picked: countPicked(byId), orders });

/** The ranking of options, including the orders that placements need. */
export function* rankingOf(entries: readonly ScoredOption[], rules: RatingRules): Slices<Ranking> {
  const byId = yield* sorted(entries, compareIds);
  const unordered = { rules, byId, picked: countPicked(entries), orders: new Map() };
  return yield* withOrders(unordered, rankOrderNames(rules));
}

/** Whether scores stay valid with other rules, for the same poll and settings. */
export const scoresHold = (one: RatingRules, other: RatingRules): boolean =>
  one.optionCount === other.optionCount;

/** The ranking after changes: `ids` are the options that changed or disappeared, `current` those that still exist. */
export function* withChanges(
  before: Ranking,
  { ids, current }: { readonly ids: readonly bigint[]; readonly current: readonly ScoredOption[] },
  rules: RatingRules,
): Slices<Ranking> {
  const removed = ids.flatMap((id) => findScored(before, id) ?? []);
  const orders = new Map<string, readonly ScoredOption[]>();
  for (const [name, list] of before.orders) {
    if (isRankOrder(name) && rules.strengths !== before.rules.strengths) continue;
    const { has, compare } = orderOf(name, rules);
    const changes = { removed: removed.filter(has), added: current.filter(has) };
    orders.set(name, replaced(list, changes, compare));
    yield;
  }
  const byId = replaced(before.byId, { removed, added: current }, compareIds);
  const picked = before.picked - countPicked(removed) + countPicked(current);
  return yield* withOrders({ rules, byId, picked, orders }, [...before.orders.keys()]);
}

/** The options in the order with that name. */
export function* ordered(ranking: Ranking, name: string): Slices<readonly ScoredOption[]> {
  const { byId, orders, rules } = ranking;
  const { has, compare } = orderOf(name, rules);
  // Most orders differ little from the one of ranks, so that one is sorted faster.
  const ranks = orders.get(RANK);
  const entries = ranks?.length === byId.length ? ranks : byId;
  return yield* sorted(entries.filter(has), compare);
}

/** Computes the named orders that do not exist yet. */
function* withOrders(before: Ranking, names: readonly string[]): Slices<Ranking> {
  const orders = new Map(before.orders);
  for (const name of names) orders.set(name, orders.get(name) ?? (yield* ordered(before, name)));
  return { ...before, orders };
}

/** The name of a list order by `key`, of all options or of those that every reader may see. */
export const listOrderName = (key: ListKey, which: "all" | "public"): string => `${which} ${key}`;

/** The name of the order of contenders, for the choice of pairs. */
export const CONTENDER_ORDER = "contenders";

/** Names of the orders that placements need. */
export const rankOrderNames = ({ type, categoryIds }: RatingRules): readonly string[] =>
  type.bestBy === undefined ? [] : [RANK, ...categoryIds.map((_, index) => `${RANK} ${index}`)];

/** Compares options of a list: best first, then by position and id. */
export const byListKey =
  (key: ListKey): Compare<ScoredOption> =>
  (one, other) =>
    (key === "rating"
      ? other.score.rating - one.score.rating
      : compareRatios(other.score.average, one.score.average)) || byPosition(one, other);

/** Finds an option by a binary search. */
export function findScored({ byId }: Ranking, id: bigint): ScoredOption | undefined {
  const entry = byId[lowerBound(byId, { id }, compareIds)];
  return entry?.id === id ? entry : undefined;
}

/** Placements of an option among its siblings, overall and per category. */
export function placementsOf(
  ranking: Ranking,
  entry: ScoredOption,
): { readonly overall: Placement; readonly categories: readonly Placement[] } {
  const { rules, orders, picked } = ranking;
  const { counted } = rules;
  const hasPlaces = rules.type.bestBy !== undefined;
  const placementIn = (score: Score, name: string, rankIn: RankIn): Placement => {
    if (!hasPlaces) return noPlacement;
    const list = orders.get(name);
    if (list === undefined) throw new Error(`the ranking has no order "${name}"`);
    const rank = entry.ranked ? rankIn(list, entry, scoreComparison(rules, name)) : undefined;
    const place = { rank, picked: entry.picked, anyPicked: picked > 0 };
    return { rank, ...bestAndSelected({ id: entry.id, score }, place, rules) };
  };
  return {
    overall: counted
      ? countedPlacement(ranking, entry, counted)
      : placementIn(entry.score, RANK, rankAmong),
    categories: entry.categories.map((score, index) =>
      placementIn(score, `${RANK} ${index}`, firstOrNone),
    ),
  };
}

type RankIn = (
  list: readonly ScoredOption[],
  entry: ScoredOption,
  better: Compare<ScoredOption>,
) => number | undefined;

const rankAmong: RankIn = (list, entry, better) => lowerBound(list, entry, better) + 1;

/** In categories only the first rank is shown. */
const firstOrNone: RankIn = ([first], entry, better) =>
  first === undefined || better(first, entry) >= 0 ? 1 : undefined;

/** The placement of an option by a count (docs/reference/results.md#count). */
function countedPlacement(
  { picked }: Ranking,
  entry: ScoredOption,
  counted: ReadonlyMap<bigint, CountedPlace>,
): Placement {
  const place = entry.ranked ? counted.get(entry.id) : undefined;
  const elected = place?.elected === true;
  return { rank: place?.rank, bestRating: elected, selected: picked > 0 ? entry.picked : elected };
}

const noPlacement: Placement = { rank: undefined, bestRating: undefined, selected: undefined };

const RANK = "rank";
const isRankOrder = (name: string): boolean => name.startsWith(RANK);

const countPicked = (entries: readonly ScoredOption[]): number =>
  entries.reduce((count, { picked }) => count + Number(picked), 0);

const compareIds = (one: Pick<ScoredOption, "id">, other: Pick<ScoredOption, "id">): number =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0;

const byPosition: Compare<ScoredOption> = (one, other) =>
  one.position - other.position || compareIds(one, other);

/** Compares options by the score of a rank order. Equal scores share a rank. */
function scoreComparison(rules: RatingRules, name: string): Compare<ScoredOption> {
  const better = betterFirst(rules);
  if (name === RANK) return better;
  const index = Number(name.slice(RANK.length));
  const inCategory = ({ id, categories, score }: ScoredOption) => ({
    id,
    score: categories[index] ?? score,
  });
  return (one, other) =>
    one.categories[index] === other.categories[index] && one.categories[index] !== undefined
      ? 0
      : better(inCategory(one), inCategory(other));
}

function orderOf(name: string, rules: RatingRules): Order {
  if (isRankOrder(name)) {
    const better = scoreComparison(rules, name);
    return {
      has: ({ ranked }) => ranked,
      compare: (one, other) => better(one, other) || byPosition(one, other),
    };
  }
  if (name === CONTENDER_ORDER) return { has: ({ ranked }) => ranked, compare: byComparisons };
  const [which, key] = name.split(" ") as ["all" | "public", ListKey];
  return { has: (entry) => which === "all" || entry.public, compare: byListKey(key) };
}
