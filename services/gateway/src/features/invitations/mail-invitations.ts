import type { PrismaTransaction } from "@polls/db";
import { sendMail } from "@polls/jobs";
import { sendAll } from "@polls/jobs/outbox";
import type { Language } from "../../pages/languages/language";

/**
 * Has a mail sent for each invitation with an address (decisions 5), in the transaction that makes
 * them. The worker derives the code again: no store holds it.
 */
export async function mailInvitations(
  tx: PrismaTransaction,
  publicIds: readonly string[],
  { language, now }: { readonly language: Language; readonly now: Date },
): Promise<void> {
  const invited = await tx.prisma.invitation.findMany({
    where: { publicId: { in: [...publicIds] }, email: { not: null } },
    orderBy: { id: "asc" },
    select: { id: true, email: true },
  });
  if (invited.length === 0) return;
  const mails = await tx.prisma.mail.createManyAndReturn({
    data: invited.map(({ id, email }) => ({
      kind: "invitation",
      address: email ?? "",
      language,
      invitationId: id,
      createdAt: now,
    })),
    select: { id: true },
  });
  await sendAll(
    tx,
    sendMail,
    mails.map(({ id }) => ({ mailId: String(id) })),
  );
}
