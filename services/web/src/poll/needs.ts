import type { Poll } from "@polls/client";
import type { Definitions } from "../parts/form/attributes";
import type { Visit } from "../session/visit";

/** What a poll needs of a visitor before a vote. */
export type Need = "password" | "participant";

export type RequiredField = Extract<Poll["voter_required_fields"][number], string>;

export const attributesOf = ({ settings }: Poll): Definitions =>
  Object.entries(settings.additional_attributes ?? {});

export const fieldsOf = (poll: Poll): readonly RequiredField[] =>
  poll.voter_required_fields.filter((field) => typeof field === "string");

/** What the form calls the fields that it shows, by their names in errors of the service. */
export const labelsOf = ({
  data: { poll },
  words,
  invitation,
}: Visit): ReadonlyMap<string, string> =>
  new Map([
    ...fieldsOf(poll)
      // The link has given the code.
      .filter((field) => field !== "invitation" || !invitation.value)
      .map((field) => [field, words.participant[field]] as const),
    ...attributesOf(poll).map(([id, { title }]) => [`additional_attributes.${id}`, title] as const),
  ]);

/** Whether taking part requires any field that the visitor has not given. */
export function needsFields({ data: { poll }, givenName }: Visit): boolean {
  const fields = fieldsOf(poll).filter(
    (field) => field !== "user_name" || givenName.value === undefined,
  );
  return fields.length > 0 || attributesOf(poll).length > 0;
}

/** Whether anyone may take part who fills in the fields: no answer is in vain. */
export const takesAnyone = ({ settings }: Poll): boolean =>
  !settings.password_protected &&
  !settings.jury_mode &&
  settings.participant_limit === undefined &&
  settings.access_by_provider === undefined &&
  settings.restricted_double_opt_in_domains.length === 0 &&
  ["check_nothing", "check_user"].includes(settings.participant_limitation_type ?? "check_nothing");

/** The storage key of what the visitor has entered in the form. */
export const draftOf = ({ pollId }: Visit): string => `participant of ${pollId}`;
