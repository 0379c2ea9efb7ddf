import { lockAccount } from "@polls/db/accounts";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { Blocked, Invalid, NotFound } from "@polls/domain/refusals";
import type { Deps } from "../../deps";
import type { PasskeyKey } from "./verify-passkey";

const PASSKEYS_MAX = 20;

export const ownPasskeys = ({ prisma }: PrismaQueryable, accountId: bigint) =>
  prisma.passkey.findMany({ where: { accountId }, orderBy: { id: "desc" } });

/** An account that changes its passkeys, and the session of the page that asks. */
interface PasskeyVisit {
  readonly accountId: bigint;
  /** Undefined: a program asks. */
  readonly sessionId: bigint | undefined;
}

/**
 * Locks the account. Throws 403 for an operator who has passkeys and has not proved two factors, where operators
 * must: otherwise a mailbox alone could replace them (docs/operators.md#two-factors).
 */
export async function enterToChangePasskeys(
  tx: PrismaTransaction,
  { accountId, sessionId }: PasskeyVisit,
  { config }: Pick<Deps, "config">,
): Promise<void> {
  await lockAccount(tx, accountId);
  if (!config.signIn.operatorsNeedTwoFactors) return;
  const { isOperator, passkeys } = await tx.prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { isOperator: true, passkeys: { select: { id: true }, take: 1 } },
  });
  if (!isOperator || passkeys.length === 0) return;
  const session =
    sessionId === undefined
      ? null
      : await tx.prisma.accountSession.findUnique({ where: { id: sessionId } });
  if (session?.twoFactors !== true) throw new Blocked("two_factors_required");
}

/** False if it was used, or a newer one was. The caller has locked the account. */
export async function useChallenge(
  tx: PrismaTransaction,
  accountId: bigint,
  issuedAt: Date,
): Promise<boolean> {
  const isNewer = [{ passkeyChallengeAt: null }, { passkeyChallengeAt: { lt: issuedAt } }];
  const { count } = await tx.prisma.account.updateMany({
    where: { id: accountId, OR: isNewer },
    data: { passkeyChallengeAt: issuedAt },
  });
  return count === 1;
}

/** Throws 422 if an account has as many passkeys as it may. */
export async function requireRoom({ prisma }: PrismaQueryable, accountId: bigint): Promise<void> {
  if ((await prisma.passkey.count({ where: { accountId } })) < PASSKEYS_MAX) return;
  const sentence = `There are ${PASSKEYS_MAX} passkeys already`;
  throw new Invalid({ base: [sentence] }, "passkey_limit_reached");
}

/** Stores a passkey. False if another one has its id. The caller has locked the account. */
export async function storePasskey(
  tx: PrismaTransaction,
  passkey: PasskeyKey & {
    readonly accountId: bigint;
    readonly name: string;
    readonly host: string;
    readonly now: Date;
  },
): Promise<boolean> {
  const { now: createdAt, ...row } = passkey;
  const { count } = await tx.prisma.passkey.createMany({
    data: { ...row, publicId: newPublicId(), createdAt },
    skipDuplicates: true,
  });
  return count === 1;
}

/** Gives a passkey of an account another name. Throws 404 if there is none with the id. */
export async function renamePasskey(
  tx: PrismaTransaction,
  visit: PasskeyVisit,
  { publicId, name }: { readonly publicId: string; readonly name: string },
  deps: Pick<Deps, "config">,
) {
  await enterToChangePasskeys(tx, visit, deps);
  const { accountId } = visit;
  const before = await tx.prisma.passkey.findFirst({ where: { accountId, publicId } });
  if (before === null) throw new NotFound("Passkey");
  const row = await tx.prisma.passkey.update({ where: { id: before.id }, data: { name } });
  return { row, unchanged: before.name === name };
}

/** Removes a passkey of an account. Throws 404 if there is none with the id. */
export async function removePasskey(
  tx: PrismaTransaction,
  visit: PasskeyVisit,
  publicId: string,
  deps: Pick<Deps, "config">,
): Promise<void> {
  await enterToChangePasskeys(tx, visit, deps);
  const { accountId } = visit;
  const { count } = await tx.prisma.passkey.deleteMany({ where: { accountId, publicId } });
  if (count === 0) throw new NotFound("Passkey");
}
