import { type Db, inTransaction } from "@polls/db";
import { foldAddress } from "@polls/domain/opt-ins";
import { suppress } from "../mails";
import { readBounce } from "./read-bounce";

/** Notes that a mail came back (reliability S5); false when the message is no such report. */
export async function takeBounce(db: Db, source: string, key: string, now: Date): Promise<boolean> {
  const bounce = readBounce(source, key);
  if (bounce === undefined) return false;
  const { mailId: id, problem } = bounce;
  await inTransaction(db, async (tx) => {
    const mail = await tx.prisma.mail.findUnique({ where: { id }, select: { address: true } });
    if (mail === null) return;
    await tx.prisma.mail.update({
      where: { id },
      data: { state: "bounced", problem, settledAt: now },
    });
    if (bounce.suppress) await suppress(tx, foldAddress(mail.address), problem, now);
  });
  return true;
}
