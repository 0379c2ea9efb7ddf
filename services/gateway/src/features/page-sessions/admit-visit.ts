import { findLinkedOwner } from "@polls/db/participants";
import { findPoll } from "@polls/db/polls";
import type { PrismaQueryable } from "@polls/db/sql";
import type { Actor, OwnerKey, PollCaller, ProviderId } from "@polls/domain/access";
import { accountOfPoll, type Poll } from "@polls/domain/polls";
import { NotFound } from "@polls/domain/refusals";
import type { Deps } from "../../deps";
import {
  admitToPoll,
  noOwners,
  ownHostsOf,
  PasswordNeeded,
  type PollContext,
  type PollRule,
} from "../../http/routing/admission";
import { readPollRule } from "../../http/routing/poll-rules";
import { findMembership, type Membership } from "../organizations/organizations";
import type { FrameSession } from "./frame-session";
import { proofOfPerson } from "./proof";

export interface Visit {
  readonly pollHash: string;
  /** Undefined: the visitor has not acted yet, or the browser stores no cookies. */
  readonly visitor: string | undefined;
  /** The header `Cookie`, which may prove that the visitor is one person. */
  readonly cookie?: string | undefined;
  /** The session of a frame without cookies. */
  readonly frameSession?: FrameSession | undefined;
  /** The account that manages the poll. Undefined for a visitor. */
  readonly accountId?: bigint | undefined;
  readonly clientAddress: string;
  /** The languages that the visitor wishes, the best first. Absent: no text of the poll is read. */
  readonly languages?: readonly string[];
}

export interface AdmittedVisit extends PollContext {
  readonly actor: Actor;
  /** The owner key of the visitor's own identifier, even if the visitor acts for another one. */
  readonly visitorKey: OwnerKey | undefined;
  /** Whether the visitor acts for the owner of a participant whose personal link it opened. */
  readonly isLinked: boolean;
  readonly visitor: string | undefined;
  readonly provenBy: ProviderId | undefined;
  /** The membership in whose context the account manages the poll. Undefined: its own context. */
  readonly membership: Membership | undefined;
  /** Admits the visitor by another rule of the API. Throws its refusal, or `PasswordNeeded`. */
  readonly admitBy: (rule: PollRule) => Promise<PollContext>;
}

export type VisitDeps = Pick<
  Deps,
  "authenticator" | "config" | "momentOf" | "ownUrl" | "storedKeys"
>;

/**
 * Admits the visitor of a page like a request to read the poll: as an anonymous user of the poll's account
 * (docs/reference/pages.md#visitors), or as the account that manages the poll. Throws 404 for a
 * poll that the visitor may not see.
 */
export async function admitVisit(
  queryable: PrismaQueryable,
  {
    pollHash,
    visitor: kept,
    cookie,
    frameSession,
    accountId,
    clientAddress,
    languages = [],
  }: Visit,
  deps: VisitDeps,
): Promise<AdmittedVisit> {
  const found = await findPoll(queryable, pollHash);
  if (found === undefined) throw new NotFound("Poll");
  // A cookie takes precedence, so the session of another person cannot replace it.
  const ofFrame = frameSession?.pollId === found.poll.id ? frameSession.identifier : undefined;
  const proof = await proofOfPerson(found.poll, cookie, deps);
  const visitor = proof?.identifier ?? kept ?? ofFrame;
  const membership = await membershipIn(queryable, found.poll, accountId);
  const own: Actor =
    accountId === undefined
      ? await deps.authenticator.anonymousActor(accountOfPoll(found.poll), visitor)
      : managerOf(accountId, membership);
  const visitorKey = own.kind === "anonymous_user" ? own.ownerKey : undefined;
  const linkedOwner = visitorKey && (await findLinkedOwner(queryable, found.poll.id, visitorKey));
  const actor: Actor =
    own.kind === "anonymous_user" && linkedOwner !== undefined
      ? { ...own, ownerKey: linkedOwner }
      : own;
  const call = {
    actor,
    pollHash,
    clientAddress,
    origin: undefined,
    password: undefined,
    ownHosts: ownHostsOf(deps),
    matchedPasswordHash: undefined,
    lockedOwners: noOwners,
    languages,
  };
  const admitBy = (rule: PollRule) => admitToPoll(queryable, rule, call, deps);
  const isLinked = linkedOwner !== undefined;
  const context = await admitBy(readPollRule);
  const provenBy = proof?.provenBy;
  return { ...context, actor, visitorKey, isLinked, visitor, provenBy, admitBy, membership };
}

const membershipIn = async (
  queryable: PrismaQueryable,
  { ownerOrganizationId: id }: Poll,
  accountId: bigint | undefined,
): Promise<Membership | undefined> =>
  accountId === undefined || id === undefined
    ? undefined
    : findMembership(queryable, accountId, { id });

/** In the context of its organization (docs/reference/access.md#organization-context). */
const managerOf = (accountId: bigint, membership: Membership | undefined): Actor =>
  membership === undefined
    ? { kind: "user", accountId }
    : {
        kind: "organization_member",
        accountId,
        organizationId: membership.organizationId,
        role: membership.role,
      };

/** Undefined if the rule needs more than the URL, such as a password. */
export async function callerBy(
  rule: PollRule,
  { actor, admitBy }: AdmittedVisit,
): Promise<PollCaller | undefined> {
  const context = await admitBy(rule).catch((error: unknown): PollContext | undefined => {
    if (error instanceof PasswordNeeded || error instanceof NotFound) return undefined;
    throw error;
  });
  return context && { actor, ...context };
}
