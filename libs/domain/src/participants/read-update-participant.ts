import type { AccessLevel } from "../access/access-level";
import { hasErrors, mergeErrors, type Reading } from "../input/read-body";
import { insideOf, readFields, singleError, unwrap } from "../input/read-fields";
import { changedFields, isRepresentation } from "../input/representation";
import { pollTypes } from "../poll-types";
import { type AttributeValues, readAttributeValues } from "../polls/attribute-values";
import type { Poll } from "../polls/poll";
import type { FieldErrors } from "../refusals/refusal";
import type { Participant } from "./participant";
import { readOnlyVoterFields, updateVoterShape } from "./participant-body";

/** A change of a participant. Absent fields stay; null clears. */
export interface ParticipantChange {
  readonly userName?: string | null;
  readonly additionalAttributes?: AttributeValues;
  readonly termsAccepted?: boolean;
  readonly privacyPolicyAccepted?: boolean;
  /** Whether the client reports the survey as finished. */
  readonly complete?: boolean;
  readonly fraudulent?: boolean;
  readonly jury?: boolean;
}

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

/**
 * Parses a request body that updates a participant and reports all problems
 * (docs/reference/participants.md#update). `shown` is the current representation for the caller. It
 * is needed where the body is a representation.
 */
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
  const attributes = readAttributeValues(
    values.additional_attributes,
    poll.settings.additional_attributes,
    participant.additionalAttributes,
    { demandRequired: values.additional_attributes !== undefined },
  );
  const all = mergeErrors(
    envelope.errors,
    readFields({}, envelope.beside).errors,
    errors,
    attributes.ok ? {} : attributes.errors,
    ...problemsOf(values, poll, access),
  );
  if (hasErrors(all) || !attributes.ok) return { ok: false, errors: all };
  const { user_name, terms_accepted, privacy_policy_accepted, complete, fraudulent, jury } = values;
  const hasName = user_name !== undefined && !poll.settings.anonymize_voter_names;
  return {
    ok: true,
    value: {
      ...(hasName && { userName: user_name }),
      ...(values.additional_attributes !== undefined && { additionalAttributes: attributes.value }),
      ...(terms_accepted !== undefined && { termsAccepted: terms_accepted }),
      ...(privacy_policy_accepted !== undefined && {
        privacyPolicyAccepted: privacy_policy_accepted,
      }),
      ...(complete !== undefined && { complete: complete === true }),
      ...(fraudulent !== undefined && { fraudulent: fraudulent === true }),
      ...(jury !== undefined && { jury: jury === true }),
    },
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
  const problems: FieldErrors[] = [];
  if (access !== "admin") {
    for (const name of ["fraudulent", "jury"] as const) {
      if (values[name] !== undefined) problems.push(singleError(name, "is for admins only"));
    }
  }
  // Whether the flag was set already would tell which invitation a participant used.
  else if (values.jury !== undefined && settings.anonymize_voter_names) {
    problems.push(singleError("jury", "cannot be changed"));
  }
  if (values.user_name === null && settings.require_voter_name && !settings.anonymize_voter_names) {
    problems.push(singleError("user_name", "is required"));
  }
  const required = [
    ["terms_accepted", settings.terms_for_voters],
    ["privacy_policy_accepted", settings.privacy_policy_for_voters],
  ] as const;
  for (const [name, isRequired] of required) {
    if (isRequired && values[name] === false) {
      problems.push(singleError(name, "cannot be withdrawn"));
    }
  }
  if (values.complete !== undefined && !pollTypes.get(type).hasSteps) {
    problems.push(singleError("complete", "is for surveys only"));
  }
  return problems;
}
