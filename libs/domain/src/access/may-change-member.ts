import { allow, type Decision, refuse } from "../refusals/decision";
import type { OrganizationRole } from "./actor";

/** A user joins or leaves an organization, or changes role in it. */
export interface MemberChange {
  /** The role of the user who asks for the change. */
  readonly asker: OrganizationRole;
  /** The user changes their own membership. */
  readonly self: boolean;
  /** The role before; undefined: not a member yet. */
  readonly from: OrganizationRole | undefined;
  /** The role after; undefined: no longer a member. */
  readonly to: OrganizationRole | undefined;
  /** How many owners there are now. */
  readonly owners: number;
}

export type MemberChangeRefusal = "admins_only" | "owners_only" | "last_owner";

/** Admins change members, owners change all, each user may leave, and one owner remains. */
export function mayChangeMember(change: MemberChange): Decision<MemberChangeRefusal> {
  const { asker, self, from, to, owners } = change;
  const leaves = self && to === undefined;
  if (!leaves && asker === "member") return refuse("admins_only");
  if (!leaves && asker !== "owner" && (from === "owner" || to === "owner")) {
    return refuse("owners_only");
  }
  if (from === "owner" && to !== "owner" && owners <= 1) return refuse("last_owner");
  return allow;
}

/**
 * The polls of an organization whose admin hashes a member has read, and may not read after a change
 * (docs/reference/organizations.md#leaving): all, those that the member created, or none.
 */
export function knownAdminHashes(
  from: OrganizationRole,
  to: OrganizationRole | undefined,
): "all" | "created" | "none" {
  if (from !== "member" && (to === undefined || to === "member")) return "all";
  return from === "member" && to === undefined ? "created" : "none";
}
