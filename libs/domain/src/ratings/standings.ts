import { type Compare, firstNotBefore, replaced, sorted } from "./ordered";
import { compareRatios } from "./ratio";
import {
  betterFirst,
  type RatingRules,
  type Score,
  type Sibling,
  scoreOf,
  sumOf,
  verdictOf,
} from "./scores";
import type { Slices } from "./slices";

/** An option with how it does by itself; its counts are not kept. */
export interface Scored {
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
export interface Verdict {
  readonly rank: number | undefined;
  readonly bestRating: boolean | undefined;
  readonly selected: boolean | undefined;
}

export type ListKey = "rating" | "average_rating";

/**
 * How the options under one parent stand, kept in order, so that a few changes cost a few searches
 * and not a look at every option. It does not change: `withChanges` makes the next one.
 */
export interface Standings {
  readonly rules: RatingRules;
  readonly byId: readonly Scored[];
  /** How many an admin picked. */
  readonly picked: number;
  /** The orders that were asked for, by name; they are carried on. */
  readonly orders: ReadonlyMap<string, readonly Scored[]>;
}

/** Which of the options are in order, and what comes first. */
interface Order {
  readonly has: (entry: Scored) => boolean;
  readonly compare: Compare<Scored>;
}

/** How an option does by itself. `ballots` divides all averages alike: it is left out (1). */
export function scored(
  sibling: Sibling & { readonly public: boolean },
  rules: RatingRules,
): Scored {
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
export function* standingsOf(entries: readonly Scored[], rules: RatingRules): Slices<Standings> {
  const byId = yield* sorted(entries, compareIds);
  const unordered = { rules, byId, picked: countPicked(entries), orders: new Map() };
  return yield* withOrders(unordered, verdictOrderNames(rules));
}

/** Whether scores made under the one rules hold under the other, for the same poll and settings. */
export const scoresHold = (one: RatingRules, other: RatingRules): boolean =>
  one.options === other.options;

/**
 * The standings after a change: `ids` are those that changed in any way or went, `come` how they are
 * now. Orders that go by other strengths than before are made anew.
 */
export function* withChanges(
  before: Standings,
  { ids, come }: { readonly ids: readonly bigint[]; readonly come: readonly Scored[] },
  rules: RatingRules,
): Slices<Standings> {
  const gone = ids.flatMap((id) => findScored(before, id) ?? []);
  const orders = new Map<string, readonly Scored[]>();
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
export function* ordered({ byId, rules }: Standings, name: string): Slices<readonly Scored[]> {
  const { has, compare } = orderOf(name, rules);
  return yield* sorted(byId.filter(has), compare);
}

/** The same standings with these orders made, where they were not yet. */
function* withOrders(before: Standings, names: readonly string[]): Slices<Standings> {
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
  (key: ListKey): Compare<Scored> =>
  (one, other) =>
    (key === "rating"
      ? other.score.rating - one.score.rating
      : compareRatios(other.score.average, one.score.average)) || byPlace(one, other);

/** The option in the standings with that id. */
export function findScored({ byId }: Standings, id: bigint): Scored | undefined {
  const entry = byId[firstNotBefore(byId, { id }, compareIds)];
  return entry?.id === id ? entry : undefined;
}

/** How an option stands among the others, in all and in each category. */
export function verdictsOf(
  standings: Standings,
  entry: Scored,
): { readonly overall: Verdict; readonly categories: readonly Verdict[] } {
  const judge = (score: Score, name: string): Verdict => {
    const { rules, orders, picked } = standings;
    if (rules.type.bestBy === undefined) return none;
    const list = orders.get(name);
    if (list === undefined) throw new Error(`the order "${name}" was not made`);
    const better = scoreComparison(rules, name);
    const rank = entry.ranked ? firstNotBefore(list, entry, better) + 1 : undefined;
    const at = { rank, picked: entry.picked, anyPicked: picked > 0 };
    return { rank, ...verdictOf({ id: entry.id, score }, at, rules) };
  };
  return {
    overall: judge(entry.score, RANK),
    categories: entry.categories.map((score, index) => judge(score, `${RANK} ${index}`)),
  };
}

const none: Verdict = { rank: undefined, bestRating: undefined, selected: undefined };

const RANK = "rank";
const isVerdict = (name: string): boolean => name.startsWith(RANK);

const countPicked = (entries: readonly Scored[]): number =>
  entries.reduce((count, { picked }) => count + Number(picked), 0);

const compareIds = (one: Pick<Scored, "id">, other: Pick<Scored, "id">): number =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0;

const byPlace: Compare<Scored> = (one, other) =>
  one.position - other.position || compareIds(one, other);

/** By the score that an order of verdicts is about; equal ones share a rank. */
function scoreComparison(rules: RatingRules, name: string): Compare<Scored> {
  const better = betterFirst(rules);
  if (name === RANK) return better;
  const index = Number(name.slice(RANK.length));
  const inCategory = ({ id, categories, score }: Scored) => ({
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
