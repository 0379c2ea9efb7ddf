import type { AccessLevel } from "../access/access-level";
import type { Reading } from "../input/read-body";
import { invalid } from "../input/read-fields";
import { optionTypes } from "../option-types";
import { pollTypes } from "../poll-types";
import type { Poll } from "../polls/poll";
import { type Sort, sorts } from "../polls/sorts";
import { seedOf } from "../ratings/seed-of";
import type { Option } from "./option";

/** The order of an options list: by a column, or shuffled the same way for each actor. */
export type ListOrder = Sort | "shuffled";

export interface OrderFacts {
  readonly poll: Pick<Poll, "type" | "settings">;
  readonly access: AccessLevel;
  /** What the options stand under; undefined: the top level. */
  readonly parent: Pick<Option, "type" | "settings"> | undefined;
  /** `sort` of the query; undefined: not given. */
  readonly asked: string | undefined;
  /** Whether the reader sees ratings; where not they order no list (decisions 4). */
  readonly ratingsShown: boolean;
}

/** Decisions 4, "Lists": `sort` where allowed, else a shuffle for members, else `default_sort`. */
export function listOrder({
  poll,
  access,
  parent,
  asked,
  ratingsShown,
}: OrderFacts): Reading<ListOrder> {
  const { settings } = poll;
  const wanted = sorts.find((sort) => sort === asked);
  if (asked !== undefined && wanted === undefined) {
    return invalid("sort", `must be one of ${sorts.join(", ")}`);
  }
  const underStep = parent !== undefined && optionTypes.get(parent.type).isStep;
  const inStepOrder = parent === undefined && pollTypes.get(poll.type).hasSteps;
  if (wanted !== undefined && settings.allow_change_sort) {
    return { ok: true, value: shown(wanted, ratingsShown) };
  }
  if (inStepOrder) return { ok: true, value: "options.position asc" };
  const shuffles = underStep ? parent.settings.randomize_options : settings.randomize_options;
  if (shuffles && access !== "admin") return { ok: true, value: "shuffled" };
  return {
    ok: true,
    value: shown(underStep ? "options.position asc" : settings.default_sort, ratingsShown),
  };
}

const byRating: ReadonlySet<Sort> = new Set<Sort>([
  "options.average_rating desc",
  "options.rating desc",
]);

const shown = (sort: Sort, ratingsShown: boolean): Sort =>
  byRating.has(sort) && !ratingsShown ? "options.position asc" : sort;

/** The seed of an actor's shuffle in a poll: the same list in the same order every time. */
export const shuffleSeed = (memberHash: string, actorKey: string): number =>
  seedOf(`${memberHash} ${actorKey}`);
