import { allow, type Decision, refuse } from "../refusals/decision";
import type { OrganizationRole } from "./actor";

/** A user joins or leaves an organization, or changes role in it. */
export interface MemberChange {
  /** The role of the user who asks for the change. */
  readonly asker: OrganizationRole;
  /** The user changes their own membership. */
  readonly self: boolean;
  /** The role before the change. Undefined when the user is not a member yet. */
  readonly from: OrganizationRole | undefined;
  /** The role after the change. Undefined when the user leaves. */
  readonly to: OrganizationRole | undefined;
  readonly owners: number;
}

export type MemberChangeRefusal = "admins_only" | "owners_only" | "last_owner";

/** Admins change members and owners change all. Each user may leave, but one owner must remain. */
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
 * The polls whose admin hashes a member knows and may no longer use: all, its own, or none
 * (docs/reference/organizations.md#leaving).
 */
export function knownAdminHashes(
  from: OrganizationRole,
  to: OrganizationRole | undefined,
): "all" | "created" | "none" {
  if (from !== "member" && (to === undefined || to === "member")) return "all";
  return from === "member" && to === undefined ? "created" : "none";
}
