import type { AccessLevel } from "../access/access-level";
import { hasErrors, mergeErrors, type Reading } from "../input/read-body";
import { acceptanceIn, readFields, singleError, unwrap } from "../input/read-fields";
import { optionTypes } from "../option-types";
import { pollTypes } from "../poll-types";
import { readAttributeValues } from "../polls/attribute-values";
import { defaultInputType } from "../polls/attributes";
import type { Poll } from "../polls/poll";
import { missingFieldErrors, optionRequiredFields } from "../polls/required-fields";
import type { FieldErrors } from "../refusals/refusal";
import type { EarlierOptions } from "./branching";
import { deriveClass } from "./derive-class";
import { defaultLocationType } from "./location";
import { initialApproval, type Option } from "./option";
import { besideShape, defaultDrawingType, optionShape } from "./option-body";
import { type OptionSettings, optionSettingsOf } from "./option-settings";
import { namedAsGiven, optionSettingsProblems } from "./option-settings-problems";
import { initialState } from "./option-states";
import { fieldProblems, type OptionValues, readDates } from "./read-option-fields";

export interface CreateOptionFacts {
  readonly poll: Pick<Poll, "type" | "settings">;
  readonly access: AccessLevel;
  /** The option with the id `parent_option_id`. */
  readonly parent: Option | undefined;
  /** 1 for a top-level parent, 0 without a parent. */
  readonly parentDepth: number;
  /** Number of uploaded files, not counting `attachment`. */
  readonly uploads: number;
  /** The options under earlier steps, for `data.branch` of a step. */
  readonly earlierOptions: EarlierOptions;
}

export interface OptionDraft
  extends Omit<
    Option,
    | ("id" | "publicId" | "pollId" | "parentId" | "ownerKey" | "approvalStateUpdatedAt")
    | ("position" | "settings" | "paid" | "createdAt" | "updatedAt")
  > {
  /** Class of the members of a group, one for each file. Undefined when the option is no group. */
  readonly memberType: string | undefined;
  /** A `data:` URI. */
  readonly attachment: string | undefined;
  /** Undefined means at the end. */
  readonly position: number | undefined;
  readonly settings: Partial<OptionSettings>;
  /** False while the submission fee is unpaid. */
  readonly paid: false | undefined;
}

