import type { Queryable, Transaction } from "@polls/db";
import type { OrganizationRole } from "@polls/domain";

/** An organization and what the account is there. */
export interface Membership {
  readonly organizationId: bigint;
  readonly publicId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly role: OrganizationRole;
}

const withOrganization = {
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

const membershipFromRow = (row: MembershipRow): Membership => ({
  organizationId: row.organizationId,
  role: row.role as OrganizationRole,
  ...row.organization,
});

/** The account's membership in an organization; undefined when it is not in it, or there is none. */
export async function findMembership(
  queryable: Queryable,
  accountId: bigint,
  organizationPublicId: string,
): Promise<Membership | undefined> {
  const row = await queryable.organizationMember.findFirst({
    where: { accountId, organization: { publicId: organizationPublicId } },
    include: withOrganization,
  });
  return row === null ? undefined : membershipFromRow(row);
}

/** The organizations of an account, newest first. */
export async function listMemberships(
  queryable: Queryable,
  accountId: bigint,
  { skip, take }: { readonly skip: number; readonly take: number },
): Promise<{ readonly memberships: readonly Membership[]; readonly total: number }> {
  const total = await queryable.organizationMember.count({ where: { accountId } });
  const rows = await queryable.organizationMember.findMany({
    where: { accountId },
    include: withOrganization,
    orderBy: { organizationId: "desc" },
    skip,
    take,
  });
  return { memberships: rows.map(membershipFromRow), total };
}

const withAccount = {
  account: { select: { publicId: true, name: true, email: true } },
} as const;

/** Who is in an organization, in the order they came. */
export async function listMembers(
  queryable: Queryable,
  organizationId: bigint,
  { skip, take }: { readonly skip: number; readonly take: number },
) {
  const total = await queryable.organizationMember.count({ where: { organizationId } });
  const members = await queryable.organizationMember.findMany({
    where: { organizationId },
    include: withAccount,
    orderBy: [{ createdAt: "asc" }, { accountId: "asc" }],
    skip,
    take,
  });
  return { members, total };
}

export type Member = Awaited<ReturnType<typeof listMembers>>["members"][number];

/**
 * Holds an organization until the transaction ends, so that its owners are counted and changed by
 * one at a time, and tells how many there are.
 */
export async function lockOwners(tx: Transaction, organizationId: bigint): Promise<number> {
  await tx.$queryRaw`SELECT 1 FROM organizations WHERE id = ${organizationId} FOR UPDATE`;
  return tx.organizationMember.count({ where: { organizationId, role: "owner" } });
}

export const findMember = (tx: Transaction, organizationId: bigint, accountPublicId: string) =>
  tx.organizationMember.findFirst({
    where: { organizationId, account: { publicId: accountPublicId } },
  });

/** Makes an account a member, or changes the role it has. */
export const putMember = (
  tx: Transaction,
  organizationId: bigint,
  accountId: bigint,
  role: OrganizationRole,
): Promise<Member> =>
  tx.organizationMember.upsert({
    where: { organizationId_accountId: { organizationId, accountId } },
    create: { organizationId, accountId, role },
    update: { role },
    include: withAccount,
  });

export const removeMember = (tx: Transaction, organizationId: bigint, accountId: bigint) =>
  tx.organizationMember.delete({
    where: { organizationId_accountId: { organizationId, accountId } },
  });
