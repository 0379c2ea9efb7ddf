import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { type Membership, requireOwnable } from "./organizations.repository";

/** Creates an organization with its first owner. */
export async function createOrganization(
  tx: PrismaTransaction,
  { name, ownerId }: { readonly name: string; readonly ownerId: bigint },
): Promise<Membership> {
  await requireOwnable(tx, ownerId);
  const organization = await tx.prisma.organization.create({
    data: { publicId: newPublicId(), name },
  });
  const { id, publicId, createdAt } = organization;
  await tx.prisma.organizationMember.create({
    data: { organizationId: id, accountId: ownerId, role: "owner" },
  });
  return { organizationId: id, publicId, name, createdAt, role: "owner", provider: null };
}
