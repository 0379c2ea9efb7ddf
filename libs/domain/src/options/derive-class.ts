import type { AccessLevel } from "../access/access-level";
import type { Reading } from "../input/read-body";
import { invalid } from "../input/read-fields";
import { categoryType, optionTypes } from "../option-types";
import type { Children } from "../option-types/option-type";
import { pollTypes } from "../poll-types";
import type { Poll } from "../polls/poll";
import type { ProblemSentence } from "../refusals/field-problems";
import type { Option } from "./option";
import { optionSettingsOf } from "./option-settings";

/** Top-level options are at depth 1 (docs/reference/options.md#nesting). */
const DEPTH_MAX = 3;

const GROUP_ENTRIES_DEFAULT = 20;

export type ParentFacts = Pick<Option, "type" | "settings" | "inputType">;

export interface ClassFacts {
  readonly poll: Pick<Poll, "type" | "settings">;
  readonly access: AccessLevel;
  readonly parent: ParentFacts | undefined;
  /** 1 for a top-level parent, 0 without a parent. */
  readonly parentDepth: number;
  readonly asCategory: boolean;
  readonly files: number;
  readonly hasYoutubeId: boolean;
  readonly hasVimeoId: boolean;
}

export interface DerivedClass {
  readonly type: string;
  /** Class of the members of a group, one for each file. Undefined when the option is no group. */
  readonly memberType: string | undefined;
}

/** The children that an option may have, or undefined if it may have none. */
export const childrenOf = (
  { settings }: Pick<Poll, "settings">,
  option: ParentFacts,
): Children | undefined => optionTypes.get(option.type).children(option, settings.option_type);

/** Which callers create options under a parent. An undefined parent means the top level. */
export function creatorsOf(
  poll: Pick<Poll, "settings">,
  parent: ParentFacts | undefined,
): Children["createdBy"] {
  if (parent !== undefined) return childrenOf(poll, parent)?.createdBy ?? "as_top_level";
  // Steps define the structure of a survey.
  return optionTypes.get(poll.settings.option_type).isStep ? "admins" : "as_top_level";
}

/** The class of a new option (docs/reference/options.md#class-of-a-new-option). */
export function deriveClass(facts: ClassFacts): Reading<DerivedClass> {
  const { parent, parentDepth, files, poll } = facts;
  if (facts.asCategory) return asCategory(facts);
  const children = parent && childrenOf(poll, parent);
  if (parent !== undefined && children === undefined) {
    return invalid("parent_option_id", "cannot have options");
  }
  if (parentDepth + 1 > DEPTH_MAX) return invalid("parent_option_id", "is nested too deeply");
  const ofPlace =
    children === undefined
      ? poll.settings.option_type
      : ((files > 0 ? children.typeWithFile : undefined) ?? children.type);
  const family = optionTypes.get(ofPlace);
  const { hasYoutubeId, hasVimeoId } = facts;
  const type = family.variantFor({ hasFile: files > 0, hasYoutubeId, hasVimeoId }) ?? ofPlace;
  return files > 1 ? asGroup(type, facts) : { ok: true, value: { type, memberType: undefined } };
}

function asCategory({ poll, access, parent }: ClassFacts): Reading<DerivedClass> {
  if (access !== "admin") return invalid("option_category", "is for admins only");
  if (!pollTypes.get(poll.type).hasCategories) {
    return invalid("option_category", "is not for polls of this type");
  }
  if (parent !== undefined) return invalid("parent_option_id", "cannot contain a category");
  return { ok: true, value: { type: categoryType, memberType: undefined } };
}

const groupEntriesMax = (settings: Poll["settings"]): number =>
  settings.group_submission_max_entries ?? GROUP_ENTRIES_DEFAULT;

/** The maximum number of files of a new option (docs/reference/options.md#groups). */
export const submittedFilesMax = (settings: Poll["settings"]): number =>
  settings.allow_group_submissions ? groupEntriesMax(settings) : 1;

/** The maximum number of options of a class below a parent: of a group (docs/reference/options.md#groups). */
export const siblingsMax = (
  { settings }: Pick<Poll, "settings">,
  parent: Pick<Option, "type"> | undefined,
  type: string,
): number =>
  parent !== undefined && parent.type === optionTypes.get(type).groupedAs
    ? groupEntriesMax(settings)
    : Number.POSITIVE_INFINITY;

/** The problem of a request with more than `max` files. */
export const fileCountProblem = (max: number): ProblemSentence =>
  max === 1 ? "must be one file" : `must have at most ${max} entries`;

/** Several files become a group with one option each (docs/reference/options.md#groups). */
function asGroup(type: string, facts: ClassFacts): Reading<DerivedClass> {
  const { poll, parent, parentDepth, files } = facts;
  const group = optionTypes.get(type).groupedAs;
  if (group === undefined || !poll.settings.allow_group_submissions || parent?.type === group) {
    return invalid("option_attachments", fileCountProblem(1));
  }
  if (parentDepth + 2 > DEPTH_MAX) return invalid("parent_option_id", "is nested too deeply");
  const max = submittedFilesMax(poll.settings);
  if (files > max) return invalid("option_attachments", fileCountProblem(max));
  const members = optionTypes
    .get(group)
    .children({ settings: optionSettingsOf({}), inputType: undefined }, poll.settings.option_type);
  return { ok: true, value: { type: group, memberType: members?.type } };
}
