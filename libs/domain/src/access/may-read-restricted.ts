import type { Poll } from "../polls/poll";

/** How the caller takes part: one entry for each of its participants in the poll. */
export interface TakingPart {
  readonly jury: boolean;
  readonly invited: boolean;
}

/**
 * With `restrict_view_access` members need a participant on the jury, or with an invitation, where
 * voting needs one (docs/reference/access.md#restricted-view). `admit` checks the password.
 */
export function mayReadRestricted(
  { settings }: Pick<Poll, "settings">,
  participants: readonly TakingPart[],
): boolean {
  const byInvitation = settings.participant_limitation_type === "check_invitation";
  if (!settings.jury_mode && !byInvitation) return true;
  return participants.some(
    ({ jury, invited }) => (jury || !settings.jury_mode) && (invited || !byInvitation),
  );
}
