import { type Compare, firstNotBefore, replaced, sorted } from "./ordered";
import { compareRatios } from "./ratio";
import {
  bestAndSelected,
  betterFirst,
  type RatingRules,
  type Score,
  type Sibling,
  scoreOf,
  sumOf,
} from "./scores";
import type { Slices } from "./slices";

/** An option with how it does by itself; its counts are not kept. */
export interface ScoredOption {
  readonly id: bigint;
  readonly position: number;
  readonly picked: boolean;
  readonly ranked: boolean;
  /** Everybody may see it. */
  readonly public: boolean;
  readonly score: Score;
  /** In the order of the rules' categories. */
  readonly categories: readonly Score[];
}

/** What an option owes to how the others beside it do; undefined: votes of its type have none. */
export interface Placement {
  readonly rank: number | undefined;
  readonly bestRating: boolean | undefined;
  readonly selected: boolean | undefined;
}

export type ListKey = "rating" | "average_rating";

/**
 * How the options under one parent stand, kept in order, so that a few changes cost a few searches
 * and not a look at every option. It does not change: `withChanges` makes the next one.
 */
export interface Ranking {
  readonly rules: RatingRules;
  readonly byId: readonly ScoredOption[];
  /** How many an admin picked. */
  readonly picked: number;
  /** The orders that were asked for, by name; they are carried on. */
  readonly orders: ReadonlyMap<string, readonly ScoredOption[]>;
}

/** Which of the options are in order, and what comes first. */
interface Order {
  readonly has: (entry: ScoredOption) => boolean;
  readonly compare: Compare<ScoredOption>;
}

/** How an option does by itself. `ballots` divides all averages alike: it is left out (1). */
export function scoreOption(
  sibling: Sibling & { readonly public: boolean },
  rules: RatingRules,
): ScoredOption {
  const alike = { ...rules, ballots: 1 };
  const { id, position, picked, ranked } = sibling;
  return {
    id,
    position,
    picked,
    ranked,
    public: sibling.public,
    score: sumOf(sibling, alike),
    categories: rules.categoryIds.map((category) => scoreOf(sibling, category, alike)),
  };
}

/** How options stand, with the orders that verdicts are told from. */
export function* rankingOf(entries: readonly ScoredOption[], rules: RatingRules): Slices<Ranking> {
  const byId = yield* sorted(entries, compareIds);
  const unordered = { rules, byId, picked: countPicked(entries), orders: new Map() };
  return yield* withOrders(unordered, verdictOrderNames(rules));
}

/** Whether scores made under the one rules hold under the other, for the same poll and settings. */
export const scoresHold = (one: RatingRules, other: RatingRules): boolean =>
  one.options === other.options;

/**
 * The ranking after a change: `ids` are those that changed in any way or went, `come` how they are
 * now. Orders that go by other strengths than before are made anew.
 */
export function* withChanges(
  before: Ranking,
  { ids, come }: { readonly ids: readonly bigint[]; readonly come: readonly ScoredOption[] },
  rules: RatingRules,
): Slices<Ranking> {
  const gone = ids.flatMap((id) => findScored(before, id) ?? []);
  const orders = new Map<string, readonly ScoredOption[]>();
  for (const [name, list] of before.orders) {
    if (isVerdict(name) && rules.strengths !== before.rules.strengths) continue;
    const { has, compare } = orderOf(name, rules);
    orders.set(name, replaced(list, { gone: gone.filter(has), come: come.filter(has) }, compare));
    yield;
  }
  const byId = replaced(before.byId, { gone, come }, compareIds);
  const picked = before.picked - countPicked(gone) + countPicked(come);
  return yield* withOrders({ rules, byId, picked, orders }, [...before.orders.keys()]);
}

/** The options in an order, by its name. */
export function* ordered({ byId, rules }: Ranking, name: string): Slices<readonly ScoredOption[]> {
  const { has, compare } = orderOf(name, rules);
  return yield* sorted(byId.filter(has), compare);
}

/** The same ranking with these orders made, where they were not yet. */
function* withOrders(before: Ranking, names: readonly string[]): Slices<Ranking> {
  const orders = new Map(before.orders);
  for (const name of names) orders.set(name, orders.get(name) ?? (yield* ordered(before, name)));
  return { ...before, orders };
}

/** The order of a list by `key`: of all options, or of those that everybody may see. */
export const listOrderName = (key: ListKey, which: "all" | "public"): string => `${which} ${key}`;

/** The orders that verdicts are told from. */
const verdictOrderNames = ({ type, categoryIds }: RatingRules): readonly string[] =>
  type.bestBy === undefined ? [] : [RANK, ...categoryIds.map((_, index) => `${RANK} ${index}`)];

/** Before, or behind: the order of a list, which tells all options apart. */
export const byListKey =
  (key: ListKey): Compare<ScoredOption> =>
  (one, other) =>
    (key === "rating"
      ? other.score.rating - one.score.rating
      : compareRatios(other.score.average, one.score.average)) || byPlace(one, other);

/** The option in the ranking with that id. */
export function findScored({ byId }: Ranking, id: bigint): ScoredOption | undefined {
  const entry = byId[firstNotBefore(byId, { id }, compareIds)];
  return entry?.id === id ? entry : undefined;
}

/** How an option stands among the others, in all and in each category. */
export function placementsOf(
  ranking: Ranking,
  entry: ScoredOption,
): { readonly overall: Placement; readonly categories: readonly Placement[] } {
  const judge = (score: Score, name: string): Placement => {
    const { rules, orders, picked } = ranking;
    if (rules.type.bestBy === undefined) return none;
    const list = orders.get(name);
    if (list === undefined) throw new Error(`the order "${name}" was not made`);
    const better = scoreComparison(rules, name);
    const rank = entry.ranked ? firstNotBefore(list, entry, better) + 1 : undefined;
    const at = { rank, picked: entry.picked, anyPicked: picked > 0 };
    return { rank, ...bestAndSelected({ id: entry.id, score }, at, rules) };
  };
  return {
    overall: judge(entry.score, RANK),
    categories: entry.categories.map((score, index) => judge(score, `${RANK} ${index}`)),
  };
}

const none: Placement = { rank: undefined, bestRating: undefined, selected: undefined };

const RANK = "rank";
const isVerdict = (name: string): boolean => name.startsWith(RANK);

const countPicked = (entries: readonly ScoredOption[]): number =>
  entries.reduce((count, { picked }) => count + Number(picked), 0);

const compareIds = (one: Pick<ScoredOption, "id">, other: Pick<ScoredOption, "id">): number =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0;

const byPlace: Compare<ScoredOption> = (one, other) =>
  one.position - other.position || compareIds(one, other);

/** By the score that an order of verdicts is about; equal ones share a rank. */
function scoreComparison(rules: RatingRules, name: string): Compare<ScoredOption> {
  const better = betterFirst(rules);
  if (name === RANK) return better;
  const index = Number(name.slice(RANK.length));
  const inCategory = ({ id, categories, score }: ScoredOption) => ({
    id,
    score: categories[index] ?? score,
  });
  return (one, other) => better(inCategory(one), inCategory(other));
}

function orderOf(name: string, rules: RatingRules): Order {
  if (isVerdict(name)) {
    const better = scoreComparison(rules, name);
    return {
      has: ({ ranked }) => ranked,
      compare: (one, other) => better(one, other) || byPlace(one, other),
    };
  }
  const [which, key] = name.split(" ") as ["all" | "public", ListKey];
  return { has: (entry) => which === "all" || entry.public, compare: byListKey(key) };
}
