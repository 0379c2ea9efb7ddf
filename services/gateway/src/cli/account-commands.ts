import type { Db } from "@polls/db/connection";
import { inTransaction, readMoment } from "@polls/db/sql";
import { createAccount } from "../features/accounts/create-account";
import { issueToken } from "../features/accounts/issue-token";
import { createNamedToken, deleteNamedToken, namedTokens } from "../features/accounts/named-tokens";
import { endSessions } from "../features/page-sessions/account-session";
import { type TokenKind, type TokenScope, tokenKinds, tokenScopes } from "../identity/token";
import { CommandFailure, command } from "./command/command";
import { findAccount, readEmail, readMomentOption, readName } from "./read-values";

const email = {
  value: "ADDRESS",
  description: "the account's e-mail address",
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
    can_take_payments: account.canTakePayments,
    created_at: account.createdAt,
    tokens: Object.fromEntries(account.tokens.map(({ kind, lastFour }) => [kind, `…${lastFour}`])),
  }));
}

const kind = { value: "KIND", description: "kind of the token", oneOf: tokenKinds } as const;

const tokenCommands = [
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
      kind: { ...kind, required: true },
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
    },
    run: (db, values) =>
      inTransaction(db, async (tx) => {
        const { id: accountId } = await findAccount(tx, values.email, "email");
        const { row, token } = await createNamedToken(tx, {
          accountId,
          name: readName(values.name),
          kind: values.kind as TokenKind,
          scope: values.scope as TokenScope,
          expiresAt: readMomentOption(values.expires, "expires"),
          now: await readMoment(tx),
        });
        return { id: row.publicId, token };
      }),
  }),
  command({
    name: "account delete-token",
    summary: "Revokes a named token; it expires within a second.",
    options: { email, id: { value: "ID", description: "id of the token", required: true } },
    run: (db, { email, id }) =>
      inTransaction(db, async (tx) => {
        const { id: accountId } = await findAccount(tx, email, "email");
        await deleteNamedToken(tx, { accountId, id });
        return { id, deleted: true };
      }),
  }),
];

interface OperatorAccountChange {
  readonly email: string;
  readonly name: string | undefined;
  readonly newEmail: string | undefined;
  readonly canDeleteParticipations: boolean | undefined;
  readonly canTakePayments: boolean | undefined;
}

const setAccount = (db: Db, change: OperatorAccountChange) =>
  inTransaction(db, async (tx) => {
    const { id } = await findAccount(tx, change.email, "email");
    const newEmail =
      change.newEmail === undefined ? undefined : readEmail(change.newEmail, "new-email");
    if (newEmail !== undefined) {
      const taken = await tx.prisma.account.count({ where: { email: newEmail, id: { not: id } } });
      if (taken > 0) throw new CommandFailure("--new-email belongs to another account");
    }
    const account = await tx.prisma.account.update({
      where: { id },
      data: {
        ...(change.name !== undefined && { name: readName(change.name) }),
        ...(newEmail !== undefined && { email: newEmail }),
        ...(change.canDeleteParticipations !== undefined && {
          canDeleteParticipations: change.canDeleteParticipations,
        }),
        ...(change.canTakePayments !== undefined && { canTakePayments: change.canTakePayments }),
      },
    });
    return {
      account_id: account.publicId,
      email: account.email,
      name: account.name,
      can_delete_participations: account.canDeleteParticipations,
      can_take_payments: account.canTakePayments,
    };
  });

export const accountCommands = [
  ...tokenCommands,
  command({
    name: "account create",
    summary: "Creates an account and prints its two tokens, which are not shown again.",
    options: { email, name: { value: "NAME", description: "name of the account", required: true } },
    run: async (db, values) => {
      const wanted = {
        email: readEmail(values.email, "email"),
        name: readName(values.name),
        canTakePayments: true,
      };
      const account = await inTransaction(db, async (tx) =>
        createAccount(tx, wanted, await readMoment(tx)),
      );
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
    options: {
      email,
      kind: { ...kind, required: true },
    },
    run: (db, { email, kind }) =>
      inTransaction(db, async (tx) => {
        const account = await findAccount(tx, email, "email");
        const { token } = await issueToken(tx, account.id, kind as TokenKind, await readMoment(tx));
        return { account_id: account.publicId, kind, token };
      }),
  }),
  command({
    name: "account sign-out",
    summary:
      "Ends all sessions of an account, its open sign-in links and all its tokens, within a second.",
    options: { email },
    run: (db, { email }) =>
      inTransaction(db, async (tx) => {
        const account = await findAccount(tx, email, "email");
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
      "can-delete-participations": {
        value: "BOOLEAN",
        description: "whether the account may delete participants and their votes",
        oneOf: ["true", "false"],
      },
      "can-take-payments": {
        value: "BOOLEAN",
        description:
          "whether the polls of the account may charge fees and sell votes; the operator receives the money",
        oneOf: ["true", "false"],
      },
    },
    run: (db, values) => {
      const flag = (value: string | undefined) =>
        value === undefined ? undefined : value === "true";
      return setAccount(db, {
        email: values.email,
        name: values.name,
        newEmail: values["new-email"],
        canDeleteParticipations: flag(values["can-delete-participations"]),
        canTakePayments: flag(values["can-take-payments"]),
      });
    },
  }),
];
