import type { Db } from "@polls/db/connection";
import { newPublicId } from "@polls/db/tokens";
import type { OrganizationRole } from "@polls/domain/access";

export interface AccountFacts {
  readonly email?: string;
  readonly name?: string;
  readonly canDeleteParticipations?: boolean;
}

/** Creates an account without tokens. It gets a unique address unless one is given. */
export function buildAccount(db: Db, facts: AccountFacts = {}) {
  const publicId = newPublicId();
  return db.prisma.account.create({
    data: { publicId, email: `${publicId.toLowerCase()}@example.org`, name: "Ada", ...facts },
  });
}

export interface OrganizationFacts {
  readonly name?: string;
  /** Pairs of account id and role. */
  readonly members?: readonly (readonly [accountId: bigint, role: OrganizationRole])[];
}

/** Creates an organization with the given members, or none. */
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
