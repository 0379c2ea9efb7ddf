import { hostListed } from "../polls/hosts";
import type { Poll } from "../polls/poll";
import { Blocked, NotFound, Unauthenticated } from "../refusals/refusal";
import { textLanguage } from "../translations/text-language";
import { type AccessLevel, type AddressedBy, accessLevel } from "./access-level";
import { type Actor, mayUse } from "./actor";

export interface AdmissionRule {
  /** Which callers of a protected poll need its password. */
  readonly password: "none" | "members" | "everyone";
  /** Whether `restrict_view_access` applies to the request. */
  readonly restricted: boolean;
  /** Callers other than admins get the same 404 as for a poll that does not exist. */
  readonly adminOnly?: boolean;
}

/** A request to a poll, before the poll is loaded. */
export interface PollRequest {
  readonly actor: Actor;
  readonly pollHash: string;
  /** The header `Origin`. Undefined when the request does not come from a browser. */
  readonly origin: string | undefined;
  /** Host name of the service. */
  readonly ownHosts: readonly string[];
  /** The stored hash that the request's password matches. Undefined: it was not checked. */
  readonly matchedPasswordHash: string | undefined;
  /** Accounts whose polls the request may not use: the blocked ones, for a request that changes something. */
  readonly lockedOwners: ReadonlySet<bigint>;
  /** The languages that the caller wishes to read, the best first. */
  readonly languages: readonly string[];
}

/** What is loaded for a request. */
export interface AdmissionFacts {
  /** Undefined when no poll has that hash. */
  readonly poll: Poll | undefined;
  /** The caller's participants. Loaded only where `restrictsView` requires them. */
  readonly participations: readonly OwnParticipation[];
}

export type Admission =
  | {
      readonly kind: "admitted";
      readonly poll: Poll;
      readonly access: AccessLevel;
      readonly addressedBy: AddressedBy;
      readonly textLanguage: PollCaller["textLanguage"];
    }
  /** The caller must check the request's password against `passwordHash` and call `admit` again. */
  | { readonly kind: "password_needed"; readonly pollId: bigint; readonly passwordHash: string }
  | { readonly kind: "refused"; readonly refusal: NotFound | Unauthenticated | Blocked };

/**
 * Whether a request may use a poll. Checks in this order: the poll and the access level (404), whether its owner is
 * blocked (403), allowed hosts (401), the password (401), the restricted view (404).
 */
export function admit(
  rule: AdmissionRule,
  request: PollRequest,
  { poll, participations }: AdmissionFacts,
): Admission {
  const { actor, pollHash } = request;
  if (poll === undefined || !mayUse(actor, poll)) return noPoll();
  const addressedBy = addressOf(pollHash, poll);
  const access = accessLevel(actor, addressedBy, poll);
  if (access === "none" || (rule.adminOnly === true && access !== "admin")) return noPoll();
  if (poll.ownerAccountId !== undefined && request.lockedOwners.has(poll.ownerAccountId)) {
    return { kind: "refused", refusal: new Blocked("poll_locked") };
  }
  const { settings, passwordHash } = poll;
  const { origin, ownHosts, matchedPasswordHash } = request;
  if (access === "member" && !originAllowed(origin, settings.allowed_hosts, ownHosts)) {
    const sentence = "This host may not use the poll";
    return { kind: "refused", refusal: new Unauthenticated(sentence, "host_not_allowed") };
  }
  const restricted = restrictsView(rule, request, poll);
  const passwordNeeded = restricted || needsPassword(rule, access);
  if (passwordNeeded && passwordHash !== undefined && passwordHash !== matchedPasswordHash) {
    return { kind: "password_needed", pollId: poll.id, passwordHash };
  }
  if (restricted && !mayReadRestricted(poll, participations)) return noPoll();
  const language = access === "admin" ? undefined : textLanguage(settings, request.languages);
  return { kind: "admitted", poll, access, addressedBy, textLanguage: language };
}

/** Whether the restricted view of the poll applies to the request. */
export const restrictsView = (
  { restricted }: Pick<AdmissionRule, "restricted">,
  { actor, pollHash }: Pick<PollRequest, "actor" | "pollHash">,
  poll: Poll,
): boolean =>
  restricted &&
  poll.settings.restrict_view_access &&
  accessLevel(actor, addressOf(pollHash, poll), poll) === "member";

const addressOf = (hash: string, { adminHash }: Pick<Poll, "adminHash">): AddressedBy =>
  adminHash === hash ? "admin_hash" : "member_hash";

const needsPassword = ({ password }: AdmissionRule, access: AccessLevel): boolean =>
  password === "everyone" || (password === "members" && access === "member");

const noPoll = (): Admission => ({ kind: "refused", refusal: new NotFound("Poll") });

/** Whether a page at `origin`, or no page, may use the poll (docs/reference/access.md#allowed-hosts). */
export function originAllowed(
  origin: string | undefined,
  allowedHosts: readonly string[],
  ownHosts: readonly string[],
): boolean {
  if (origin === undefined || allowedHosts.length === 0) return true;
  const host = hostOf(origin);
  return host !== undefined && (ownHosts.includes(host) || hostListed(host, allowedHosts));
}

function hostOf(origin: string): string | undefined {
  try {
    const { hostname, protocol } = new URL(origin);
    return protocol === "https:" || protocol === "http:" ? hostname : undefined;
  } catch {
    return undefined;
  }
}

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

/** A participant of the caller in the poll, as far as the restricted view depends on it. */
export interface OwnParticipation {
  readonly jury: boolean;
  readonly invited: boolean;
}

/**
 * Whether a member has a participant that may vote: on the jury, or invited, where the poll requires that
 * (docs/reference/access.md#restricted-view). `admit` checks the password.
 */
export function mayReadRestricted(
  { settings }: Pick<Poll, "settings">,
  participants: readonly OwnParticipation[],
): boolean {
  const byInvitation = settings.participant_limitation_type === "check_invitation";
  if (!settings.jury_mode && !byInvitation) return true;
  return participants.some(
    ({ jury, invited }) => (jury || !settings.jury_mode) && (invited || !byInvitation),
  );
}
