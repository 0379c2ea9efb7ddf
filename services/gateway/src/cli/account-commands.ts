import { type Db, inTransaction } from "@polls/db";
import { createAccount } from "../features/accounts/create-account";
import { issueToken } from "../features/accounts/issue-token";
import { type TokenKind, tokenKinds } from "../features/accounts/token";
import { command, Mistake } from "./command";
import { findAccount, readEmail, readName } from "./read-values";

const email = {
  value: "ADDRESS",
  says: "the account's e-mail address",
  required: true,
} as const;

async function listAccounts(db: Db) {
  const accounts = await db.prisma.account.findMany({
    include: { tokens: { select: { kind: true, lastFour: true }, orderBy: { kind: "asc" } } },
    orderBy: { id: "asc" },
  });
  return accounts.map((account) => ({
    account_id: account.publicId,
    email: account.email,
    name: account.name,
    can_delete_participations: account.canDeleteParticipations,
    created_at: account.createdAt,
    tokens: Object.fromEntries(account.tokens.map(({ kind, lastFour }) => [kind, `…${lastFour}`])),
  }));
}

interface AccountChange {
  readonly email: string;
  readonly name: string | undefined;
  readonly newEmail: string | undefined;
  readonly canDeleteParticipations: boolean | undefined;
}

const setAccount = (db: Db, change: AccountChange) =>
  inTransaction(db, async (tx) => {
    const { id } = await findAccount(tx, change.email, "email");
    const newEmail =
      change.newEmail === undefined ? undefined : readEmail(change.newEmail, "new-email");
    if (newEmail !== undefined) {
      const taken = await tx.prisma.account.count({ where: { email: newEmail, id: { not: id } } });
      if (taken > 0) throw new Mistake("--new-email belongs to an account already");
    }
    const account = await tx.prisma.account.update({
      where: { id },
      data: {
        ...(change.name !== undefined && { name: readName(change.name) }),
        ...(newEmail !== undefined && { email: newEmail }),
        ...(change.canDeleteParticipations !== undefined && {
          canDeleteParticipations: change.canDeleteParticipations,
        }),
      },
    });
    return {
      account_id: account.publicId,
      email: account.email,
      name: account.name,
      can_delete_participations: account.canDeleteParticipations,
    };
  });

/** What the operator does with accounts (decisions 1, 5, 13). */
export const accountCommands = [
  command({
    name: "account create",
    summary: "Makes an account and prints its two tokens, this once.",
    options: { email, name: { value: "NAME", says: "how it is called", required: true } },
    run: async (db, values) => {
      const wanted = { email: readEmail(values.email, "email"), name: readName(values.name) };
      const account = await inTransaction(db, (tx) => createAccount(tx, wanted, new Date()));
      return {
        account_id: account.publicId,
        private_token: account.privateToken,
        public_token: account.publicToken,
      };
    },
  }),
  command({
    name: "account list",
    summary: "Lists all accounts, with the last four characters of their tokens.",
    options: {},
    run: listAccounts,
  }),
  command({
    name: "account rotate-token",
    summary: "Prints a new token, this once; the old one ends within a second.",
    options: {
      email,
      kind: { value: "KIND", says: "which of the two", required: true, oneOf: tokenKinds },
    },
    run: (db, { email, kind }) =>
      inTransaction(db, async (tx) => {
        const account = await findAccount(tx, email, "email");
        const { token } = await issueToken(tx, account.id, kind as TokenKind, new Date());
        return { account_id: account.publicId, kind, token };
      }),
  }),
  command({
    name: "account set",
    summary: "Changes what the operator decides about an account.",
    options: {
      email,
      name: { value: "NAME", says: "how it is called" },
      "new-email": { value: "ADDRESS", says: "its new address" },
      "can-delete-participations": {
        value: "BOOLEAN",
        says: "whether it may delete participants and their votes",
        oneOf: ["true", "false"],
      },
    },
    run: (db, values) => {
      const mayDelete = values["can-delete-participations"];
      return setAccount(db, {
        email: values.email,
        name: values.name,
        newEmail: values["new-email"],
        canDeleteParticipations: mayDelete === undefined ? undefined : mayDelete === "true",
      });
    },
  }),
];
