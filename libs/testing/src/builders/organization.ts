import { type Db, newPublicId } from "@polls/db";
import type { OrganizationRole } from "@polls/domain/access";

export interface OrganizationFacts {
  readonly name?: string;
  /** Account id → role. */
  readonly members?: readonly (readonly [accountId: bigint, role: OrganizationRole])[];
}

/** An organization with the given members, or none. */
export const buildOrganization = (
  db: Db,
  { name = "Chess club", members = [] }: OrganizationFacts = {},
) =>
  db.prisma.organization.create({
    data: {
      publicId: newPublicId(),
      name,
      members: { create: members.map(([accountId, role]) => ({ accountId, role })) },
    },
  });
