import { findAccountOfEmail } from "@polls/db/accounts";
import { findRowsOfPerson, type RowsOfPerson } from "@polls/db/participants";
import type { PrismaQueryable } from "@polls/db/sql";
import { foldAddress } from "@polls/domain/opt-ins";

/** The rows with data of a person, found by an e-mail address in any letter case. */
export interface PersonRows extends RowsOfPerson {
  readonly address: string;
  readonly account: PersonAccount | undefined;
}

export interface PersonAccount {
  readonly id: bigint;
  readonly publicId: string;
}

/** Finds the account of a person by an address in any letter case. */
export async function findAccount(
  queryable: PrismaQueryable,
  email: string,
): Promise<PersonAccount | undefined> {
  const found =
    (await findAccountOfEmail(queryable, email)) ??
    (await findAccountOfEmail(queryable, foldAddress(email)));
  if (found === undefined) return undefined;
  return queryable.prisma.account.findUniqueOrThrow({
    where: { id: found.id },
    select: { id: true, publicId: true },
  });
}

/** Reads whole tables, in batches (docs/operators.md#data-of-one-person). */
export async function findPerson(queryable: PrismaQueryable, email: string): Promise<PersonRows> {
  const account = await findAccount(queryable, email);
  const ownerKey = account && `user:${account.id}`;
  return {
    address: foldAddress(email),
    account,
    ...(await findRowsOfPerson(queryable, email, ownerKey)),
  };
}
