import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import type { Actor, OrganizationRole } from "@polls/domain/access";
import { NotFound } from "@polls/domain/refusals";
import type { z } from "zod";
import { type ListPage, offsetOf } from "../../http/replies/pagination";
import type { SignInSettings } from "../../sign-in-environment";
import {
  findMembership,
  lockOwners,
  type Member,
  type Membership,
  membershipFromRow,
  requireOwnable,
  withAccount,
  withOrganization,
} from "./organizations.repository";
import type { MemberResponse, OrganizationResponse } from "./organizations.schema";

export const presentOrganization = (
  membership: Membership,
  signIn: SignInSettings,
): z.input<typeof OrganizationResponse> => ({
  id: membership.publicId,
  name: membership.name,
  role: membership.role,
  role_provider: nameOfProvider(membership.provider, signIn),
  created_at: membership.createdAt.toISOString(),
});

export const presentMember = (
  member: Member,
  signIn: SignInSettings,
): z.input<typeof MemberResponse> => ({
  account_id: member.account.publicId,
  name: member.account.name,
  email: member.account.email,
  role: member.role as OrganizationRole,
  role_provider: nameOfProvider(member.provider, signIn),
  created_at: member.createdAt.toISOString(),
});

/** A provider that is no longer configured has only its id. */
const nameOfProvider = (id: string | null, { providers }: SignInSettings): string | null =>
  providers.find((provider) => provider.id === id)?.name ?? id;

export interface OrganizationVisit {
  readonly accountId: bigint;
  readonly organizationId: string;
}

/** The same 404 for unknown organizations and for those of others. */
async function enterOrganization(
  queryable: PrismaQueryable,
  { accountId, organizationId }: OrganizationVisit,
): Promise<Membership> {
  const membership = await findMembership(queryable, accountId, { publicId: organizationId });
  if (membership === undefined) throw new NotFound("Organization");
  return membership;
}

/** Locks the members until the transaction ends. */
export async function enterToChange(
  tx: PrismaTransaction,
  visit: OrganizationVisit,
): Promise<Membership & { readonly owners: number }> {
  const { organizationId } = await enterOrganization(tx, visit);
  const owners = await lockOwners(tx, organizationId);
  // Read again under the lock, because the caller may have been removed in the meantime.
  return { ...(await enterOrganization(tx, visit)), owners };
}

export async function createOrganization(
  tx: PrismaTransaction,
  { name, ownerId }: { readonly name: string; readonly ownerId: bigint },
): Promise<Membership> {
  await requireOwnable(tx, ownerId);
  const row = await tx.prisma.organizationMember.create({
    data: {
      role: "owner",
      account: { connect: { id: ownerId } },
      organization: { create: { publicId: newPublicId(), name } },
    },
    include: withOrganization,
  });
  return membershipFromRow(row);
}

export async function listOrganizations(
  queryable: PrismaQueryable,
  { accountId }: Actor,
  page: ListPage,
): Promise<{ readonly memberships: readonly Membership[]; readonly total: number }> {
  const total = await queryable.prisma.organizationMember.count({ where: { accountId } });
  const rows = await queryable.prisma.organizationMember.findMany({
    where: { accountId },
    include: withOrganization,
    orderBy: { organizationId: "desc" },
    skip: offsetOf(page),
    take: page.perPage,
  });
  return { memberships: rows.map(membershipFromRow), total };
}

/** In the order in which they joined. Only members may read them. */
export async function listMembers(
  queryable: PrismaQueryable,
  visit: OrganizationVisit,
  page: ListPage,
): Promise<{ readonly members: readonly Member[]; readonly total: number }> {
  const { organizationId } = await enterOrganization(queryable, visit);
  const total = await queryable.prisma.organizationMember.count({ where: { organizationId } });
  const members = await queryable.prisma.organizationMember.findMany({
    where: { organizationId },
    include: withAccount,
    orderBy: [{ createdAt: "asc" }, { accountId: "asc" }],
    skip: offsetOf(page),
    take: page.perPage,
  });
  return { members, total };
}
