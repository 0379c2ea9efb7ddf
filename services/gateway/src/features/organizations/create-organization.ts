import { newPublicId, type PrismaTransaction } from "@polls/db";
import type { Membership } from "./organizations.repository";

/** Creates an organization with its first owner. */
export async function createOrganization(
  tx: PrismaTransaction,
  { name, ownerId }: { readonly name: string; readonly ownerId: bigint },
): Promise<Membership> {
  const organization = await tx.prisma.organization.create({
    data: {
      publicId: newPublicId(),
      name,
      members: { create: { accountId: ownerId, role: "owner" } },
    },
  });
  const { id, publicId, createdAt } = organization;
  return { organizationId: id, publicId, name, createdAt, role: "owner" };
}
