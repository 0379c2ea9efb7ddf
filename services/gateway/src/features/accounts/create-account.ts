import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { maySignUp } from "@polls/domain/access";
import { isEmail } from "@polls/domain/input";
import { Blocked, Invalid, type ProblemSentence } from "@polls/domain/refusals";
import { z } from "zod";
import type { Deps } from "../../deps";
import { lastFourOf, newToken, type TokenKind, tokenDigest } from "../../identity/token";

/** A new account with its tokens. They cannot be read again. */
export interface NewAccount {
  readonly id: bigint;
  readonly publicId: string;
  readonly privateToken: string;
  readonly publicToken: string;
}

/** Creates an account with both tokens. Throws `Invalid` if the address already has an account. */
export async function createAccount(
  tx: PrismaTransaction,
  account: {
    readonly email: string;
    readonly name: string;
    /** Whether polls of the account may charge money (docs/reference/accounts.md#capabilities). */
    readonly canTakePayments: boolean;
  },
  now: Date,
): Promise<NewAccount> {
  const [made] = await tx.prisma.account.createManyAndReturn({
    data: [{ publicId: newPublicId(), ...account, createdAt: now }],
    skipDuplicates: true,
  });
  if (made === undefined) {
    throw new Invalid({ email: ["already belongs to an account"] }, "email_taken");
  }
  const privateToken = await issueToken(tx, made.id, "private", now);
  const publicToken = await issueToken(tx, made.id, "public", now);
  return {
    id: made.id,
    publicId: made.publicId,
    privateToken: privateToken.token,
    publicToken: publicToken.token,
  };
}

/** A token as the client sends it. It is not stored. */
export interface IssuedToken {
  readonly kind: TokenKind;
  readonly token: string;
  readonly lastFour: string;
  readonly createdAt: Date;
}

/** The old token of the kind becomes invalid when the transaction commits. */
export async function issueToken(
  tx: PrismaTransaction,
  accountId: bigint,
  kind: TokenKind,
  now: Date,
): Promise<IssuedToken> {
  const token = newToken(kind);
  const stored = { digest: tokenDigest(token), lastFour: lastFourOf(token), createdAt: now };
  await tx.prisma.apiToken.upsert({
    where: { accountId_kind: { accountId, kind } },
    create: { accountId, kind, ...stored },
    update: stored,
  });
  return { kind, token, lastFour: stored.lastFour, createdAt: now };
}

/** Creates the account of a confirmed address, and ends its invitation to sign up. Throws `Invalid` if it has an account. */
export async function signUpAddress(
  tx: PrismaTransaction,
  email: string,
  now: Date,
): Promise<NewAccount> {
  const name = email.slice(0, email.lastIndexOf("@"));
  const account = await createAccount(tx, { email, name, canTakePayments: false }, now);
  await tx.prisma.signUpInvitation.deleteMany({ where: { address: email } });
  return account;
}

/** Whether an address may get an account by itself (docs/reference/accounts.md#sign-up). */
export async function mayCreateAccount(
  { prisma }: PrismaTransaction,
  email: string,
  { signUp }: Pick<Deps["config"], "signUp">,
): Promise<boolean> {
  const address = emailAddress.safeParse(email);
  if (!address.success) return false;
  const invited = await prisma.signUpInvitation.count({ where: { address: address.data } });
  return maySignUp(signUp, address.data, invited > 0);
}

/** The address of an account, in lower case, because addresses are unique regardless of case. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .refine((text) => isEmail(text), "must be an e-mail address" satisfies ProblemSentence);

/** Throws 403 if an account is blocked (docs/reference/access.md#blocked-accounts). */
export function requireUnblocked(
  accountId: bigint,
  { serviceState }: Pick<Deps, "serviceState">,
): void {
  if (serviceState.current().blocked.has(accountId)) throw new Blocked("account_blocked");
}
