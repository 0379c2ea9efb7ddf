import type { Poll } from "../polls/poll";

/** How the caller takes part: one entry for each of its participants in the poll. */
export interface TakingPart {
  readonly jury: boolean;
  readonly invited: boolean;
}

/**
 * `restrict_view_access`: members' reads need what voting needs (decisions 1), a participant on the
 * jury or with an invitation where that is demanded. The password is asked for apart.
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
