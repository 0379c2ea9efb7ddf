import type { Db } from "@polls/db/connection";
import { inTransaction, type PrismaTransaction, readMoment } from "@polls/db/sql";
import { givenOf } from "@polls/domain/input";
import { z } from "zod";
import { createAccount, issueToken } from "../features/accounts/create-account";
import { createNamedToken, deleteNamedToken, namedTokens } from "../features/accounts/named-tokens";
import { accountSubject, noteAct, type Operator } from "../features/operators/audit-log";
import { endSessions } from "../features/page-sessions/account-session";
import { type TokenKind, type TokenScope, tokenKinds, tokenScopes } from "../identity/token";
import { CommandFailure, command, UsageError } from "./command/command";
import {
  emailOption as email,
  onAccount,
  operatorOptions,
  readOperator,
} from "./command/operator-options";
import { findAccount, readEmail, readName } from "./command/read-values";

async function listAccounts(db: Db) {
  const accounts = await db.prisma.account.findMany({
    include: { tokens: { select: { kind: true, lastFour: true }, orderBy: { kind: "asc" } } },
    orderBy: { id: "asc" },
  });
  return accounts.map(({ tokens, ...account }) => ({
    ...presentAccount(account),
    blocked_at: account.blockedAt,
    created_at: account.createdAt,
    tokens: Object.fromEntries(tokens.map(({ kind, lastFour }) => [kind, `…${lastFour}`])),
  }));
}

const presentAccount = (account: Awaited<ReturnType<typeof findAccount>>) => ({
  account_id: account.publicId,
  email: account.email,
  name: account.name,
  can_delete_participations: account.canDeleteParticipations,
  can_take_payments: account.canTakePayments,
  operator: account.isOperator,
});

const noteToken = (
  tx: PrismaTransaction,
  account: { readonly publicId: string },
  operator: Operator,
  change: "create" | "replace" | "delete",
) => {
  const subject = accountSubject(account);
  return noteAct(tx, operator, { action: "account.token", subject, details: { change } });
};

const kind = {
  value: "KIND",
  description: "kind of the token",
  required: true,
  oneOf: tokenKinds,
} as const;

const trueOrFalse = (description: string) =>
  ({ value: "BOOLEAN", description, oneOf: ["true", "false"] }) as const;

const flag = (value: string | undefined) => (value === undefined ? undefined : value === "true");

function readExpiry(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const reading = z.iso.datetime({ offset: true }).safeParse(text);
  if (!reading.success) throw new UsageError("--expires must be like 2030-01-31T12:00:00Z");
  return new Date(reading.data);
}

