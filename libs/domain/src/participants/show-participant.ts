import type { AccessLevel } from "../access/access-level";
import {
  always,
  both,
  either,
  type FieldRules,
  type Rule,
  visibleFields,
} from "../access/visible-fields";
import { pollTypes } from "../poll-types";
import type { Poll } from "../polls/poll";
import { Forbidden, NotFound } from "../refusals/refusal";
import { isAnonymous, shownMoment, shownName } from "./anonymity";
import type { Participant } from "./participant";

export interface ParticipantViewer {
  readonly poll: Pick<Poll, "type" | "settings">;
  readonly access: AccessLevel;
  readonly isOwner: boolean;
}

type ParticipantRule = Rule<ParticipantViewer>;

const admin: ParticipantRule = ({ access }) => access === "admin";
const owner: ParticipantRule = ({ isOwner }) => isOwner;
const adminOrOwner = either(admin, owner);
/** Admins, unless even they must not learn who takes part. */
const namingAdmin: ParticipantRule = ({ poll, access }) =>
  access === "admin" && !poll.settings.anonymize_voter_names;
const inSurveys: ParticipantRule = ({ poll }) => pollTypes.get(poll.type).hasSteps;
const setting =
  (isSet: (settings: Poll["settings"]) => boolean): ParticipantRule =>
  ({ poll }) =>
    isSet(poll.settings);

const limited = setting(({ participant_limit }) => participant_limit !== undefined);

/** Which readers see which field (docs/reference/participants.md#fields). */
export const participantFields = {
  id: always,
  user_name: always,
  changed_by_admin: always,
  complete: inSurveys,
  created_at: always,
  updated_at: always,
  fraudulent: admin,
  paid: namingAdmin,
  place: both(adminOrOwner, limited),
  // It tells in which order participants came.
  waiting_position: both(either(namingAdmin, owner), limited),
  required_option_votes_complete: both(
    admin,
    setting(({ option_vote_requirement }) => option_vote_requirement === "all_options"),
  ),
  privacy_policy_accepted: both(
    admin,
    setting(({ privacy_policy_for_voters }) => privacy_policy_for_voters),
  ),
  terms_accepted: both(
    admin,
    setting(({ terms_for_voters }) => terms_for_voters),
  ),

  optin_email: either(namingAdmin, owner),
  invited_by_mail: owner,
  opt_in_confirmed: adminOrOwner,
  // It also tells which limits an address has reached.
  mail_state: both(
    namingAdmin,
    setting(({ double_opt_in }) => double_opt_in),
  ),
  jury: either(namingAdmin, owner),
  additional_attributes: adminOrOwner,
  payment_url: either(namingAdmin, owner),
} as const satisfies FieldRules<string, ParticipantViewer>;

export type ParticipantFieldName = keyof typeof participantFields;

/** Fields that are not columns of the participant. */
export interface ParticipantDerived {
  /** Only in surveys. */
  readonly complete?: boolean;
  /** Only under `option_vote_requirement: all_options`. */
  readonly requiredOptionVotesComplete?: boolean;
  /** State of the newest opt-in mail. */
  readonly mailState?: string | undefined;
  /** The position among those who wait. Undefined: the participant does not wait. */
  readonly waitingPosition?: number | undefined;
  /** The page where the participation fee can be paid. */
  readonly paymentUrl?: string | undefined;
  /** True: its invitation has an address. Not in every poll. */
  readonly invitedByMail?: true | undefined;
}

/** The fields of a participant that the reader sees. */
export function showParticipant(
  participant: Participant,
  viewer: ParticipantViewer,
  derived: ParticipantDerived = {},
): { readonly [Field in ParticipantFieldName]?: unknown } {
  const anonymous = !viewer.isOwner && isAnonymous(viewer.poll, viewer.access);
  const isConfirmed = participant.confirmedAt !== undefined;
  const asksToConfirm = viewer.poll.settings.double_opt_in || !isConfirmed;
  // The link of an invitation may have been passed on. Any address is hidden, so that none can be guessed.
  const mayBeAnothers = derived.invitedByMail && !isConfirmed && viewer.access !== "admin";
  return visibleFields(participantFields, viewer, {
    id: participant.publicId,
    user_name: shownName(participant, viewer.poll),
    changed_by_admin: participant.changedByAdmin,
    complete: derived.complete,
    created_at: shownMoment(participant.createdAt.toISOString(), anonymous),
    updated_at: shownMoment(participant.updatedAt.toISOString(), anonymous),
    fraudulent: participant.fraudulent,
    paid: participant.paid !== false,
    place: participant.place,
    waiting_position: derived.waitingPosition,
    required_option_votes_complete: derived.requiredOptionVotesComplete,
    privacy_policy_accepted: participant.privacyPolicyAccepted ?? false,
    terms_accepted: participant.termsAccepted ?? false,
    optin_email: mayBeAnothers ? undefined : participant.optinEmail,
    invited_by_mail: derived.invitedByMail,
    opt_in_confirmed: asksToConfirm ? isConfirmed : undefined,
    mail_state: derived.mailState,
    jury: participant.jury,
    additional_attributes: participant.additionalAttributes,
    payment_url: derived.paymentUrl,
  });
}

/**
 * The refusal of what a caller may do with own participants only: that of unknown ids, in each poll that can have
 * hidden participants (docs/reference/access.md#objects-of-others).
 */
export const unseenParticipant = (
  { settings }: Pick<Poll, "settings">,
  access: AccessLevel,
): Forbidden | NotFound =>
  access !== "admin" && (settings.hidden_participants || settings.double_opt_in)
    ? new Forbidden()
    : new NotFound("Participant");

/** Whether the reader sees a participant (docs/reference/participants.md#visibility). */
export const participantVisible = (
  { confirmedAt }: Pick<Participant, "confirmedAt">,
  { poll, access, isOwner }: ParticipantViewer,
): boolean =>
  access === "admin" ||
  isOwner ||
  (!poll.settings.hidden_participants && confirmedAt !== undefined);
