import type { AccessLevel } from "../access/access-level";
import { hasErrors, mergeErrors, type Reading } from "../input/read-body";
import { insideOf, readFields, singleError } from "../input/read-fields";
import { optionTypes } from "../option-types";
import { pollTypes } from "../poll-types";
import { type AttributeValues, readAttributeValues } from "../polls/attribute-values";
import { defaultInputType } from "../polls/attributes";
import type { Poll } from "../polls/poll";
import { optionRequiredFields } from "../polls/required-fields";
import type { FieldErrors } from "../refusals/refusal";
import type { EarlierOptions } from "./branching";
import { defaultLocationType, type LocationType } from "./location";
import type { ApprovalState, Option } from "./option";
import { besideShape, defaultDrawingType, optionShape } from "./option-body";
import { unwrapOptionUpdate } from "./option-envelope";
import { type OptionSettings, optionSettingsOf } from "./option-settings";
import {
  fixedOptionProblems,
  type NeededOptionUse,
  namedAsGiven,
  neededUseOfChange,
  type OptionConfiguration,
  type OptionUse,
  optionSettingsProblems,
} from "./option-settings-problems";
import { fieldProblems, type OptionValues, readDates } from "./read-option-fields";

export interface UpdateOptionFacts {
  readonly poll: Pick<Poll, "type" | "settings">;
  readonly access: AccessLevel;
  readonly option: Option;
  readonly parentPublicId: string | undefined;
  /** Number of uploaded files, not counting `attachment`. */
  readonly uploads: number;
  /** The options under earlier steps, for `data.branch` of a step. */
  readonly earlierOptions: EarlierOptions;
  /** Facts about stored options and votes, as far as `neededOptionUse` lists them. */
  readonly use: OptionUse;
  /** The current representation for the caller. Needed where the body is a representation. */
  readonly shown?: Readonly<Record<string, unknown>>;
  readonly now: Date;
}

/** A change of an option: absent fields stay, null clears. */
export interface OptionChange {
  readonly content?: string | null;
  readonly subtitle?: string | null;
  readonly description?: string | null;
  readonly authorName?: string | null;
  readonly infoLink?: string | null;
  readonly infoLinkTitle?: string | null;
  readonly tags?: readonly string[];
  readonly youtubeId?: string;
  readonly vimeoId?: string;
  /** A `data:` URI that replaces the file. */
  readonly attachment?: string;
  readonly position?: number;
  readonly state?: string;
  readonly stateChangeMessage?: string | null;
  readonly approvalState?: ApprovalState;
  readonly approvalStateUpdatedAt?: Date;
  readonly archived?: boolean;
  readonly picked?: boolean;
  readonly data?: unknown;
  /** `set` replaces settings by name; `cleared` resets them to their defaults. */
  readonly settings: {
    readonly set: Partial<OptionSettings>;
    readonly cleared: readonly (keyof OptionSettings)[];
  };
  readonly drawingType?: string;
  readonly inputType?: string;
  readonly locationType?: string;
  readonly rotation?: number | null;
  readonly startDate?: Date | null;
  readonly endDate?: Date | null;
  readonly additionalAttributes?: AttributeValues;
}

/** Columns by field; null clears. */
const plainNames = {
  content: "content",
  subtitle: "subtitle",
  description: "description",
  author_name: "authorName",
  info_link: "infoLink",
  info_link_title: "infoLinkTitle",
  state_change_message: "stateChangeMessage",
  rotation: "rotation",
  data: "data",
} as const;

/** Columns with their defaults by field; null sets the default. */
const defaulted = {
  archived: ["archived", false],
  tags: ["tags", []],
  selected: ["picked", false],
  drawing_type: ["drawingType", defaultDrawingType],
  input_type: ["inputType", defaultInputType],
} as const;

/** Parses the body of an update and reports all problems (docs/reference/options.md#update). */
export function readUpdateOption(input: unknown, facts: UpdateOptionFacts): Reading<OptionChange> {
  const { poll, access, option, shown = {} } = facts;
  const envelope = unwrapOptionUpdate(input, access, shown);
  const read = readFields(optionShape, envelope.inside);
  const beside = readFields(besideShape, envelope.beside);
  const { values } = read;
  const locationType = (values.location_type ??
    option.locationType ??
    defaultLocationType) as LocationType;
  const dates = readDates(values, poll, option);
  const attributes = readAttributeValues(
    beside.values.additional_attributes,
    poll.settings.additional_option_attributes,
    option.additionalAttributes,
    { demandRequired: beside.values.additional_attributes !== undefined },
  );
  const problems: FieldErrors[] = [
    envelope.errors,
    read.errors,
    beside.errors,
    dates.errors,
    attributes.ok ? {} : attributes.errors,
    fieldProblems(values, {
      ...facts,
      type: option.type,
      locationType,
      storedData: option.data,
    }),
    placeProblems(beside.values, facts),
    fileProblems(values, facts),
    lossProblems(values, facts),
    locationProblems(values, facts),
    settingProblems(values, facts, read.errors),
  ];
  if (values.state !== undefined && !pollTypes.get(poll.type).hasOptionStates) {
    problems.push(singleError("state", "is not for options of this poll"));
  }
  const all = mergeErrors(...problems);
  if (hasErrors(all) || !attributes.ok) return { ok: false, errors: all };
  const { startDate, endDate } = dates;
  return {
    ok: true,
    value: {
      ...renamed(values),
      ...(values.youtube_id && { youtubeId: values.youtube_id }),
      ...(values.vimeo_id && { vimeoId: values.vimeo_id }),
      ...(values.attachment && { attachment: values.attachment }),
      ...(values.position && { position: values.position }),
      ...(values.state && { state: values.state }),
      ...(values.location_type !== undefined && { locationType }),
      ...(startDate !== undefined && { startDate }),
      ...(endDate !== undefined && { endDate }),
      ...(beside.values.additional_attributes !== undefined && {
        additionalAttributes: attributes.value,
      }),
      ...(!(envelope.isUnchanged && facts.uploads === 0) && approvalChange(values, facts)),
      settings: settingsChange(values),
    },
  };
}

