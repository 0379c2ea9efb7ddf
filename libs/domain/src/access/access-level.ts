import type { Poll } from "../polls/poll";
import type { Actor } from "./actor";

/** What the caller may do with a poll; `none` is the 404 of a poll that does not exist (decisions 1). */
export type AccessLevel = "admin" | "member" | "none";

export type AddressedBy = "admin_hash" | "member_hash";

type Owned = Pick<Poll, "ownerAccountId" | "ownerOrganizationId" | "createdByAccountId">;

/**
 * Decisions 1: the admin hash is a capability for any valid token, narrowed by
 * `public_admin_link = false` to the poll's owner; else ownership in the context of the request counts.
 */
export function accessLevel(
  actor: Actor,
  addressedBy: AddressedBy,
  poll: Owned & Pick<Poll, "settings">,
): AccessLevel {
  if (addressedBy === "admin_hash") {
    return poll.settings.public_admin_link || ownsPoll(actor, poll) ? "admin" : "none";
  }
  return ownsPoll(actor, poll) || createdInOrganization(actor, poll) ? "admin" : "member";
}

/**
 * The owner of the poll, in an organization its owners and admins: who reads the `admin_hash`
 * (S2.1), whom `public_admin_link` cannot shut out, and who deletes a poll with paid votes.
 */
export function ownsPoll(actor: Actor, poll: Owned): boolean {
  if (actor.kind === "user") return poll.ownerAccountId === actor.accountId;
  return (
    actor.kind === "organization_member" &&
    poll.ownerOrganizationId === actor.organizationId &&
    actor.role !== "member"
  );
}

const createdInOrganization = (actor: Actor, poll: Owned): boolean =>
  actor.kind === "organization_member" &&
  poll.ownerOrganizationId === actor.organizationId &&
  poll.createdByAccountId === actor.accountId;
