import type { Poll } from "../polls/poll";
import { seedOf } from "../ratings/seed-of";
import type { Participant } from "./participant";

/**
 * The name that everybody reads (decisions 5): under `anonymize_voter_names` one that is made of the
 * public id, such as "Participant 3f9a1c", and so is always the same. Empty where none was given.
 */
export const shownName = (
  { publicId, userName }: Pick<Participant, "publicId" | "userName">,
  { settings }: Pick<Poll, "settings">,
): string =>
  settings.anonymize_voter_names ? `Participant ${sixHexDigits(publicId)}` : (userName ?? "");

const sixHexDigits = (text: string): string => (seedOf(text) >>> 8).toString(16).padStart(6, "0");