/** Returns which facts must be loaded before the body is parsed. */
export function neededOptionUse(input: unknown, option: Option): NeededOptionUse {
  const { values } = readFields(optionShape, insideOf(input, "option"));
  return neededUseOfChange(option, configurationAfter(values, option));
}

function configurationAfter(values: OptionValues, option: Option): OptionConfiguration {
  const { set, cleared } = settingsChange(values);
  const kept = Object.entries(option.settings).filter(
    ([name]) => !cleared.some((one) => one === name),
  );
  return {
    type: option.type,
    inputType:
      values.input_type === undefined ? option.inputType : (values.input_type ?? undefined),
    settings: optionSettingsOf({ ...Object.fromEntries(kept), ...set }),
  };
}

/** Conflicting settings, and changes that existing options and votes forbid. */
function settingProblems(
  values: OptionValues,
  { option, use }: UpdateOptionFacts,
  known: FieldErrors,
): FieldErrors {
  const after = configurationAfter(values, option);
  return namedAsGiven(
    mergeErrors(optionSettingsProblems(after, option), fixedOptionProblems(option, after, use)),
    values.settings?.allowed_values === undefined,
    known,
  );
}

function renamed(values: OptionValues): Partial<OptionChange> {
  const plain = Object.entries(plainNames).flatMap(([wire, column]) => {
    const value = values[wire as keyof typeof plainNames];
    return value === undefined ? [] : [[column, value] as const];
  });
  const withDefault = Object.entries(defaulted).flatMap(([wire, [column, byDefault]]) => {
    const value = values[wire as keyof typeof defaulted];
    return value === undefined ? [] : [[column, value ?? byDefault] as const];
  });
  return Object.fromEntries([...plain, ...withDefault]);
}

/** With `require_approval` a change by a member makes the option unreviewed (docs/reference/options.md#approval). */
function approvalChange(
  { approval_state: given }: OptionValues,
  { poll, access, option, now }: UpdateOptionFacts,
): Pick<OptionChange, "approvalState" | "approvalStateUpdatedAt"> {
  const next =
    access === "admin" ? given : poll.settings.require_approval ? "unreviewed" : undefined;
  return next === undefined || next === null || next === option.approvalState
    ? {}
    : { approvalState: next, approvalStateUpdatedAt: now };
}

function settingsChange(values: OptionValues): OptionChange["settings"] {
  const all = Object.entries({
    ...values.settings,
    ...(values.allowed_values !== undefined && { allowed_values: values.allowed_values }),
  }).filter(([, value]) => value !== undefined);
  return {
    set: Object.fromEntries(all.filter(([, value]) => value !== null)),
    cleared: all
      .filter(([, value]) => value === null)
      .map(([name]) => name as keyof OptionSettings),
  };
}

/** Class and parent cannot change. */
function placeProblems(
  beside: ReturnType<typeof readFields<typeof besideShape>>["values"],
  { parentPublicId }: UpdateOptionFacts,
): FieldErrors {
  const { parent_option_id: parent, option_category: category } = beside;
  return mergeErrors(
    parent !== undefined && (parent ?? undefined) !== parentPublicId
      ? singleError("parent_option_id", "cannot be changed")
      : {},
    category === undefined ? {} : singleError("option_category", "cannot be changed"),
  );
}

function fileProblems(values: OptionValues, { option, uploads }: UpdateOptionFacts): FieldErrors {
  const files = uploads + (values.attachment ? 1 : 0);
  if (files === 0) return {};
  if (optionTypes.get(option.type).fileKinds.length === 0) {
    return singleError("attachment", "is not for options of this class");
  }
  return files > 1 ? singleError("option_attachments", "must be one file") : {};
}

/** Required fields cannot be cleared. */
function lossProblems(
  values: OptionValues,
  { poll, access, option }: UpdateOptionFacts,
): FieldErrors {
  const required = optionRequiredFields(poll.settings, option.type);
  const lost = ["content", "attachment", "start_date", "end_date", "data"].filter(
    (name) => values[name as keyof OptionValues] === null && required.includes(name),
  );
  const lostByMember =
    access === "admin"
      ? []
      : (["author_name", "description"] as const).filter(
          (name) => values[name] === null && required.includes(name),
        );
  const { ownFields } = optionTypes.get(option.type);
  const lostIds = (["youtube_id", "vimeo_id"] as const).filter(
    (name) => values[name] === null && ownFields.includes(name),
  );
  return mergeErrors(
    ...[...lost, ...lostByMember, ...lostIds].map((name) => singleError(name, "is required")),
  );
}

/** A new location type requires new coordinates. */
function locationProblems(values: OptionValues, { option }: UpdateOptionFacts): FieldErrors {
  const changes =
    values.location_type !== undefined &&
    (values.location_type ?? defaultLocationType) !== option.locationType;
  return changes && option.locationType !== undefined && values.data === undefined
    ? singleError("data", "must be given with another location_type")
    : {};
}
