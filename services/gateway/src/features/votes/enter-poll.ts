import { type AccessLevel, type Actor, accessLevel } from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import { NotFound } from "@polls/domain/refusals";
import type { Settled } from "./coalesce";

/** A request on votes of a poll that its transaction reads and holds. */
export interface PollVisit {
  readonly actor: Actor;
  readonly pollHash: string;
  /** Lets the caller into the poll, or throws: `PasswordNeeded` when its password is not checked yet. */
  readonly enter: (poll: Poll, access: AccessLevel) => void;
}

export interface Entered {
  readonly poll: Poll;
  readonly access: AccessLevel;
}

/** The first checks of decisions 6: the poll, and its door. */
export function enterPoll(
  { actor, pollHash, enter }: PollVisit,
  polls: ReadonlyMap<string, Poll>,
): Settled<Entered> {
  const poll = polls.get(pollHash);
  if (poll === undefined) return { ok: false, error: new NotFound("Poll") };
  const addressedBy = poll.adminHash === pollHash ? "admin_hash" : "member_hash";
  const access = accessLevel(actor, addressedBy, poll);
  if (access === "none") return { ok: false, error: new NotFound("Poll") };
  try {
    enter(poll, access);
  } catch (error) {
    return { ok: false, error };
  }
  return { ok: true, result: { poll, access } };
}
