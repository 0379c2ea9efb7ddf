import type { Poll } from "../polls/poll";
import type { AccessLevel } from "./access-level";
import type { Actor } from "./actor";

/** The caller of a poll that admitted it, at the time of the request. */
export interface PollCaller {
  readonly poll: Poll;
  readonly actor: Actor;
  readonly access: AccessLevel;
  readonly now: Date;
}
