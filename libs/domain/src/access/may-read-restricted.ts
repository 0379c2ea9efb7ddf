import type { Poll } from "../polls/poll";

/** A participant of the caller in the poll, as far as the restricted view depends on it. */
export interface OwnParticipation {
  readonly jury: boolean;
  readonly invited: boolean;
}

/**
 * Whether a member has a participant that may vote: on the jury, or invited, where the poll requires that
 * (docs/reference/access.md#restricted-view). `admit` checks the password.
 */
export function mayReadRestricted(
  { settings }: Pick<Poll, "settings">,
  participants: readonly OwnParticipation[],
): boolean {
  const byInvitation = settings.participant_limitation_type === "check_invitation";
  if (!settings.jury_mode && !byInvitation) return true;
  return participants.some(
    ({ jury, invited }) => (jury || !settings.jury_mode) && (invited || !byInvitation),
  );
}
