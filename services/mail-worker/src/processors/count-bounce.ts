import type { MailDeps } from "../deps";

/** Counts a mail that bounced after it was sent, unless it was deleted. */
export async function countBounce(
  { mailId }: { readonly mailId: string },
  { db, metrics }: Pick<MailDeps, "db" | "metrics">,
): Promise<void> {
  const where = { id: BigInt(mailId) };
  const mail = await db.prisma.mail.findUnique({ where, select: { kind: true } });
  if (mail !== null) metrics.count("mails_settled_total", { kind: mail.kind, state: "bounced" });
}
