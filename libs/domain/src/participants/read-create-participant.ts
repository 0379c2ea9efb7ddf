import { hasErrors, mergeErrors, type Reading } from "../input/read-body";
import { readFields, singleError, unwrap } from "../input/read-fields";
import { type AttributeValues, readAttributeValues } from "../polls/attribute-values";
import type { Poll } from "../polls/poll";
import { voterRequiredFields } from "../polls/required-fields";
import type { FieldErrors } from "../refusals/refusal";
import { besideVoterShape, createVoterShape } from "./participant-body";

/** A participant to be created: what its row needs beside its owner. */
export interface ParticipantDraft {
  readonly userName: string | undefined;
  /** Kept with double opt-in only. */
  readonly optinEmail: string | undefined;
  /** A code; whether it is good is decided by `mayTakePart`. */
  readonly invitation: string | undefined;
  readonly termsAccepted: boolean | undefined;
  readonly privacyPolicyAccepted: boolean | undefined;
  readonly additionalAttributes: AttributeValues;
}

/** Reads the body of create participant (extension of decisions 5); all problems at once. */
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
  const demanded = hasErrors(envelope.errors)
    ? []
    : voterRequiredFields(settings).flatMap((name) => {
        if (typeof name !== "string" || known[name] !== undefined) return [];
        if (values[name as keyof typeof values]) return [];
        const isAcceptance = name === "terms" || name === "privacy_policy";
        return [singleError(name, isAcceptance ? "must be accepted" : "is required")];
      });
  const email = settings.double_opt_in ? (values.optin_email ?? undefined) : undefined;
  const all = mergeErrors(known, ...demanded, domainProblem(email, settings));
  if (hasErrors(all) || !attributes.ok) return { ok: false, errors: all };
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

/** Whether an address may opt in: its domain is listed, or none is (decisions 9). */
export function domainProblem(
  email: string | undefined,
  {
    restricted_double_opt_in_domains: domains,
  }: Pick<Poll["settings"], "restricted_double_opt_in_domains">,
): FieldErrors {
  if (email === undefined || domains.length === 0) return {};
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domains.includes(domain)
    ? {}
    : singleError("optin_email", `must be an address of ${domains.join(", ")}`);
}
