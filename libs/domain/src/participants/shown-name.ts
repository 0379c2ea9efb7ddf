import type { Poll } from "../polls/poll";
import { seedOf } from "../seed-of";
import type { Participant } from "./participant";

/** The name of a participant in responses (docs/reference/participants.md#names). */
export const shownName = (
  { publicId, userName }: Pick<Participant, "publicId" | "userName">,
  { settings }: Pick<Poll, "settings">,
): string =>
  settings.anonymize_voter_names ? `Participant ${sixHexDigits(publicId)}` : (userName ?? "");

const sixHexDigits = (text: string): string => (seedOf(text) >>> 8).toString(16).padStart(6, "0");
