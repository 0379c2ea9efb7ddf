import { hasErrors, mergeErrors, type Reading } from "../input/read-body";
import {
  acceptanceIn,
  errorIf,
  errorsOf,
  readFields,
  singleError,
  unwrap,
} from "../input/read-fields";
import { domainOf } from "../opt-ins/fold-address";
import { type AttributeValues, readAttributeValues } from "../polls/attribute-values";
import type { Poll } from "../polls/poll";
import { missingFieldErrors, voterRequiredFields } from "../polls/required-fields";
import type { FieldErrors } from "../refusals/refusal";
import { besideVoterShape, createVoterShape } from "./participant-body";

export interface ParticipantDraft {
  readonly userName: string | undefined;
  /** Only with double opt-in. Absent: the address of the invitation, by `readOptInAddress`. */
  readonly optinEmail: string | undefined;
  /** An invitation code that is not checked yet. */
  readonly invitation: string | undefined;
  readonly termsAccepted: boolean | undefined;
  readonly privacyPolicyAccepted: boolean | undefined;
  readonly additionalAttributes: AttributeValues;
}

/** Parses the body of a new participant and reports all problems (docs/reference/participants.md#creation). */
export function readCreateParticipant(
  input: unknown,
  { settings }: Pick<Poll, "settings">,
): Reading<ParticipantDraft> {
  const envelope = unwrap(input, "voter");
  const voter = readFields(createVoterShape, envelope.inside);
  const beside = readFields(besideVoterShape, envelope.beside);
  const attributes = readAttributeValues(
    voter.values.additional_attributes,
    settings.additional_attributes,
    {},
    { demandRequired: !hasErrors(envelope.errors) },
  );
  const values = {
    ...voter.values,
    terms: acceptanceIn(voter.values.terms, beside.values.terms),
    privacy_policy: acceptanceIn(voter.values.privacy_policy, beside.values.privacy_policy),
  };
  const known = mergeErrors(envelope.errors, voter.errors, beside.errors, errorsOf(attributes));
  // The invitation may have an address.
  const isGiven = (name: string): boolean =>
    Boolean(values[name as keyof typeof values]) ||
    (name === "optin_email" && isGiven("invitation"));
  const missing = hasErrors(envelope.errors)
    ? {}
    : missingFieldErrors(voterRequiredFields(settings), isGiven, known);
  const email = settings.double_opt_in ? (values.optin_email ?? undefined) : undefined;
  const all = mergeErrors(known, missing, domainProblem(email, settings));
  // A missing invitation alone is the refusal `invitation_required` of `mayTakePart`.
  const { invitation: _, ...others } = all;
  const problems = missing.invitation === undefined || hasErrors(others) ? all : others;
  if (hasErrors(problems) || !attributes.ok) return { ok: false, errors: problems };
  return {
    ok: true,
    value: {
      userName: settings.anonymize_voter_names ? undefined : (values.user_name ?? undefined),
      optinEmail: email,
      invitation: values.invitation ?? undefined,
      termsAccepted: values.terms,
      privacyPolicyAccepted: values.privacy_policy,
      additionalAttributes: attributes.value,
    },
  };
}

/**
 * The address that a new participant confirms: the given one, or else that of its invitation. Undefined: without double
 * opt-in.
 */
export function readOptInAddress(
  address: string | undefined,
  ofInvitation: string | undefined,
  { settings }: Pick<Poll, "settings">,
): Reading<string | undefined> {
  if (!settings.double_opt_in) return { ok: true, value: undefined };
  const email = address ?? ofInvitation;
  const errors =
    email === undefined
      ? singleError("optin_email", "is required")
      : domainProblem(email, settings);
  return hasErrors(errors) ? { ok: false, errors } : { ok: true, value: email };
}

/** The error of an address whose domain is not allowed (docs/reference/opt-in.md#allowed-domains). */
export function domainProblem(
  email: string | undefined,
  {
    restricted_double_opt_in_domains: domains,
  }: Pick<Poll["settings"], "restricted_double_opt_in_domains">,
): FieldErrors {
  if (email === undefined || domains.length === 0) return {};
  const isStrange = !domains.includes(domainOf(email));
  return errorIf(isStrange, "optin_email", `must be an address of ${domains.join(", ")}`);
}
