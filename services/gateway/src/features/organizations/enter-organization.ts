import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import { NotFound } from "@polls/domain/refusals";
import { findMembership, lockOwners, type Membership } from "./organizations.repository";

/** A caller and the organization that its request addresses. */
export interface OrganizationVisit {
  readonly accountId: bigint;
  readonly organizationId: string;
}

/**
 * The caller's membership. Throws the same 404 for unknown organizations and for those of others.
 */
export async function enterOrganization(
  queryable: PrismaQueryable,
  { accountId, organizationId }: OrganizationVisit,
): Promise<Membership> {
  const membership = await findMembership(queryable, accountId, { publicId: organizationId });
  if (membership === undefined) throw new NotFound("Organization");
  return membership;
}

/**
 * The caller's membership and the number of owners. Locks the members until the transaction ends.
 */
export async function enterToChange(
  tx: PrismaTransaction,
  visit: OrganizationVisit,
): Promise<Membership & { readonly owners: number }> {
  const { organizationId } = await enterOrganization(tx, visit);
  const owners = await lockOwners(tx, organizationId);
  // Read again under the lock, because the caller may have been removed in the meantime.
  return { ...(await enterOrganization(tx, visit)), owners };
}
