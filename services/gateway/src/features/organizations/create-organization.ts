import { newPublicId, type Transaction } from "@polls/db";

/** Makes an organization with its first owner. */
export function createOrganization(
  tx: Transaction,
  { name, ownerId }: { readonly name: string; readonly ownerId: bigint },
) {
  return tx.organization.create({
    data: {
      publicId: newPublicId(),
      name,
      members: { create: { accountId: ownerId, role: "owner" } },
    },
  });
}
