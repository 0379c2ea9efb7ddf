import type { Db } from "@polls/db/connection";
import { inTransaction, type PrismaTransaction, readMoment } from "@polls/db/sql";
import { createAccount, issueToken } from "../features/accounts/create-account";
import { createNamedToken, deleteNamedToken, namedTokens } from "../features/accounts/named-tokens";
import { accountSubject, noteAct } from "../features/operators/audit-log";
import { endSessions } from "../features/page-sessions/account-session";
import { type TokenKind, type TokenScope, tokenKinds, tokenScopes } from "../identity/token";
import { CommandFailure, command } from "./command/command";
import { type OperatorValues, operatorOptions, readOperator } from "./command/operator-options";
import { findAccount, readEmail, readMomentOption, readName } from "./command/read-values";

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
    operator: account.isOperator,
    blocked_at: account.blockedAt,
    created_at: account.createdAt,
    tokens: Object.fromEntries(account.tokens.map(({ kind, lastFour }) => [kind, `…${lastFour}`])),
  }));
}

const noteToken = async (
  tx: PrismaTransaction,
  account: { readonly publicId: string },
  change: "create" | "replace" | "delete",
  values: OperatorValues,
) =>
  noteAct(tx, await readOperator(tx, values), {
    action: "account.token",
    subject: accountSubject(account),
    details: { change },
  });

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
      ...operatorOptions,
    },
    run: (db, values) =>
      inTransaction(db, async (tx) => {
        const account = await findAccount(tx, values.email, "email");
        const { id: accountId } = account;
        await noteToken(tx, account, "create", values);
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
    options: {
      email,
      id: { value: "ID", description: "id of the token", required: true },
      ...operatorOptions,
    },
    run: (db, { email, id, ...values }) =>
      inTransaction(db, async (tx) => {
        const account = await findAccount(tx, email, "email");
        await deleteNamedToken(tx, { accountId: account.id, id });
        await noteToken(tx, account, "delete", values);
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
  readonly isOperator: boolean | undefined;
}

const setAccount = (db: Db, change: OperatorAccountChange, values: OperatorValues) =>
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
        ...(change.isOperator !== undefined && { isOperator: change.isOperator }),
      },
    });
    await noteAct(tx, await readOperator(tx, values), {
      action: "account.set",
      subject: accountSubject(account),
      details: detailsOf(change),
    });
    return {
      account_id: account.publicId,
      email: account.email,
      name: account.name,
      can_delete_participations: account.canDeleteParticipations,
      can_take_payments: account.canTakePayments,
      operator: account.isOperator,
    };
  });

/** What was changed. Names and addresses are personal data, so only that they changed is noted. */
const detailsOf = (change: OperatorAccountChange) => ({
  ...(change.name !== undefined && { name: "changed" }),
  ...(change.newEmail !== undefined && { email: "changed" }),
  ...(change.canDeleteParticipations !== undefined && {
    can_delete_participations: change.canDeleteParticipations,
  }),
  ...(change.canTakePayments !== undefined && { can_take_payments: change.canTakePayments }),
  ...(change.isOperator !== undefined && { operator: change.isOperator }),
});

export const accountCommands = [
  ...tokenCommands,
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
        await noteAct(tx, await readOperator(tx, values), {
          action: "account.create",
          subject: accountSubject(made),
        });
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
    options: {
      email,
      kind: { ...kind, required: true },
      ...operatorOptions,
    },
    run: (db, { email, kind, ...values }) =>
      inTransaction(db, async (tx) => {
        const account = await findAccount(tx, email, "email");
        await noteToken(tx, account, "replace", values);
        const { token } = await issueToken(tx, account.id, kind as TokenKind, await readMoment(tx));
        return { account_id: account.publicId, kind, token };
      }),
  }),
  command({
    name: "account sign-out",
    summary:
      "Ends all sessions of an account, its open sign-in links and all its tokens, within a second.",
    options: { email, ...operatorOptions },
    run: (db, { email, ...values }) =>
      inTransaction(db, async (tx) => {
        const account = await findAccount(tx, email, "email");
        await noteAct(tx, await readOperator(tx, values), {
          action: "account.sign_out",
          subject: accountSubject(account),
        });
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
      operator: {
        value: "BOOLEAN",
        description: "whether the person may use the page /operator",
        oneOf: ["true", "false"],
      },
      ...operatorOptions,
    },
    run: (db, values) => {
      const flag = (value: string | undefined) =>
        value === undefined ? undefined : value === "true";
      const change = {
        email: values.email,
        name: values.name,
        newEmail: values["new-email"],
        canDeleteParticipations: flag(values["can-delete-participations"]),
        canTakePayments: flag(values["can-take-payments"]),
        isOperator: flag(values.operator),
      };
      return setAccount(db, change, values);
    },
  }),
];
