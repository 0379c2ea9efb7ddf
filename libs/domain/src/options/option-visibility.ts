import type { AccessLevel } from "../access/access-level";
import { optionTypes } from "../option-types";
import type { Poll } from "../polls/poll";
import { hasPassed, hasVotingStarted, isClosed } from "../polls/status";
import { childrenOf } from "./derive-class";
import type { Option } from "./option";

type Seen = Pick<
  Option,
  "type" | "settings" | "inputType" | "ownerKey" | "approvalState" | "archived" | "paid"
>;

export interface OptionViewing {
  readonly poll: Pick<Poll, "status" | "settings">;
  /** The option, what it stands under, and so on up to the top level. */
  readonly line: readonly [Seen, ...Seen[]];
  /** What the member's own options are owned as. */
  readonly ownerKey: string | undefined;
  readonly now: Date;
}

/** Approved, not archived and paid for: what counts for every reader (decisions 3 and 4). */
export const isPublic = ({
  approvalState,
  archived,
  paid,
}: Pick<Option, "approvalState" | "archived" | "paid">): boolean =>
  approvalState === "approved" && !archived && paid !== false;

/**
 * Whether members see options of others now: not before voting starts without
 * `options_visible_before_voting`, under `hide_options` not until submissions end (decisions 4).
 */
export function othersShown(poll: Pick<Poll, "status" | "settings">, now: Date): boolean {
  const { settings } = poll;
  if (!settings.options_visible_before_voting && !hasVotingStarted(poll, now)) return false;
  if (!settings.hide_options) return true;
  return settings.deadline_submission === undefined
    ? isClosed(poll, now)
    : hasPassed(settings.deadline_submission, now);
}

/** Decisions 4, "Visible to a member": one's own always, others' when public and shown, with all above. */
export function optionVisibleToMember({ poll, line, ownerKey, now }: OptionViewing): boolean {
  const isOwn = (option: Seen) => ownerKey !== undefined && option.ownerKey === ownerKey;
  if (isOwn(line[0])) return true;
  if (!othersShown(poll, now)) return false;
  return line.every((option, at) => {
    const above = line[at + 1];
    const forAuthor = above !== undefined && childrenOf(poll, above)?.seenBy === "author";
    return isOwn(option) || (isPublic(option) && !forAuthor);
  });
}

/** Whether somebody sees an option of a poll: admins every one, members by `optionVisibleToMember`. */
export function optionVisible({
  poll,
  option,
  parent,
  access,
  ownerKey,
  now,
}: Omit<OptionViewing, "line"> & {
  readonly option: Seen;
  /** What it stands under; nothing that is voted on stands deeper. */
  readonly parent: Seen | undefined;
  readonly access: AccessLevel;
}): boolean {
  if (access === "admin") return true;
  const line = parent === undefined ? ([option] as const) : ([option, parent] as const);
  return optionVisibleToMember({ poll, line: [...line], ownerKey, now });
}

/** Before a door opens members see only that it is there; votes on it are refused (decisions 3). */
export const isShut = (option: Pick<Option, "type" | "startDate">, now: Date): boolean =>
  optionTypes.get(option.type).opensAtStartDate &&
  option.startDate !== undefined &&
  now < option.startDate;
