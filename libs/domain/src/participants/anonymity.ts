import type { AccessLevel } from "../access/access-level";
import type { Poll } from "../polls/poll";
import { seedOf } from "../seed-of";
import type { Participant } from "./participant";

/**
 * Whether the reader must not learn who voted: times are days, and the order of lists does not depend on time
 * (docs/reference/participants.md#anonymity).
 */
export const isAnonymous = ({ settings }: Pick<Poll, "settings">, access: AccessLevel): boolean =>
  settings.anonymize_voter_names || (settings.hidden_participants && access !== "admin");

const DAY_CHARACTERS = 10;

/** A moment in a response (ISO 8601 in UTC). An anonymous one is the beginning of its day. */
export const shownMoment = (moment: string, anonymous: boolean): string =>
  anonymous ? `${moment.slice(0, DAY_CHARACTERS)}T00:00:00.000Z` : moment;

declare const personal: unique symbol;

/** Only `eventSubject` creates this type, so an event that tells who voted is a compile error. */
export type PersonalSubject = (string & { readonly [personal]: true }) | undefined;

/** The subject of events about a participant. None with `anonymize_voter_names`: their time would tell who voted. */
export const eventSubject = (
  { settings }: Pick<Poll, "settings">,
  { publicId }: { readonly publicId: string },
): { readonly subjectId: PersonalSubject } => ({
  subjectId: settings.anonymize_voter_names ? undefined : (publicId as PersonalSubject),
});

/** The name of a participant in responses (docs/reference/participants.md#names). */
export const shownName = (
  { publicId, userName }: Pick<Participant, "publicId" | "userName">,
  { settings }: Pick<Poll, "settings">,
): string =>
  settings.anonymize_voter_names ? `Participant ${sixHexDigits(publicId)}` : (userName ?? "");

const sixHexDigits = (text: string): string => (seedOf(text) >>> 8).toString(16).padStart(6, "0");