export const accountCommands = [
  command({
    name: "account tokens",
    summary: "Lists the named tokens of an account.",
    options: { email },
    run: async (db, { email }) => {
      const { id } = await inTransaction(db, (tx) => findAccount(tx, email, "email"));
      return (await namedTokens(db, id)).map((row) => ({
        id: row.publicId,
        name: row.name,
        kind: row.kind,
        scope: row.scope,
        token: `…${row.lastFour}`,
        expires_at: row.expiresAt,
        last_used_at: row.lastUsedAt,
        created_at: row.createdAt,
      }));
    },
  }),
  command({
    name: "account create-token",
    summary: "Creates a named token and prints it; it is not shown again.",
    options: {
      email,
      name: { value: "NAME", description: "purpose of the token", required: true },
      kind,
      scope: {
        value: "SCOPE",
        description: "scope of the token",
        required: true,
        oneOf: tokenScopes,
      },
      expires: {
        value: "MOMENT",
        description: "when the token expires, such as 2030-01-31T12:00:00Z",
      },
      ...operatorOptions,
    },
    run: (db, values) =>
      onAccount(db, values, async (tx, account, operator) => {
        await noteToken(tx, account, operator, "create");
        const { row, token } = await createNamedToken(tx, {
          accountId: account.id,
          name: readName(values.name),
          kind: values.kind as TokenKind,
          scope: values.scope as TokenScope,
          expiresAt: readExpiry(values.expires),
          now: await readMoment(tx),
        });
        return { id: row.publicId, token };
      }),
  }),
  command({
    name: "account delete-token",
    summary: "Revokes a named token; it expires within a second.",
    options: {
      email,
      id: { value: "ID", description: "id of the token", required: true },
      ...operatorOptions,
    },
    run: (db, { id, ...values }) =>
      onAccount(db, values, async (tx, account, operator) => {
        await deleteNamedToken(tx, { accountId: account.id, id });
        await noteToken(tx, account, operator, "delete");
        return { id, deleted: true };
      }),
  }),
  command({
    name: "account create",
    summary: "Creates an account and prints its two tokens, which are not shown again.",
    options: {
      email,
      name: { value: "NAME", description: "name of the account", required: true },
      ...operatorOptions,
    },
    run: async (db, values) => {
      const wanted = {
        email: readEmail(values.email, "email"),
        name: readName(values.name),
        canTakePayments: true,
      };
      const account = await inTransaction(db, async (tx) => {
        const made = await createAccount(tx, wanted, await readMoment(tx));
        const subject = accountSubject(made);
        await noteAct(tx, await readOperator(tx, values), { action: "account.create", subject });
        return made;
      });
      return {
        account_id: account.publicId,
        private_token: account.privateToken,
        public_token: account.publicToken,
      };
    },
  }),
  command({
    name: "account list",
    summary: "Lists all accounts with the last four characters of their tokens.",
    options: {},
    run: listAccounts,
  }),
  command({
    name: "account rotate-token",
    summary:
      "Replaces a token and prints the new one, which is not shown again; the old one expires within a second.",
    options: { email, kind, ...operatorOptions },
    run: (db, { kind, ...values }) =>
      onAccount(db, values, async (tx, account, operator) => {
        await noteToken(tx, account, operator, "replace");
        const { token } = await issueToken(tx, account.id, kind as TokenKind, await readMoment(tx));
        return { account_id: account.publicId, kind, token };
      }),
  }),
  command({
    name: "account sign-out",
    summary:
      "Ends all sessions of an account, its open sign-in links and all its tokens, within a second.",
    options: { email, ...operatorOptions },
    run: (db, values) =>
      onAccount(db, values, async (tx, account, operator) => {
        const subject = accountSubject(account);
        await noteAct(tx, operator, { action: "account.sign_out", subject });
        await endSessions(tx, account.id, { tokens: true });
        await tx.prisma.signIn.updateMany({
          where: { accountId: account.id, usedAt: null },
          data: { expiresAt: await readMoment(tx) },
        });
        return { account_id: account.publicId, signed_out: true };
      }),
  }),
  command({
    name: "account set",
    summary: "Changes an account.",
    options: {
      email,
      name: { value: "NAME", description: "name of the account" },
      "new-email": { value: "ADDRESS", description: "new e-mail address" },
      "can-delete-participations": trueOrFalse(
        "whether the account may delete participants and their votes",
      ),
      "can-take-payments": trueOrFalse(
        "whether the polls of the account may charge fees and sell votes; the operator receives the money",
      ),
      operator: trueOrFalse("whether the person may use the page /operator"),
      ...operatorOptions,
    },
    run: (db, { name, "new-email": newEmail, ...values }) =>
      onAccount(db, values, async (tx, { id }, operator) => {
        const email = newEmail === undefined ? undefined : readEmail(newEmail, "new-email");
        if (email !== undefined) {
          const taken = await tx.prisma.account.count({ where: { email, id: { not: id } } });
          if (taken > 0) throw new CommandFailure("--new-email belongs to another account");
        }
        const flags = {
          can_delete_participations: flag(values["can-delete-participations"]),
          can_take_payments: flag(values["can-take-payments"]),
          operator: flag(values.operator),
        };
        const account = await tx.prisma.account.update({
          where: { id },
          data: givenOf({
            name: name === undefined ? undefined : readName(name),
            email,
            canDeleteParticipations: flags.can_delete_participations,
            canTakePayments: flags.can_take_payments,
            isOperator: flags.operator,
          }),
        });
        // Names and addresses are personal data, so only that they changed is noted.
        const changed = { name: name && "changed", email: email && "changed" };
        const details = givenOf({ ...changed, ...flags });
        const subject = accountSubject(account);
        await noteAct(tx, operator, { action: "account.set", subject, details });
        return presentAccount(account);
      }),
  }),
];
