import {
  findAndLockPoll,
  findPoll,
  type PollLock,
  type PrismaQueryable,
  type PrismaTransaction,
} from "@polls/db";
import {
  type Actor,
  type Admission,
  type AdmissionRule,
  admit,
  ownerKeyOf,
  type PollRequest,
  restrictsView,
  type TakingPart,
} from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import { TooManyRequests, Unauthenticated } from "@polls/domain/refusals";
import type { Deps } from "../../deps";
import { createKeyedMutex } from "../limits/keyed-mutex";
import { RATE_WINDOW_MS } from "../limits/rate-limit";
import { networkOf } from "../request/client-address";

/** What an endpoint under `/polls/{poll}` demands of its callers (docs/reference/access.md). */
export interface PollRule extends AdmissionRule {
  /** Name of the path parameter that carries the hash. */
  readonly param: "poll_id" | "poll_hash";
  /**
   * How a writing endpoint holds the poll: `shared` beside other writers of its votes and options,
   * `exclusive` to change the poll itself, so that nothing commits against outdated settings.
   */
  readonly lock?: PollLock;
}

/** The poll of a request, and the caller's access to it. */
export type PollContext = Omit<Extract<Admission, { readonly kind: "admitted" }>, "kind">;

/** A request to a poll with the password it brings. */
export interface PollCall extends PollRequest {
  readonly password: string | undefined;
  readonly clientAddress: string;
}

type Needs = Pick<Deps, "config" | "rateLimiter" | "pollPasswords">;

export const pollCall = (
  { actor, pollHash, clientAddress }: Pick<PollCall, "actor" | "pollHash" | "clientAddress">,
  header: (name: string) => string | undefined,
  { config }: Pick<Deps, "config">,
): PollCall => ({
  actor,
  pollHash,
  clientAddress,
  origin: header("Origin"),
  password: header("X-SERVICE-POLL-PASSWORD"),
  ownHost: config.baseUrl.hostname,
  matchedPasswordHash: undefined,
});

/** Loads the poll of a request and admits the caller, or throws the refusal. */
export async function admitToPoll(
  queryable: PrismaQueryable,
  rule: PollRule,
  call: PollCall,
  deps: Needs,
): Promise<PollContext> {
  const poll = await loadPoll(queryable, rule, call);
  const restricted = poll !== undefined && restrictsView(rule, call, poll);
  const participations = restricted ? await participationsOf(queryable, poll, call.actor) : [];
  let admission = admit(rule, { ...call, poll, participations });
  if (admission.kind === "password_needed") {
    const matched = await matchPassword(admission, call, deps);
    admission = admit(rule, { ...matched, poll, participations });
  }
  if (admission.kind === "refused") throw admission.refusal;
  if (admission.kind === "password_needed") throw new Error("a password that matches was refused");
  return admission;
}

/** An endpoint whose rule has a lock is admitted in its transaction. */
async function loadPoll(
  queryable: PrismaQueryable,
  { lock }: PollRule,
  { pollHash }: PollCall,
): Promise<Poll | undefined> {
  const found =
    lock === undefined
      ? await findPoll(queryable, pollHash)
      : await findAndLockPoll(queryable as PrismaTransaction, pollHash, lock);
  return found?.poll;
}

/** The call with its password checked: 401 when missing or wrong, 429 after too many wrong ones. */
export async function matchPassword(
  { pollId, passwordHash }: Extract<Admission, { readonly kind: "password_needed" }>,
  call: PollCall,
  deps: Needs,
): Promise<PollCall> {
  const { password, clientAddress } = call;
  if (password === undefined || password === "") {
    throw new Unauthenticated("The poll needs a password", "poll_password_required");
  }
  const failures = `password:${pollId}:${networkOf(clientAddress)}`;
  const limit = deps.config.rateLimits.passwordFailures;
  await guesses.run(failures, async () => {
    const budget = deps.rateLimiter.peek(failures, limit, RATE_WINDOW_MS);
    if (!budget.allowed) {
      throw new TooManyRequests(budget.resetSeconds, "too_many_password_failures");
    }
    if (await deps.pollPasswords.check(password, passwordHash)) return;
    deps.rateLimiter.take(failures, limit, RATE_WINDOW_MS);
    throw new Unauthenticated("The poll password is wrong", "poll_password_wrong");
  });
  return { ...call, matchedPasswordHash: passwordHash };
}

/** A client's guesses at one poll's password run one at a time, so that each counts those before it. */
const guesses = createKeyedMutex();

async function participationsOf(
  queryable: PrismaQueryable,
  poll: Poll,
  actor: Actor,
): Promise<readonly TakingPart[]> {
  const ownerKey = ownerKeyOf(actor);
  if (ownerKey === undefined) return [];
  const participants = await queryable.prisma.participant.findMany({
    where: { pollId: poll.id, ownerKey },
    select: { jury: true, invitation: { select: { id: true } } },
  });
  return participants.map(({ jury, invitation }) => ({ jury, invited: invitation !== null }));
}
