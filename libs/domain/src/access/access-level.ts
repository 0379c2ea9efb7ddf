import type { Poll } from "../polls/poll";
import type { Actor } from "./actor";

/** The caller's rights on a poll. With `none` it gets the same 404 as for a poll that does not exist. */
export type AccessLevel = "admin" | "member" | "none";

export type AddressedBy = "admin_hash" | "member_hash";

type Owned = Pick<Poll, "ownerAccountId" | "ownerOrganizationId" | "createdByAccountId">;

/**
 * The level of a caller (docs/reference/access.md#access-levels). The admin hash makes any caller with a valid token an
 * admin; where `public_admin_link` is false, only the owner.
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

/** Whether the actor owns the poll, or is an owner or admin of its organization (docs/reference/access.md#poll-owner). */
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
