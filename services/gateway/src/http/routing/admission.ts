import { findVoters } from "@polls/db/participants";
import { type AddressedPoll, findAndLockPoll, findPoll, type PollLock } from "@polls/db/polls";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import {
  type Actor,
  type Admission,
  type AdmissionRule,
  admit,
  type OwnParticipation,
  ownerKeyOf,
  type PollRequest,
  restrictsView,
} from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import { dependsOnOwnVote } from "@polls/domain/ratings";
import { Unauthenticated } from "@polls/domain/refusals";
import { wishedLanguages } from "@polls/markup";
import type { Deps } from "../../deps";
import { networkOf } from "../request/client-address";

/** What an endpoint under `/polls/{poll}` requires of its callers (docs/reference/access.md). */
export interface PollRule extends AdmissionRule {
  readonly param: "poll_id" | "poll_hash";
  /**
   * How a writing endpoint locks the poll. `shared` allows other writers of votes and options.
   * `exclusive` is for changes of the poll itself, so that no write uses outdated settings.
   */
  readonly lock?: PollLock;
}

/** The poll of a request, and the caller's access to it. */
export type PollContext = Omit<Extract<Admission, { readonly kind: "admitted" }>, "kind"> & {
  /** Loaded only if visibility depends on it (docs/reference/ratings.md#visibility). */
  readonly hasVoted: boolean;
  /** When the poll was read, by the clock of the database (docs/reference/time.md#one-clock). */
  readonly now: Date;
};

/** A request to a poll, with the password that it sends. */
export interface PollCall extends PollRequest {
  readonly password: string | undefined;
  readonly clientAddress: string;
}

type Needs = Pick<Deps, "pollPasswords" | "momentOf">;

export const pollCall = (
  {
    actor,
    pollHash,
    clientAddress,
    matchedPasswordHash,
    changes,
  }: Pick<PollCall, "actor" | "pollHash" | "clientAddress" | "matchedPasswordHash"> & {
    readonly changes: boolean;
  },
  header: (name: string) => string | undefined,
  { config, ownUrl, serviceState }: Pick<Deps, "config" | "ownUrl" | "serviceState">,
): PollCall => ({
  actor,
  pollHash,
  clientAddress,
  origin: header("Origin"),
  password: header("X-SERVICE-POLL-PASSWORD"),
  ownHosts: ownHostsOf({ config, ownUrl }),
  matchedPasswordHash,
  lockedOwners: changes ? serviceState.current().blocked : noOwners,
  languages: wishedLanguages(header("Accept-Language")),
});

/** For requests that only read. */
export const noOwners: ReadonlySet<bigint> = new Set();

/** The hosts of the service itself, whose pages may use every poll. */
export const ownHostsOf = ({
  config,
  ownUrl,
}: Pick<Deps, "config" | "ownUrl">): readonly string[] =>
  (ownUrl === undefined ? config.baseUrls : [...config.baseUrls, ownUrl]).map(
    ({ hostname }) => hostname,
  );

export const withoutLock = ({ lock: _, ...rule }: PollRule): PollRule => rule;

type PasswordDemand = Extract<Admission, { readonly kind: "password_needed" }>;

/** Thrown when the password of the request must be checked. Then the request is admitted again. */
export class PasswordNeeded extends Error {
  readonly admission: PasswordDemand;
  constructor(admission: PasswordDemand) {
    super("the password of the request is not checked yet");
    this.name = "PasswordNeeded";
    this.admission = admission;
  }
}

/**
 * Loads the poll of a request and admits the caller, or throws the refusal. Throws `PasswordNeeded`
 * if the password is not checked yet. The transaction then rolls back, because hashing takes a
 * tenth of a second, too long for an open transaction.
 */
export async function admitToPoll(
  queryable: PrismaQueryable,
  rule: PollRule,
  call: PollCall,
  { momentOf }: Pick<Needs, "momentOf">,
): Promise<PollContext> {
  const found = await loadPoll(queryable, rule, call);
  const poll = found?.poll;
  const restricted = poll !== undefined && restrictsView(rule, call, poll);
  const participations = restricted ? await participationsOf(queryable, poll, call.actor) : [];
  const admission = admit(rule, call, { poll, participations });
  if (admission.kind === "refused") throw admission.refusal;
  if (admission.kind === "password_needed") throw new PasswordNeeded(admission);
  if (found === undefined) throw new Error("no poll was admitted");
  const ownerKey = dependsOnOwnVote(admission) ? ownerKeyOf(call.actor) : undefined;
  const hasVoted =
    ownerKey !== undefined && (await findVoters(queryable, found.poll.id, [ownerKey])).size > 0;
  return { ...admission, hasVoted, now: momentOf(found.moment) };
}

/** A rule with a lock needs a transaction. */
async function loadPoll(
  queryable: PrismaQueryable,
  { lock }: PollRule,
  { pollHash }: PollCall,
): Promise<AddressedPoll | undefined> {
  return lock === undefined
    ? findPoll(queryable, pollHash)
    : findAndLockPoll(queryable as PrismaTransaction, pollHash, lock);
}

/** Throws 401 if the password is missing or wrong. `PollPasswords` may throw 429 or 503. */
export async function matchPassword(
  { pollId, passwordHash }: PasswordDemand,
  call: PollCall,
  { pollPasswords }: Needs,
): Promise<PollCall> {
  const { password } = call;
  if (password === undefined || password === "") {
    throw new Unauthenticated("The poll needs a password", "poll_password_required");
  }
  const network = networkOf(call.clientAddress);
  if (!(await pollPasswords.check({ password, passwordHash, pollId, network }))) {
    throw new Unauthenticated("The poll password is wrong", "poll_password_wrong");
  }
  return { ...call, matchedPasswordHash: passwordHash };
}

async function participationsOf(
  queryable: PrismaQueryable,
  poll: Poll,
  actor: Actor,
): Promise<readonly OwnParticipation[]> {
  const ownerKey = ownerKeyOf(actor);
  if (ownerKey === undefined) return [];
  const participants = await queryable.prisma.participant.findMany({
    where: { pollId: poll.id, ownerKey },
    select: { jury: true, invitation: { select: { id: true } } },
  });
  return participants.map(({ jury, invitation }) => ({ jury, invited: invitation !== null }));
}
