import type { Db } from "@polls/db/connection";
import { newPublicId } from "@polls/db/tokens";

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
