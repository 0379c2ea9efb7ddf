import type { Db } from "@polls/db/connection";
import { hurryRefusedMails, listRefusedMails, queueRefusedMails } from "@polls/db/mails";
import type { Shards } from "@polls/db/shards";
import { inTransaction, type PrismaTransaction } from "@polls/db/sql";
import { foldAddress } from "@polls/domain/opt-ins";
import { sendMail } from "@polls/jobs";
import { sendAll } from "@polls/jobs/outbox";
import { noteAct, type Operator } from "./audit-log";
import { newestOf } from "./newest";

export const listFailedMails = (shards: Shards, limit: number) =>
  newestOf(shards, limit, (db) => listRefusedMails(db, limit));

/** Sends refused mails again: the given ones, or all that wait or failed by our fault. Returns their number. */
export async function sendMailsAgain(
  shards: Shards,
  ids: readonly string[] | undefined,
  operatorIn: (tx: PrismaTransaction) => Promise<Operator>,
): Promise<number> {
  const counts = await Promise.all(
    shards.all().map((shard) =>
      inTransaction(shard, async (tx) => {
        const waiting = await hurryRefusedMails(tx, sendMail.name, ids);
        const failed = await queueRefusedMails(tx, ids);
        await sendAll(
          tx,
          sendMail,
          failed.map((mail) => ({ mailId: String(mail.id) })),
        );
        const mails = waiting + failed.length;
        if (mails > 0) {
          await noteAct(tx, await operatorIn(tx), { action: "mail.retry", details: { mails } });
        }
        return mails;
      }),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** An address that gets no mails, because its server said that there is no such mailbox. */
export type SuppressedAddress = Awaited<ReturnType<typeof listSuppressed>>[number];

export const listSuppressed = ({ prisma }: Pick<Db, "prisma">, limit: number) =>
  prisma.suppressedAddress.findMany({ orderBy: { createdAt: "desc" }, take: limit });

/** Lets an address get mails again. Returns whether it was suppressed. The audit log has its domain only. */
export async function allowAddress(
  tx: PrismaTransaction,
  email: string,
  operator: Operator,
): Promise<boolean> {
  const address = foldAddress(email.trim());
  const { count } = await tx.prisma.suppressedAddress.deleteMany({ where: { address } });
  if (count === 0) return false;
  const domain = address.slice(address.lastIndexOf("@") + 1);
  await noteAct(tx, operator, { action: "mail.allow", details: { domain } });
  return true;
}
