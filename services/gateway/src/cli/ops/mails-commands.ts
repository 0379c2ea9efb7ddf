import { hurryRefusedMails, listRefusedMails, queueRefusedMails } from "@polls/db/mails";
import { inTransaction } from "@polls/db/sql";
import { sendMail } from "@polls/jobs";
import { sendAll } from "@polls/jobs/outbox";
import { command } from "../command/command";
import { withShelves } from "../command/with-shelves";
import { limitOption, readIds, readLimit } from "./read-rows";

export const mailsCommands = [
  command({
    name: "ops mails list",
    summary: "Lists mails that a mail server refused, the newest first, and whose fault it is.",
    options: { limit: limitOption("mails") },
    run: async (db, { limit }) => {
      const most = readLimit(limit);
      const rows = await withShelves(db, async (shelves) =>
        Promise.all(shelves.all().map((shelf) => listRefusedMails(shelf, most))),
      );
      return rows
        .flat()
        .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
        .slice(0, most)
        .map(({ id, createdAt, ...row }) => ({ id: String(id), ...row, created_at: createdAt }));
    },
  }),
  command({
    name: "ops mails retry",
    summary: "Sends refused mails again: all that wait or failed by our fault, or the given ones.",
    options: { id: { value: "IDS", description: "ids separated by commas" } },
    argument: "id",
    run: async (db, { id }) => {
      const ids = id === undefined ? undefined : readIds(id, "ids", "ops mails list");
      const counts = await withShelves(db, async (shelves) =>
        Promise.all(
          shelves.all().map((shelf) =>
            inTransaction(shelf, async (tx) => {
              const waiting = await hurryRefusedMails(tx, sendMail.name, ids);
              const failed = await queueRefusedMails(tx, ids);
              await sendAll(
                tx,
                sendMail,
                failed.map((mail) => ({ mailId: String(mail.id) })),
              );
              return waiting + failed.length;
            }),
          ),
        ),
      );
      return { sent_again: counts.reduce((sum, count) => sum + count, 0) };
    },
  }),
];
