import { mergeErrors } from "../input/read-body";
import { singleError } from "../input/read-fields";
import { optionTypes } from "../option-types";
import type { FieldErrors } from "../refusals/refusal";
import { requiredAttributeIds } from "./attributes";
import type { PollSettings } from "./settings";

/** Names of fields, then the ids of required attributes, if any (docs/reference/polls.md#required-fields). */
export type RequiredFields = readonly (
  | string
  | { readonly additional_attributes: readonly number[] }
)[];

/** The fields that a new participant must have. */
export function voterRequiredFields(settings: PollSettings): RequiredFields {
  const names = when([
    ["user_name", settings.require_voter_name && !settings.anonymize_voter_names],
    ["optin_email", settings.double_opt_in],
    ["invitation", settings.participant_limitation_type === "check_invitation"],
    ["terms", settings.terms_for_voters],
    ["privacy_policy", settings.privacy_policy_for_voters],
  ]);
  return withAttributes(names, settings.additional_attributes);
}

/** The fields that a member must send to create an option of a class, by default a top-level option. */
export function optionRequiredFields(
  settings: PollSettings,
  optionType: string = settings.option_type,
): RequiredFields {
  const names = [
    ...optionTypes.get(optionType).requires,
    ...when([
      ["author_name", settings.require_author_name],
      ["description", settings.require_description],
      ["terms", settings.terms_for_option_creators],
      ["privacy_policy", settings.privacy_policy_for_option_creators],
    ]),
  ];
  return withAttributes(names, settings.additional_option_attributes);
}

/** Errors of missing required fields. Fields that already have an error are skipped. */
export const missingFieldErrors = (
  required: RequiredFields,
  isGiven: (name: string) => boolean,
  known: FieldErrors,
): FieldErrors =>
  mergeErrors(
    ...required.flatMap((name) => {
      if (typeof name !== "string" || isGiven(name) || hasError(known, name)) return [];
      const isAcceptance = name === "terms" || name === "privacy_policy";
      return [singleError(name, isAcceptance ? "must be accepted" : "is required")];
    }),
  );

/** Whether the field, or a path inside it, already has an error. Such a field was given. */
const hasError = (known: FieldErrors, name: string): boolean =>
  Object.keys(known).some((key) => key === name || key.startsWith(`${name}.`));

const when = (rows: readonly (readonly [string, boolean])[]): readonly string[] =>
  rows.filter(([, required]) => required).map(([name]) => name);

function withAttributes(
  names: readonly string[],
  definitions: PollSettings["additional_attributes"],
): RequiredFields {
  const ids = requiredAttributeIds(definitions);
  return ids === undefined ? names : [...names, { additional_attributes: ids }];
}
