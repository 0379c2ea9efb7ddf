import { lockAccount, lockOrganizationMembers } from "@polls/db/accounts";
import type { Prisma } from "@polls/db/connection";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import type { Actor, OrganizationRole, ProviderId } from "@polls/domain/access";
import { Invalid, NotFound } from "@polls/domain/refusals";
import type { z } from "zod";
import { type ListPage, windowOf } from "../../http/replies/pagination";
import type { SignInSettings } from "../../sign-in-environment";
import type { MemberResponse, OrganizationResponse } from "./organizations.schema";

export const presentOrganization = (
  membership: Membership,
  signIn: SignInSettings,
): z.input<typeof OrganizationResponse> => ({
  id: membership.publicId,
  name: membership.name,
  role: membership.role,
  ...roleProvider(membership, signIn),
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
  ...roleProvider(member, signIn),
  created_at: member.createdAt.toISOString(),
});

/** A provider that is no longer configured has only its id. */
const roleProvider = ({ provider: id }: Pick<Member, "provider">, { providers }: SignInSettings) =>
  id === null ? {} : { role_provider: providers.find((one) => one.id === id)?.name ?? id };

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
  const { id } = await tx.prisma.organization.create({ data: { publicId: newPublicId(), name } });
  const row = await tx.prisma.organizationMember.create({
    data: { organizationId: id, accountId: ownerId, role: "owner" },
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
    ...windowOf(page),
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
    ...windowOf(page),
  });
  return { members, total };
}

const withOrganization = {
  organization: { select: { publicId: true, name: true, createdAt: true } },
} as const;

type MembershipRow = Prisma.OrganizationMemberGetPayload<{ include: typeof withOrganization }>;

/** An organization, and the role of an account in it. */
export type Membership = ReturnType<typeof membershipFromRow>;

const membershipFromRow = (row: MembershipRow) => ({
  organizationId: row.organizationId,
  role: row.role as OrganizationRole,
  /** The id of the provider whose groups give the role. Null: a member has given it. */
  provider: row.provider,
  ...row.organization,
});

export async function findMembership(
  queryable: PrismaQueryable,
  accountId: bigint,
  organization: { readonly publicId: string } | { readonly id: bigint },
): Promise<Membership | undefined> {
  const row = await queryable.prisma.organizationMember.findFirst({
    where: { accountId, organization },
    include: withOrganization,
  });
  return row === null ? undefined : membershipFromRow(row);
}

const withAccount = {
  account: { select: { publicId: true, name: true, email: true } },
} as const;

export type Member = Prisma.OrganizationMemberGetPayload<{ include: typeof withAccount }>;

/** Counts the owners under a lock, so that concurrent changes leave at least one. */
export async function lockOwners(tx: PrismaTransaction, organizationId: bigint): Promise<number> {
  await lockOrganizationMembers(tx, organizationId);
  return tx.prisma.organizationMember.count({ where: { organizationId, role: "owner" } });
}

export const findMember = (
  tx: PrismaTransaction,
  organizationId: bigint,
  accountPublicId: string,
) =>
  tx.prisma.organizationMember.findFirst({
    where: { organizationId, account: { publicId: accountPublicId } },
  });

/** A member or the groups at a provider give the role. 422 if an owner would own too many. */
export async function putMember(
  tx: PrismaTransaction,
  organizationId: bigint,
  accountId: bigint,
  role: OrganizationRole,
  provider: ProviderId | null = null,
): Promise<Member> {
  const where = { organizationId, accountId };
  if (role === "owner") await requireOwnable(tx, accountId, organizationId);
  return tx.prisma.organizationMember.upsert({
    where: { organizationId_accountId: where },
    create: { ...where, role, provider },
    update: { role, provider },
    include: withAccount,
  });
}

/** Limited, because storage, webhooks and more have quotas per organization. */
const OWNED_MAX = 20;

/** Throws 422 at the limit (docs/reference/organizations.md#members). Locks the account. */
async function requireOwnable(
  tx: PrismaTransaction,
  accountId: bigint,
  organizationId?: bigint,
): Promise<void> {
  await lockAccount(tx, accountId);
  const others = organizationId === undefined ? {} : { organizationId: { not: organizationId } };
  const owned = await tx.prisma.organizationMember.count({
    where: { accountId, role: "owner", ...others },
  });
  if (owned < OWNED_MAX) return;
  const sentence = `The account owns ${OWNED_MAX} organizations already`;
  throw new Invalid({ base: [sentence] }, "organization_limit_reached");
}

/** Removes a member, and the invitations of its address, which would let it come back. */
export async function removeMember(
  tx: PrismaTransaction,
  organizationId: bigint,
  accountId: bigint,
): Promise<void> {
  const { account } = await tx.prisma.organizationMember.delete({
    where: { organizationId_accountId: { organizationId, accountId } },
    include: withAccount,
  });
  // Invitations have addresses in lower case.
  const address = account.email.toLowerCase();
  await tx.prisma.memberInvitation.deleteMany({ where: { organizationId, mail: { address } } });
}
