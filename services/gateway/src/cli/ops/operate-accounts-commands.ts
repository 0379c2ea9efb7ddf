import type { Db } from "@polls/db/connection";
import { inTransaction, readMoment } from "@polls/db/sql";
import {
  BYTES_OF_MB,
  blockAccount,
  type FoundAccount,
  inviteAccount,
  searchAccounts,
  setQuotas,
  unblockAccount,
} from "../../features/operators/operate-accounts";
import { CommandFailure, command } from "../command/command";
import {
  emailOption as email,
  onAccount,
  operatorOptions,
  readOperator,
} from "../command/operator-options";
import { readEmail, readNumber } from "../command/read-values";
import { withShards } from "../command/with-shards";
import { limitOption, readLimit } from "./read-rows";

/** How an account is limited. */
const limitsOf = (account: Omit<FoundAccount, "polls" | "storageBytes">) => ({
  blocked_at: account.blockedAt,
  blocked_reason: account.blockedReason,
  poll_quota: account.pollQuota,
  storage_quota_bytes:
    account.storageQuotaBytes === null ? null : Number(account.storageQuotaBytes),
  mail_quota: account.mailQuota,
});

const present = (account: FoundAccount) => ({
  account_id: account.publicId,
  email: account.email,
  name: account.name,
  operator: account.isOperator,
  ...limitsOf(account),
  polls: account.polls,
  storage_bytes: account.storageBytes,
  created_at: account.createdAt,
});

/** Runs an act on an account, and prints how it is limited now. */
const act = (
  db: Db,
  values: Parameters<typeof onAccount>[1],
  work: Parameters<typeof onAccount<void>>[2],
) =>
  onAccount(db, values, async (tx, account, operator) => {
    await work(tx, account, operator);
    const changed = await tx.prisma.account.findUniqueOrThrow({ where: { id: account.id } });
    return { account_id: changed.publicId, ...limitsOf(changed) };
  });

/** A whole number, or `default` for that of the deployment. */
const readQuota = (text: string | undefined, option: string): number | null | undefined =>
  text === "default"
    ? null
    : readNumber(text, /^\d{1,9}$/, `--${option} must be a whole number, or default`);

export const operateAccountsCommands = [
  command({
    name: "ops account search",
    summary: "Finds accounts by a part of the address or name, with their usage, the newest first.",
    options: {
      text: { value: "TEXT", description: "part of the address or of the name" },
      email: { value: "ADDRESS", description: "the same as TEXT" },
      blocked: { description: "only blocked accounts" },
      operators: { description: "only accounts of operators" },
      limit: limitOption("accounts"),
    },
    argument: "text",
    run: (db, { text, email, blocked, operators, limit }) =>
      withShards(db, async (shards) =>
        (
          await searchAccounts(shards, {
            text: (text ?? email ?? "").trim(),
            blocked,
            operators,
            limit: readLimit(limit),
          })
        ).map(present),
      ),
  }),
  command({
    name: "ops account invite",
    summary:
      "Lets an address create an account on the page /sign-in, with SIGN_UP=invitation or domains.",
    options: { email, ...operatorOptions },
    run: (db, values) =>
      inTransaction(db, async (tx) => {
        const address = readEmail(values.email, "email");
        if ((await tx.prisma.account.count({ where: { email: address } })) > 0) {
          throw new CommandFailure("--email already belongs to an account");
        }
        await inviteAccount(tx, address, await readOperator(tx, values));
        return { email: address, invited: true };
      }),
  }),
  command({
    name: "ops account block",
    summary:
      "Blocks an account: its tokens are refused, and its polls can only be read, within a second.",
    options: { email, ...operatorOptions },
    run: (db, values) =>
      act(db, values, async (tx, account, operator) =>
        blockAccount(tx, account, operator, await readMoment(tx)),
      ),
  }),
  command({
    name: "ops account unblock",
    summary: "Lets a blocked account back.",
    options: { email, ...operatorOptions },
    run: (db, values) => act(db, values, unblockAccount),
  }),
  command({
    name: "ops account quota",
    summary: "Sets quotas of an account, or shows them.",
    options: {
      email,
      storage: { value: "MB", description: "megabytes of files, or default" },
      mails: { value: "N", description: "mails of invitations a day, or default" },
      polls: { value: "N", description: "polls at a time, or default for any number" },
      ...operatorOptions,
    },
    run(db, values) {
      const megabytes = readQuota(values.storage, "storage");
      const quotas = {
        storageQuotaBytes: megabytes == null ? megabytes : BigInt(megabytes) * BYTES_OF_MB,
        mailQuota: readQuota(values.mails, "mails"),
        pollQuota: readQuota(values.polls, "polls"),
      };
      const isChange = Object.values(quotas).some((quota) => quota !== undefined);
      return act(db, values, async (tx, account, operator) => {
        if (isChange) await setQuotas(tx, account, quotas, operator);
      });
    },
  }),
];
