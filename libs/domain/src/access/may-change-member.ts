import { allow, type Decision, refuse } from "../refusals/decision";
import type { OrganizationRole } from "./actor";

/** Somebody joins, leaves or changes role in an organization. */
export interface MemberChange {
  /** The role of who asks for it. */
  readonly asker: OrganizationRole;
  /** Who asks is who changes. */
  readonly self: boolean;
  /** The role before; undefined: not a member yet. */
  readonly from: OrganizationRole | undefined;
  /** The role after; undefined: not a member any more. */
  readonly to: OrganizationRole | undefined;
  /** How many owners there are now. */
  readonly owners: number;
}

export type MemberChangeRefusal = "admins_only" | "owners_only" | "last_owner";

/** Roles of decisions 1: admins change members, owners everybody, anybody leaves; an owner stays. */
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
