import { optionTypes } from "../option-types";
import { requiredAttributeIds } from "./attributes";
import type { PollSettings } from "./settings";

/** S2.1: attribute names; last, where the poll defines attributes, the ids of the required ones. */
export type RequiredFields = readonly (
  | string
  | { readonly additional_attributes: readonly number[] }
)[];

/** What creating a participant demands (decisions 3). */
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

/**
 * What creating an option demands of members; of the class that top-level options have, unless
 * another is named. Admins need not give `author_name`, `description` or acceptances.
 */
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

const when = (rows: readonly (readonly [string, boolean])[]): readonly string[] =>
  rows.filter(([, demanded]) => demanded).map(([name]) => name);

function withAttributes(
  names: readonly string[],
  definitions: PollSettings["additional_attributes"],
): RequiredFields {
  const ids = requiredAttributeIds(definitions);
  return ids === undefined ? names : [...names, { additional_attributes: ids }];
}
