import {
  lockOrganizationMembers,
  type Prisma,
  type PrismaQueryable,
  type PrismaTransaction,
} from "@polls/db";
import type { OrganizationRole } from "@polls/domain/access";

/** An organization and the role of the account in it. */
export interface Membership {
  readonly organizationId: bigint;
  readonly publicId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly role: OrganizationRole;
}

export const withOrganization = {
  organization: { select: { publicId: true, name: true, createdAt: true } },
} as const;

interface MembershipRow {
  readonly organizationId: bigint;
  readonly role: string;
  readonly organization: {
    readonly publicId: string;
    readonly name: string;
    readonly createdAt: Date;
  };
}

export const membershipFromRow = (row: MembershipRow): Membership => ({
  organizationId: row.organizationId,
  role: row.role as OrganizationRole,
  ...row.organization,
});

/** The account's membership in an organization; undefined without one. */
export async function findMembership(
  queryable: PrismaQueryable,
  accountId: bigint,
  organizationPublicId: string,
): Promise<Membership | undefined> {
  const row = await queryable.prisma.organizationMember.findFirst({
    where: { accountId, organization: { publicId: organizationPublicId } },
    include: withOrganization,
  });
  return row === null ? undefined : membershipFromRow(row);
}

export const withAccount = {
  account: { select: { publicId: true, name: true, email: true } },
} as const;

/** A member with its account. */
export type Member = Prisma.OrganizationMemberGetPayload<{ include: typeof withAccount }>;

/**
 * Locks an organization until the transaction ends and counts its owners, so that concurrent changes
 * leave at least one.
 */
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

/** Adds a member, or changes its role. */
export const putMember = (
  tx: PrismaTransaction,
  organizationId: bigint,
  accountId: bigint,
  role: OrganizationRole,
): Promise<Member> =>
  tx.prisma.organizationMember.upsert({
    where: { organizationId_accountId: { organizationId, accountId } },
    create: { organizationId, accountId, role },
    update: { role },
    include: withAccount,
  });

export const removeMember = (tx: PrismaTransaction, organizationId: bigint, accountId: bigint) =>
  tx.prisma.organizationMember.delete({
    where: { organizationId_accountId: { organizationId, accountId } },
  });
