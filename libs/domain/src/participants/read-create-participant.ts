import { hasErrors, mergeErrors, type Reading } from "../input/read-body";
import { readFields, singleError, unwrap } from "../input/read-fields";
import { domainOf } from "../opt-ins/fold-address";
import { type AttributeValues, readAttributeValues } from "../polls/attribute-values";
import type { Poll } from "../polls/poll";
import { missingFieldErrors, voterRequiredFields } from "../polls/required-fields";
import type { FieldErrors } from "../refusals/refusal";
import { besideVoterShape, createVoterShape } from "./participant-body";

export interface ParticipantDraft {
  readonly userName: string | undefined;
  /** Only with double opt-in. */
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
    terms: voter.values.terms ?? beside.values.terms,
    privacy_policy: voter.values.privacy_policy ?? beside.values.privacy_policy,
  };
  const known = mergeErrors(
    envelope.errors,
    voter.errors,
    beside.errors,
    attributes.ok ? {} : attributes.errors,
  );
  const isGiven = (name: string) => Boolean(values[name as keyof typeof values]);
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

/** The error of an address whose domain is not allowed (docs/reference/opt-in.md#allowed-domains). */
export function domainProblem(
  email: string | undefined,
  {
    restricted_double_opt_in_domains: domains,
  }: Pick<Poll["settings"], "restricted_double_opt_in_domains">,
): FieldErrors {
  if (email === undefined || domains.length === 0) return {};
  return domains.includes(domainOf(email))
    ? {}
    : singleError("optin_email", `must be an address of ${domains.join(", ")}`);
}
