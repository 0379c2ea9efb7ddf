import type { AccessLevel } from "../access/access-level";
import { optionTypes } from "../option-types";
import { pollTypes } from "../poll-types";
import type { Poll } from "../polls/poll";
import { hasPassed, hasVotingStarted, isClosed } from "../polls/status";
import { childrenOf } from "./derive-class";
import type { Option } from "./option";

type VisibilityFacts = Pick<
  Option,
  "type" | "settings" | "inputType" | "ownerKey" | "approvalState" | "archived" | "paid"
>;

export interface OptionViewing {
  readonly poll: Pick<Poll, "status" | "settings">;
  /** The option and its ancestors; the top-level option is last. */
  readonly lineage: readonly [VisibilityFacts, ...VisibilityFacts[]];
  readonly ownerKey: string | undefined;
  readonly now: Date;
}

/** Whether an option is approved, unarchived and paid (docs/reference/options.md#visibility). */
export const isPublic = ({
  approvalState,
  archived,
  paid,
}: Pick<Option, "approvalState" | "archived" | "paid">): boolean =>
  approvalState === "approved" && !archived && paid !== false;

/**
 * Whether an option, given with its ancestors, is offered to the owner of a participant, who sees it as soon as options
 * are shown (docs/reference/votes.md#options-no-longer-offered).
 */
export function isOffered(
  lineage: readonly Pick<Option, "approvalState" | "archived" | "paid" | "ownerKey">[],
  ownerKey: string,
): boolean {
  const [option] = lineage;
  const isSeen = (one: (typeof lineage)[number]) => isPublic(one) || one.ownerKey === ownerKey;
  return option?.ownerKey === ownerKey || lineage.every(isSeen);
}

/** Whether members currently see the options of others (docs/reference/options.md#visibility). */
export function othersShown(poll: Pick<Poll, "status" | "settings">, now: Date): boolean {
  const { settings } = poll;
  if (!settings.options_visible_before_voting && !hasVotingStarted(poll, now)) return false;
  if (!settings.hide_options) return true;
  return settings.deadline_submission === undefined
    ? isClosed(poll, now)
    : hasPassed(settings.deadline_submission, now);
}

/** Whether a member sees an option (docs/reference/options.md#visibility). */
export function optionVisibleToMember({ poll, lineage, ownerKey, now }: OptionViewing): boolean {
  const isOwn = (option: VisibilityFacts) => ownerKey !== undefined && option.ownerKey === ownerKey;
  if (isOwn(lineage[0])) return true;
  if (!othersShown(poll, now)) return false;
  return lineage.every((option, at) => {
    const parent = lineage[at + 1];
    const forAuthor = parent !== undefined && childrenOf(poll, parent)?.visibleTo === "author";
    return isOwn(option) || (isPublic(option) && !forAuthor);
  });
}

/** Whether the reader sees an option. Admins see all options. */
export const optionVisible = ({
  access,
  ...viewing
}: OptionViewing & { readonly access: AccessLevel }): boolean =>
  access === "admin" || optionVisibleToMember(viewing);

/** Classes that members do not see before their start (docs/reference/options.md#calendar-doors). */
export const doorTypes: readonly string[] = optionTypes.all
  .filter((type) => type.opensAtStartDate)
  .map(({ name }) => name);

/** Whether options of a poll may be calendar doors. */
export const hasDoors = ({ type }: Pick<Poll, "type">): boolean =>
  pollTypes.get(type).optionTypes.some((name) => doorTypes.includes(name));

/** Whether a calendar door is not open yet (docs/reference/options.md#calendar-doors). */
export const isUnopened = (option: Pick<Option, "type" | "startDate">, now: Date): boolean =>
  optionTypes.get(option.type).opensAtStartDate &&
  option.startDate !== undefined &&
  now < option.startDate;
