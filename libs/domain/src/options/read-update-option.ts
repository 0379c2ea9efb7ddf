import type { AccessLevel } from "../access/access-level";
import { hasErrors, mergeErrors, type Reading } from "../input/read-body";
import {
  type Changes,
  errorIf,
  errorsOf,
  givenOf,
  insideOf,
  readFields,
  singleError,
} from "../input/read-fields";
import { optionTypes } from "../option-types";
import { pollTypes } from "../poll-types";
import { readAttributeValues } from "../polls/attribute-values";
import { defaultInputType } from "../polls/attributes";
import type { Poll } from "../polls/poll";
import { optionRequiredFields } from "../polls/required-fields";
import type { FieldErrors } from "../refusals/refusal";
import type { EarlierOptions } from "./branching";
import { defaultLocationType, type LocationType } from "./location";
import type { Option } from "./option";
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
import { initialState } from "./option-states";
import { fieldProblems, type OptionValues, readDates } from "./read-option-fields";

/** A position behind all. */
const LAST = Number.MAX_SAFE_INTEGER;

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

export interface OptionChange
  extends Changes<
    Omit<
      Option,
      | ("id" | "publicId" | "pollId" | "parentId" | "type" | "ownerKey" | "settings" | "paid")
      | ("termsAccepted" | "privacyPolicyAccepted" | "createdAt" | "updatedAt")
    >
  > {
  /** A `data:` URI that replaces the file. */
  readonly attachment?: string;
  /** `set` replaces settings by name; `cleared` resets them to their defaults. */
  readonly settings: {
    readonly set: Partial<OptionSettings>;
    readonly cleared: readonly (keyof OptionSettings)[];
  };
}

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
  const changesAttributes = beside.values.additional_attributes !== undefined;
  const attributes = readAttributeValues(
    beside.values.additional_attributes,
    poll.settings.additional_option_attributes,
    option.additionalAttributes,
    { demandRequired: changesAttributes },
  );
  const isStateless = values.state !== undefined && !pollTypes.get(poll.type).hasOptionStates;
  const all = mergeErrors(
    envelope.errors,
    read.errors,
    beside.errors,
    dates.errors,
    errorsOf(attributes),
    fieldProblems(values, { ...facts, type: option.type, locationType, storedData: option.data }),
    placeProblems(beside.values, facts),
    fileProblems(values, facts),
    lossProblems(values, facts),
    locationProblems(values, facts),
    settingProblems(values, facts, read.errors),
    errorIf(isStateless, "state", "is not for options of this poll"),
  );
  if (hasErrors(all) || !attributes.ok) return { ok: false, errors: all };
  return {
    ok: true,
    value: {
      ...renamed(values),
      ...givenOf({
        youtubeId: values.youtube_id || undefined,
        vimeoId: values.vimeo_id || undefined,
        attachment: values.attachment || undefined,
        position: orDefault(values.position, LAST),
        state: orDefault(values.state, initialState(poll.settings.default_states)),
        locationType: values.location_type === undefined ? undefined : locationType,
        startDate: dates.startDate,
        endDate: dates.endDate,
        additionalAttributes: changesAttributes ? attributes.value : undefined,
      }),
      ...(!(envelope.isUnchanged && facts.uploads === 0) && approvalChange(values, facts)),
      settings: settingsChange(values, option),
    },
  };
}

/** Returns which facts must be loaded before the body is parsed. */
export function neededOptionUse(input: unknown, option: Option): NeededOptionUse {
  const { values } = readFields(optionShape, insideOf(input, "option"));
  return neededUseOfChange(option, configurationAfter(values, option));
}

function configurationAfter(values: OptionValues, option: Option): OptionConfiguration {
  const { set, cleared } = settingsChange(values, option);
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

/** Null sets fields with a default to it, and clears the others. */
const renamed = (values: OptionValues): Partial<OptionChange> =>
  givenOf({
    content: values.content,
    subtitle: values.subtitle,
    description: values.description,
    authorName: values.author_name,
    infoLink: values.info_link,
    infoLinkTitle: values.info_link_title,
    stateChangeMessage: values.state_change_message,
    rotation: values.rotation,
    data: values.data,
    archived: orDefault(values.archived, false),
    tags: orDefault(values.tags, []),
    picked: orDefault(values.selected, false),
    drawingType: orDefault(values.drawing_type, defaultDrawingType),
    inputType: orDefault(values.input_type, defaultInputType),
  });

const orDefault = <Value>(value: Value | null | undefined, byDefault: Value) =>
  value === null ? byDefault : value;

/** With `require_approval` a change by a member makes the option unreviewed (docs/reference/options.md#approval). */
function approvalChange(
  { approval_state: wanted }: OptionValues,
  { poll, access, option, now }: UpdateOptionFacts,
): Pick<OptionChange, "approvalState" | "approvalStateUpdatedAt"> {
  const next =
    access === "admin" ? wanted : poll.settings.require_approval ? "unreviewed" : undefined;
  return next === undefined || next === null || next === option.approvalState
    ? {}
    : { approvalState: next, approvalStateUpdatedAt: now };
}

/** Without `settings`, null clears all of them. */
function settingsChange(values: OptionValues, option: Option): OptionChange["settings"] {
  const all = Object.entries({
    ...(values.settings === null
      ? Object.fromEntries(Object.keys(option.settings).map((name) => [name, null]))
      : values.settings),
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
  const moves = parent !== undefined && (parent ?? undefined) !== parentPublicId;
  return mergeErrors(
    errorIf(moves, "parent_option_id", "cannot be changed"),
    errorIf(category !== undefined, "option_category", "cannot be changed"),
  );
}

function fileProblems(values: OptionValues, { option, uploads }: UpdateOptionFacts): FieldErrors {
  const files = uploads + (values.attachment ? 1 : 0);
  if (files === 0) return {};
  if (optionTypes.get(option.type).fileKinds.length === 0) {
    return singleError("attachment", "is not for options of this class");
  }
  return errorIf(files > 1, "option_attachments", "must be one file");
}

/** Required fields cannot be cleared. */
function lossProblems(
  values: OptionValues,
  { poll, access, option }: UpdateOptionFacts,
): FieldErrors {
  const required = optionRequiredFields(poll.settings, option.type);
  const ofMembers = access === "admin" ? [] : ["author_name", "description"];
  const ofAll = ["content", "attachment", "start_date", "end_date", "data", ...ofMembers];
  const { ownFields } = optionTypes.get(option.type);
  const ids = (["youtube_id", "vimeo_id"] as const).filter((name) => ownFields.includes(name));
  const names = [...ofAll.filter((name) => required.includes(name)), ...ids, "approval_state"];
  return mergeErrors(
    ...names.map((name) =>
      errorIf(values[name as keyof OptionValues] === null, name, "is required"),
    ),
  );
}

/** A new location type requires new coordinates. */
function locationProblems(values: OptionValues, { option }: UpdateOptionFacts): FieldErrors {
  const changes =
    values.location_type !== undefined &&
    (values.location_type ?? defaultLocationType) !== option.locationType;
  const lacksData = option.locationType !== undefined && values.data === undefined;
  return errorIf(changes && lacksData, "data", "must be given with another location_type");
}
