import type { AccessLevel } from "../access/access-level";
import { hasErrors, mergeErrors, type Reading } from "../input/read-body";
import {
  type Changes,
  errorIf,
  errorsOf,
  givenOf,
  insideOf,
  readFields,
  unwrap,
} from "../input/read-fields";
import { changedFields, isRepresentation } from "../input/representation";
import { pollTypes } from "../poll-types";
import { readAttributeValues } from "../polls/attribute-values";
import type { Poll } from "../polls/poll";
import type { FieldErrors } from "../refusals/refusal";
import type { Participant } from "./participant";
import { readOnlyVoterFields, updateVoterShape } from "./participant-body";

export type ParticipantChange = Changes<
  Pick<
    Participant,
    | ("userName" | "additionalAttributes" | "termsAccepted" | "privacyPolicyAccepted")
    | ("complete" | "fraudulent" | "jury")
  >
>;

const readOnlyFields: ReadonlySet<string> = new Set(readOnlyVoterFields);
/** Fields that the owner of a participant can read and only admins can write. */
const readOnlyForOwner: ReadonlySet<string> = new Set([
  ...readOnlyVoterFields,
  "fraudulent",
  "jury",
]);

/** Whether a body is a participant representation that the service returned before. */
export const isVoterRepresentation = (input: unknown): boolean =>
  isRepresentation(insideOf(input, "voter"), readOnlyFields);

type VoterValues = ReturnType<typeof readFields<typeof updateVoterShape>>["values"];

/** Parses an update (docs/reference/participants.md#update). `shown`: what the caller sees, for representations. */
export function readUpdateParticipant(
  input: unknown,
  poll: Pick<Poll, "type" | "settings">,
  access: AccessLevel,
  participant: Pick<Participant, "additionalAttributes">,
  shown: Readonly<Record<string, unknown>> = {},
): Reading<ParticipantChange> {
  const envelope = unwrap(input, "voter");
  const readOnly = access === "admin" ? readOnlyFields : readOnlyForOwner;
  const isShown = isVoterRepresentation(input);
  const inside = isShown ? changedFields(envelope.inside, { readOnly, shown }) : envelope.inside;
  const { values, errors } = readFields(updateVoterShape, inside);
  const changesAttributes = values.additional_attributes !== undefined;
  const attributes = readAttributeValues(
    values.additional_attributes,
    poll.settings.additional_attributes,
    participant.additionalAttributes,
    { demandRequired: changesAttributes },
  );
  const all = mergeErrors(
    envelope.errors,
    readFields({}, envelope.beside).errors,
    errors,
    errorsOf(attributes),
    ...problemsOf(values, poll, access),
  );
  if (hasErrors(all) || !attributes.ok) return { ok: false, errors: all };
  const { complete, fraudulent, jury } = values;
  return {
    ok: true,
    value: givenOf({
      userName: poll.settings.anonymize_voter_names ? undefined : values.user_name,
      additionalAttributes: changesAttributes ? attributes.value : undefined,
      termsAccepted: values.terms_accepted,
      privacyPolicyAccepted: values.privacy_policy_accepted,
      complete: complete === undefined ? undefined : complete === true,
      fraudulent: fraudulent === undefined ? undefined : fraudulent === true,
      jury: jury === undefined ? undefined : jury === true,
    }),
  };
}

/** Whether a change sets only flags that admins may set in polls of any type and status. */
export function hasOnlyAdminFlags(change: ParticipantChange): boolean {
  const names = Object.keys(change);
  return names.length > 0 && names.every((name) => name === "fraudulent" || name === "jury");
}

function problemsOf(
  values: VoterValues,
  { type, settings }: Pick<Poll, "type" | "settings">,
  access: AccessLevel,
): readonly FieldErrors[] {
  const isAdmin = access === "admin";
  const { anonymize_voter_names: isAnonymous } = settings;
  const has = (name: keyof VoterValues) => values[name] !== undefined;
  const withdrawal = (name: "terms_accepted" | "privacy_policy_accepted", isRequired: unknown) =>
    errorIf(Boolean(isRequired) && values[name] === false, name, "cannot be withdrawn");
  const lacksName = values.user_name === null && settings.require_voter_name && !isAnonymous;
  return [
    errorIf(!isAdmin && has("fraudulent"), "fraudulent", "is for admins only"),
    errorIf(!isAdmin && has("jury"), "jury", "is for admins only"),
    // Whether the flag was set already would tell which invitation a participant used.
    errorIf(isAdmin && has("jury") && isAnonymous, "jury", "cannot be changed"),
    errorIf(lacksName, "user_name", "is required"),
    withdrawal("terms_accepted", settings.terms_for_voters),
    withdrawal("privacy_policy_accepted", settings.privacy_policy_for_voters),
    errorIf(has("complete") && !pollTypes.get(type).hasSteps, "complete", "is for surveys only"),
  ];
}
