import { isPollOfDates } from "../decisions/decision-body";
import type { Participant } from "../participants/participant";
import type { Poll } from "../polls/poll";

/**
 * Whether a participant who takes part without an address may leave one, to be told of the final dates
 * (docs/reference/opt-in.md#addresses-for-the-date).
 */
export const mayLeaveAddress = (
  poll: Pick<Poll, "settings">,
  { optinEmail }: Pick<Participant, "optinEmail">,
): boolean =>
  isPollOfDates(poll) && !poll.settings.disable_participant_sign_up && optinEmail === undefined;
