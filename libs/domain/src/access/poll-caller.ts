import type { Poll } from "../polls/poll";
import type { AccessLevel } from "./access-level";
import type { Actor } from "./actor";

/** A caller whom the poll admitted, at the time of the request. */
export interface PollCaller {
  readonly poll: Poll;
  readonly actor: Actor;
  readonly access: AccessLevel;
  /** Whether the caller has a counting vote or an abstention. Loaded only if visibility depends on it, else false. */
  readonly hasVoted: boolean;
  /** The translation that the caller reads. Undefined: the texts as they were written, as for all admins. */
  readonly textLanguage: string | undefined;
  readonly now: Date;
}
