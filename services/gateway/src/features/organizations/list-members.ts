import type { PrismaQueryable } from "@polls/db/sql";
import { type ListPage, offsetOf } from "../../http/replies/pagination";
import { enterOrganization, type OrganizationVisit } from "./enter-organization";
import { type Member, withAccount } from "./organizations.repository";

/**
 * The members of an organization, in the order in which they joined. Only members may read them.
 */
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
