import type { PrismaQueryable } from "@polls/db/sql";
import type { Actor } from "@polls/domain/access";
import { type ListPage, offsetOf } from "../../http/replies/pagination";
import { type Membership, membershipFromRow, withOrganization } from "./organizations.repository";

/** The organizations of an account, newest first. */
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
