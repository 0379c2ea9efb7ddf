import type { PrismaQueryable, PrismaTransaction } from "@polls/db";
import { NotFound } from "@polls/domain/refusals";
import { findMembership, lockOwners, type Membership } from "./organizations.repository";

/** Who asks, and for which organization. */
export interface OrganizationVisit {
  readonly accountId: bigint;
  readonly organizationId: string;
}

/** What the caller is in an organization; whoever is not in it gets the 404 of one that is none. */
export async function enterOrganization(
  queryable: PrismaQueryable,
  { accountId, organizationId }: OrganizationVisit,
): Promise<Membership> {
  const membership = await findMembership(queryable, accountId, organizationId);
  if (membership === undefined) throw new NotFound("Organization");
  return membership;
}

/** Enters and holds the organization's members until the transaction ends; counts its owners. */
export async function enterToChange(
  tx: PrismaTransaction,
  visit: OrganizationVisit,
): Promise<Membership & { readonly owners: number }> {
  const { organizationId } = await enterOrganization(tx, visit);
  const owners = await lockOwners(tx, organizationId);
  // Again under the lock: who asks may have been removed while waiting for it.
  return { ...(await enterOrganization(tx, visit)), owners };
}
