import type { AccessLevel } from "../access/access-level";
import type { Reading } from "../input/read-body";
import { invalid } from "../input/read-fields";
import { optionTypes } from "../option-types";
import { isAnonymous } from "../participants/anonymity";
import { pollTypes } from "../poll-types";
import type { Poll } from "../polls/poll";
import { type Sort, sorts } from "../polls/sorts";
import { seedOf } from "../seed-of";
import type { Option } from "./option";
import { hasDoors } from "./option-visibility";

/** The order of an options list. A shuffle stays the same for one actor. */
export type ListOrder = Sort | "shuffled";

export interface OrderFacts {
  readonly poll: Pick<Poll, "type" | "settings">;
  readonly access: AccessLevel;
  /** The parent of the list. Undefined means the top level. */
  readonly parent: Pick<Option, "type" | "settings"> | undefined;
  /** `sort` of the query. */
  readonly requested: string | undefined;
  /** Whether the list is for voting. Only such lists may be shuffled, never results. */
  readonly toVote: boolean;
  /** Whether the reader sees ratings. Hidden ratings must not order a list. */
  readonly ratingsShown: boolean;
}

/** The order of an options list (docs/reference/options.md#order), or an error if `sort` is unknown. */
export function listOrder({
  poll,
  access,
  parent,
  requested,
  toVote,
  ratingsShown,
}: OrderFacts): Reading<ListOrder> {
  const { settings } = poll;
  const wanted = sorts.find((sort) => sort === requested);
  if (requested !== undefined && wanted === undefined) {
    return invalid("sort", `must be one of ${sorts.join(", ")}`);
  }
  const shown = (sort: Sort): Sort =>
    mayOrderBy(sort, { poll, access, ratingsShown }) ? sort : byPosition;
  const underStep = parent !== undefined && optionTypes.get(parent.type).isStep;
  const inStepOrder = parent === undefined && pollTypes.get(poll.type).hasSteps;
  if (isAnonymousAnswer(poll, parent, access)) return { ok: true, value: "shuffled" };
  if (wanted !== undefined && settings.allow_change_sort) {
    return { ok: true, value: shown(wanted) };
  }
  if (inStepOrder) return { ok: true, value: byPosition };
  const shuffles = underStep ? parent.settings.randomize_options : settings.randomize_options;
  if (toVote && shuffles && access !== "admin") return { ok: true, value: "shuffled" };
  return { ok: true, value: underStep ? byPosition : shown(settings.default_sort) };
}

/** Whether options below a parent are answers of participants whom the reader must not know. */
export const isAnonymousAnswer = (
  poll: Pick<Poll, "settings">,
  parent: Pick<Option, "type"> | undefined,
  access: AccessLevel,
): boolean =>
  parent !== undefined && optionTypes.get(parent.type).isInput && isAnonymous(poll, access);

const byPosition: Sort = "options.position asc";

const byRating: ReadonlySet<Sort> = new Set<Sort>([
  "options.average_rating desc",
  "options.rating desc",
]);

const byShownFields: ReadonlySet<ListOrder> = new Set<ListOrder>([
  byPosition,
  "options.start_date asc",
  "shuffled",
]);

/**
 * Whether an order is made of fields that members do not see of closed doors, which then come last in the order of
 * their positions (docs/reference/options.md#order).
 */
export const putsClosedDoorsLast = (
  order: ListOrder,
  poll: Pick<Poll, "type">,
  access: AccessLevel,
): boolean => access !== "admin" && hasDoors(poll) && !byShownFields.has(order);

/** Whether the reader sees what the order is made of. Otherwise the order would tell it. */
function mayOrderBy(
  sort: Sort,
  { poll, access, ratingsShown }: Pick<OrderFacts, "poll" | "access" | "ratingsShown">,
): boolean {
  if (byRating.has(sort)) return ratingsShown;
  const isByContent = sort === "options.content asc";
  return !(isByContent && poll.settings.hidden_image_name && access !== "admin");
}

/** The seed of an actor's shuffle in a poll. */
export const shuffleSeed = (memberHash: string, actorKey: string): number =>
  seedOf(`${memberHash} ${actorKey}`);
