import { type Db, type Transaction } from "@polls/db";
import { z } from "zod";
import { createAccount } from "../features/accounts/create-account";
import { emailAddress } from "../features/accounts/email-address";
import { issueToken } from "../features/accounts/issue-token";
import type { TokenKind } from "../features/accounts/token";
import { command, Mistake } from "./command";

const email = {
  value: "ADDRESS",
  says: "the account's e-mail address",
  required: true,
} as const;

const accountName = z.string().trim().min(1).max(255);

/** An address as accounts keep it; `Mistake` when it is none. */
export function readEmail(text: string): string {
  const reading = emailAddress.safeParse(text);
  if (!reading.success) throw new Mistake("--email must be an e-mail address");
  return reading.data;
}

/** The account of an address; `Mistake` when there is none. */
export async function findAccount(tx: Transaction, text: string) {
  const account = await tx.account.findUnique({ where: { email: readEmail(text) } });
  if (account === null) throw new Mistake("There is no account with this --email");
  return account;
}

function readName(text: string): string {
  const reading = accountName.safeParse(text);
  if (!reading.success) throw new Mistake("--name must have 1 to 255 characters");
  return reading.data;
}

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

/** What the operator does with accounts (decisions 1, 5, 13). */
export const accountCommands = [
  command({
    name: "account create",
    summary: "Makes an account and prints its two tokens, this once.",
    options: { email, name: { value: "NAME", says: "how it is called", required: true } },
    run: async (db, values) => {
      const wanted = { email: readEmail(values.email), name: readName(values.name) };
      const account = await db.transaction((tx) => createAccount(tx, wanted));
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
      kind: {
        value: "KIND",
        says: "which of the two",
        required: true,
        oneOf: ["private", "public"],
      },
    },
    run: (db, { email, kind }) =>
      db.transaction(async (tx) => {
        const account = await findAccount(tx, email);
        const { token } = await issueToken(tx, account.id, kind as TokenKind);
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
    run: (db, values) =>
      db.transaction(async (tx) => {
        const { id } = await findAccount(tx, values.email);
        const newEmail = values["new-email"] && readEmail(values["new-email"]);
        if (newEmail !== undefined && (await tx.account.count({ where: { email: newEmail, id: { not: id } } })) > 0) {
          throw new Mistake("--new-email belongs to an account already");
        }
        const mayDelete = values["can-delete-participations"];
        const account = await tx.account.update({
          where: { id },
          data: {
            ...(values.name !== undefined && { name: readName(values.name) }),
            ...(newEmail !== undefined && { email: newEmail }),
            ...(mayDelete !== undefined && { canDeleteParticipations: mayDelete === "true" }),
          },
        });
        return {
          account_id: account.publicId,
          email: account.email,
          name: account.name,
          can_delete_participations: account.canDeleteParticipations,
        };
      }),
  }),
];
