import { lockAccount, lockOrganizationMembers } from "@polls/db/accounts";
import type { Prisma } from "@polls/db/connection";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import type { OrganizationRole, ProviderId } from "@polls/domain/access";
import { Invalid } from "@polls/domain/refusals";

export interface Membership {
  readonly organizationId: bigint;
  readonly publicId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly role: OrganizationRole;
  /** The id of the provider whose groups give the role. Null: a member has given it. */
  readonly provider: string | null;
}

export const withOrganization = {
  organization: { select: { publicId: true, name: true, createdAt: true } },
} as const;

type MembershipRow = Prisma.OrganizationMemberGetPayload<{ include: typeof withOrganization }>;

export const membershipFromRow = (row: MembershipRow): Membership => ({
  organizationId: row.organizationId,
  role: row.role as OrganizationRole,
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

export const withAccount = {
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
export async function requireOwnable(
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
