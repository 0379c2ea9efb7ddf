import { inTransaction } from "@polls/db/sql";
import {
  allowAddress,
  listFailedMails,
  listSuppressed,
  sendMailsAgain,
} from "../../features/operators/operate-mails";
import { CommandFailure, command } from "../command/command";
import { operatorOptions, readOperator } from "../command/operator-options";
import { withShards } from "../command/with-shards";
import { limitOption, readIds, readLimit } from "./read-rows";

export const mailsCommands = [
  command({
    name: "ops mails list",
    summary: "Lists mails that a mail server refused, the newest first, and whose fault it is.",
    options: { limit: limitOption("mails") },
    run: async (db, { limit }) => {
      const rows = await withShards(db, (shards) => listFailedMails(shards, readLimit(limit)));
      return rows.map(({ id, createdAt, ...row }) => ({
        id: String(id),
        ...row,
        created_at: createdAt,
      }));
    },
  }),
  command({
    name: "ops mails retry",
    summary: "Sends refused mails again: all that wait or failed by our fault, or the given ones.",
    options: { id: { value: "IDS", description: "ids separated by commas" }, ...operatorOptions },
    argument: "id",
    run: async (db, { id, ...values }) => {
      const ids = id === undefined ? undefined : readIds(id, "ids", "ops mails list");
      const mails = await withShards(db, (shards) =>
        sendMailsAgain(shards, ids, (tx) => readOperator(tx, values)),
      );
      return { sent_again: mails };
    },
  }),
  command({
    name: "ops suppressed list",
    summary: "Lists addresses that get no mails because their mailbox does not exist.",
    options: { limit: limitOption("addresses") },
    run: async (db, { limit }) =>
      (await listSuppressed(db, readLimit(limit))).map(({ address, reason, createdAt }) => ({
        email: address,
        reason,
        created_at: createdAt,
      })),
  }),
  command({
    name: "ops suppressed delete",
    summary: "Lets a suppressed address get mails again.",
    options: {
      email: { value: "ADDRESS", description: "the suppressed address", required: true },
      ...operatorOptions,
    },
    argument: "email",
    run: (db, { email, ...values }) =>
      inTransaction(db, async (tx) => {
        if (!(await allowAddress(tx, email, await readOperator(tx, values)))) {
          throw new CommandFailure(`${email} is not suppressed`);
        }
        return { email, suppressed: false };
      }),
  }),
];
