import { findPoll, type PrismaQueryable } from "@polls/db";
import type { Actor } from "@polls/domain/access";
import { accountOfPoll, type Poll } from "@polls/domain/polls";
import { NotFound } from "@polls/domain/refusals";
import type { Deps } from "../../deps";
import { admitToPoll, type PollContext, type PollRule } from "../../http/routing/admission";
import { findMembership, type Membership } from "../organizations/organizations.repository";
import type { FrameSession } from "./frame-session";

/** A visitor at a page of a poll. */
export interface Visit {
  /** The hash in the address of the page. */
  readonly pollHash: string;
  /** Of the cookie; undefined: the visitor has done nothing yet, or keeps no cookies. */
  readonly visitor: string | undefined;
  /** Of a frame without cookies. */
  readonly frameSession?: FrameSession | undefined;
  /** The account that manages the poll here; undefined: a visitor. */
  readonly accountId?: bigint | undefined;
  readonly clientAddress: string;
}

export interface AdmittedVisit extends PollContext {
  readonly actor: Actor;
  /** The identifier of the visitor, if known. */
  readonly visitor: string | undefined;
  /** In whose context the account manages the poll; undefined: in its own. */
  readonly membership: Membership | undefined;
  /** Admits the visitor by another rule of the API. Throws its refusal, or `PasswordNeeded`. */
  readonly admitBy: (rule: PollRule) => Promise<PollContext>;
}

/** What a page itself demands: what reading the poll demands. */
const readable = { param: "poll_hash", password: "none", restricted: false } as const;

/**
 * The poll of a page, as the API admits its visitor, an anonymous user of the poll's account
 * (docs/reference/pages.md#visitors), or the account that manages it. Throws 404 for a poll that the visitor may not know.
 */
export async function admitVisit(
  queryable: PrismaQueryable,
  { pollHash, visitor: kept, frameSession, accountId, clientAddress }: Visit,
  deps: Pick<Deps, "authenticator" | "config" | "momentOf">,
): Promise<AdmittedVisit> {
  const found = await findPoll(queryable, pollHash);
  if (found === undefined) throw new NotFound("Poll");
  // A cookie comes first, and cannot be replaced by the session of anyone else.
  const ofFrame = frameSession?.pollId === found.poll.id ? frameSession.identifier : undefined;
  const visitor = kept ?? ofFrame;
  const membership = await membershipIn(queryable, found.poll, accountId);
  const actor: Actor =
    accountId === undefined
      ? await deps.authenticator.anonymousActor(accountOfPoll(found.poll), visitor)
      : managerOf(accountId, membership);
  const call = {
    ...{ actor, pollHash, clientAddress },
    origin: undefined,
    password: undefined,
    ownHost: deps.config.baseUrl.hostname,
    matchedPasswordHash: undefined,
  };
  const admitBy = (rule: PollRule) => admitToPoll(queryable, rule, call, deps);
  return { ...(await admitBy(readable)), actor, visitor, admitBy, membership };
}

/** What the account is in the organization that the poll belongs to. */
const membershipIn = async (
  queryable: PrismaQueryable,
  { ownerOrganizationId: id }: Poll,
  accountId: bigint | undefined,
): Promise<Membership | undefined> =>
  accountId === undefined || id === undefined
    ? undefined
    : findMembership(queryable, accountId, { id });

/** A poll of an organization is managed in its context (docs/reference/access.md#organization-context). */
const managerOf = (accountId: bigint, membership: Membership | undefined): Actor =>
  membership === undefined
    ? { kind: "user", accountId }
    : {
        ...{ kind: "organization_member", accountId },
        organizationId: membership.organizationId,
        role: membership.role,
      };
