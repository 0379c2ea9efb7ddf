import { findAndLockPoll, findPoll, type PrismaQueryable, type PrismaTransaction } from "@polls/db";
import {
  type AccessLevel,
  type Actor,
  accessLevel,
  mayReadRestricted,
  originAllowed,
  ownerKeyOf,
} from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import { NotFound, TooManyRequests, Unauthenticated } from "@polls/domain/refusals";
import type { Deps } from "../../deps";
import { oneAtATime } from "../limits/one-at-a-time";
import { RATE_WINDOW_MS } from "../limits/rate-limit";
import { networkOf } from "../request/client-address";
import type { PollContext, PollRule } from "./endpoint";

/** Guesses of one client at one poll's password go in turn, so that none is made before the last is counted. */
const guesses = oneAtATime();

export interface Visit {
  readonly actor: Actor;
  readonly hash: string;
  readonly origin: string | undefined;
  readonly password: string | undefined;
  readonly clientAddress: string;
}

/**
 * Finds the poll of a request and lets the caller through, or answers 404 and 401 in the order of
 * decisions 6. A poll the caller may not know answers exactly like one that does not exist.
 */
export async function guardPoll(
  queryable: PrismaQueryable,
  rule: PollRule,
  visit: Visit,
  deps: Deps,
): Promise<PollContext> {
  const found = await findPollFor(queryable, rule, visit.hash);
  if (found === undefined) throw new NotFound("Poll");
  const { poll, addressedBy } = found;
  const access = accessLevel(visit.actor, addressedBy, poll);
  if (access === "none" || (rule.adminOnly === true && access !== "admin")) {
    throw new NotFound("Poll");
  }
  if (access === "member") demandHost(poll, visit.origin, deps);
  const restricted = rule.restricted && access === "member" && poll.settings.restrict_view_access;
  if (restricted || asksPassword(rule.password, access)) await demandPassword(poll, visit, deps);
  if (restricted && !(await takesPart(queryable, poll, visit.actor))) throw new NotFound("Poll");
  return { poll, access, addressedBy };
}

/** Rules with a lock are checked inside a transaction only. */
const findPollFor = (queryable: PrismaQueryable, { lock }: PollRule, hash: string) =>
  lock === undefined
    ? findPoll(queryable, hash)
    : findAndLockPoll(queryable as PrismaTransaction, hash, lock);

/** Whether a protected poll asks a caller for its password here. */
export const asksPassword = (of: PollRule["password"], access: AccessLevel): boolean =>
  of === "everybody" || (of === "members" && access === "member");

/** `allowed_hosts`: a member's request from a page of another host is 401. */
export function demandHost(poll: Poll, origin: string | undefined, deps: Deps): void {
  if (originAllowed(origin, poll.settings.allowed_hosts, deps.config.baseUrl.hostname)) return;
  throw new Unauthenticated("This host may not use the poll", "host_not_allowed");
}

/** The password header of a protected poll: 401 when missing or wrong, 429 after too many wrong ones. */
export async function demandPassword(
  poll: Poll,
  { password, clientAddress }: Pick<Visit, "password" | "clientAddress">,
  deps: Deps,
): Promise<void> {
  if (poll.passwordHash === undefined) return;
  if (password === undefined || password === "") {
    throw new Unauthenticated("The poll needs a password", "poll_password_required");
  }
  const failures = `password:${poll.id}:${networkOf(clientAddress)}`;
  const limit = deps.config.rateLimits.passwordFailures;
  const { passwordHash } = poll;
  await guesses.run(failures, async () => {
    const budget = deps.rateLimiter.peek(failures, limit, RATE_WINDOW_MS);
    if (!budget.allowed) {
      throw new TooManyRequests(budget.resetSeconds, "too_many_password_failures");
    }
    if (await deps.pollPasswords.check(password, passwordHash)) return;
    deps.rateLimiter.take(failures, limit, RATE_WINDOW_MS);
    throw new Unauthenticated("The poll password is wrong", "poll_password_wrong");
  });
}

/** `restrict_view_access` asks what voting asks: a participant on the jury, or invited, where that is demanded. */
async function takesPart(queryable: PrismaQueryable, poll: Poll, actor: Actor): Promise<boolean> {
  const ownerKey = ownerKeyOf(actor);
  const participants =
    ownerKey === undefined
      ? []
      : await queryable.prisma.participant.findMany({
          where: { pollId: poll.id, ownerKey },
          select: { jury: true, invitation: { select: { id: true } } },
        });
  return mayReadRestricted(
    poll,
    participants.map(({ jury, invitation }) => ({ jury, invited: invitation !== null })),
  );
}