/** Parses the body of a new option and reports all problems (docs/reference/options.md#creation). */
export function readCreateOption(input: unknown, facts: CreateOptionFacts): Reading<OptionDraft> {
  const { poll, access, parent } = facts;
  const { settings } = poll;
  const envelope = unwrap(input, "option");
  const read = readFields(optionShape, envelope.inside);
  const beside = readFields(besideShape, envelope.beside);
  const { values } = read;
  const problems: FieldErrors[] = [envelope.errors, read.errors, beside.errors];

  const files = facts.uploads + (values.attachment ? 1 : 0);
  const derived = deriveClass({
    ...facts,
    asCategory: beside.values.option_category === true,
    files,
    hasYoutubeId: Boolean(values.youtube_id),
    hasVimeoId: Boolean(values.vimeo_id),
  });
  const attributes = readAttributeValues(
    beside.values.additional_attributes,
    settings.additional_option_attributes,
    {},
    { demandRequired: true },
  );
  if (!attributes.ok) problems.push(attributes.errors);
  const { values: said } = beside;
  const accepted = {
    terms: acceptanceIn(said.terms, said.terms_accepted),
    privacy_policy: acceptanceIn(said.privacy_policy, said.privacy_policy_accepted),
  };
  const dates = readDates(values, poll, {
    type: derived.ok ? derived.value.type : undefined,
    startDate: undefined,
    endDate: undefined,
  });
  problems.push(dates.errors);

  if (!derived.ok) {
    const all = mergeErrors(...problems, derived.errors);
    return { ok: false, errors: all };
  }
  const { type } = derived.value;
  const { isInput, ownFields } = optionTypes.get(type);
  const locationType = values.location_type ?? defaultLocationType;
  problems.push(fieldProblems(values, { ...facts, type, locationType }));
  problems.push(sourceProblems(type, values, files, read.errors));
  const configuration = {
    type,
    inputType: isInput ? (values.input_type ?? defaultInputType) : undefined,
    settings: optionSettingsOf(givenSettings(values)),
  };
  problems.push(
    namedAsGiven(
      optionSettingsProblems(configuration, undefined),
      values.settings?.allowed_values === undefined,
      read.errors,
    ),
  );
  const presented = { values, files, accepted };
  problems.push(missingFields(presented, facts, type, mergeErrors(...problems)));

  const all = mergeErrors(...problems);
  if (hasErrors(all) || !attributes.ok) return { ok: false, errors: all };
  const has = (name: (typeof ownFields)[number]) => ownFields.includes(name);
  const hasState = pollTypes.get(poll.type).hasOptionStates;
  return {
    ok: true,
    value: {
      ...derived.value,
      content: values.content ?? undefined,
      subtitle: values.subtitle ?? undefined,
      description: values.description ?? undefined,
      authorName: values.author_name ?? undefined,
      infoLink: values.info_link ?? undefined,
      infoLinkTitle: values.info_link_title ?? undefined,
      tags: values.tags ?? [],
      youtubeId: values.youtube_id ?? undefined,
      vimeoId: values.vimeo_id ?? undefined,
      attachment: values.attachment ?? undefined,
      position: values.position ?? undefined,
      state: hasState ? (values.state ?? initialState(settings.default_states)) : undefined,
      stateChangeMessage: values.state_change_message ?? undefined,
      approvalState: values.approval_state ?? initialApproval(settings, access),
      archived: values.archived ?? false,
      picked: values.selected ?? false,
      data: values.data ?? undefined,
      settings: givenSettings(values),
      drawingType: has("drawing_type")
        ? (values.drawing_type ?? parent?.drawingType ?? defaultDrawingType)
        : undefined,
      inputType: configuration.inputType,
      locationType: has("location_type") ? locationType : undefined,
      rotation: values.rotation ?? undefined,
      startDate: dates.startDate ?? undefined,
      endDate: dates.endDate ?? undefined,
      additionalAttributes: attributes.value,
      termsAccepted: accepted.terms,
      privacyPolicyAccepted: accepted.privacy_policy,
      paid:
        access !== "admin" && settings.submission_fee_type === "submission_fee" ? false : undefined,
    },
  };
}

/** Settings in stored form, without nulls, with `allowed_values` from either place in the body. */
function givenSettings(values: OptionValues): Partial<OptionSettings> {
  const all = {
    ...values.settings,
    ...(values.allowed_values && { allowed_values: values.allowed_values }),
  };
  const present = Object.entries(all).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(present) as Partial<OptionSettings>;
}

const sources = ["attachment", "youtube_id", "vimeo_id"] as const;

/** A video needs one source; other classes have a file or none. A source with an error in `known` was given. */
function sourceProblems(
  type: string,
  values: OptionValues,
  files: number,
  known: FieldErrors,
): FieldErrors {
  const { fileKinds, fileField, ownFields, groupedAs, children } = optionTypes.get(type);
  const isVideo =
    fileField === "video" || ownFields.includes("youtube_id") || ownFields.includes("vimeo_id");
  if (isVideo) {
    const wrong = sources.filter((name) => Object.hasOwn(known, name)).length;
    const fileSources = files + wrong + (values.youtube_id ? 1 : 0) + (values.vimeo_id ? 1 : 0);
    return fileSources === 1
      ? {}
      : singleError("attachment", "must be exactly one of a file, youtube_id and vimeo_id");
  }
  const isGroup = files > 1;
  if (files > 0 && fileKinds.length === 0 && groupedAs === undefined && !(isGroup && children)) {
    return singleError("attachment", "is not for options of this class");
  }
  return {};
}

function missingFields(
  presented: {
    readonly values: OptionValues;
    readonly files: number;
    readonly accepted: Readonly<Record<"terms" | "privacy_policy", boolean | undefined>>;
  },
  { poll, access }: CreateOptionFacts,
  type: string,
  known: FieldErrors,
): FieldErrors {
  const optionalForAdmins = new Set(["author_name", "description", "terms", "privacy_policy"]);
  const isGiven = (name: string): boolean => {
    if (access === "admin" && optionalForAdmins.has(name)) return true;
    if (name === "attachment") return presented.files > 0;
    if (name === "terms" || name === "privacy_policy") return presented.accepted[name] === true;
    return Boolean(presented.values[name as keyof OptionValues]);
  };
  return missingFieldErrors(optionRequiredFields(poll.settings, type), isGiven, known);
}
