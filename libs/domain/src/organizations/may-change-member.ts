import type { OrganizationRole } from "../access/actor";
import { allow, type Decision, refuse } from "../decision";

/** What must be known to judge a change of who belongs to an organization. */
export interface MemberChange {
  /** Role of who asks. */
  readonly asker: OrganizationRole;
  /** Whether somebody asks about himself. */
  readonly self: boolean;
  /** The role it is about as it stands; undefined: not a member yet. */
  readonly from: OrganizationRole | undefined;
  /** The role it becomes; undefined: no member any more. */
  readonly to: OrganizationRole | undefined;
  /** How many owners the organization has. */
  readonly owners: number;
}

export type MemberChangeRefusal = "admins_only" | "owners_only" | "last_owner";

/**
 * Owners change everybody, admins everybody but owners, members nobody; anybody may leave. An
 * organization keeps an owner, or its polls would have nobody (decisions 1, 13).
 */
export function mayChangeMember(change: MemberChange): Decision<MemberChangeRefusal> {
  const { asker, self, from, to, owners } = change;
  const leaves = self && to === undefined;
  if (!leaves && asker === "member") return refuse("admins_only");
  if (!leaves && asker === "admin" && (from === "owner" || to === "owner")) {
    return refuse("owners_only");
  }
  if (from === "owner" && to !== "owner" && owners <= 1) return refuse("last_owner");
  return allow;
}
