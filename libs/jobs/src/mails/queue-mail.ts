import type { PrismaTransaction } from "@polls/db";
import { type MailFacts, type MailKind, mailKinds } from "@polls/domain/mails";
import type { Language } from "@polls/markup";
import { sendMail } from "../contracts";
import { sendAll } from "../outbox/send";

/** A mail of a kind that is about to be queued. */
export type NewMail<Kind extends MailKind> = MailFacts<Kind> & {
  /** As it was given; the mail goes to it and to no other. */
  readonly address: string;
  readonly language: Language;
  readonly now: Date;
};

/** Queues mails of one kind in the transaction of their cause: their rows, and the jobs that send them. */
export async function queueMail<Kind extends MailKind>(
  tx: PrismaTransaction,
  kind: Kind,
  ...mails: readonly NewMail<Kind>[]
): Promise<void> {
  if (mails.length === 0) return;
  const rows = await tx.prisma.mail.createManyAndReturn({
    data: mails.map(({ address, language, now, ...facts }) => ({
      ...{ kind, address, language, createdAt: now },
      ...mailKinds[kind].facts.parse(facts),
    })),
    select: { id: true },
  });
  await sendAll(
    tx,
    sendMail,
    rows.map(({ id }) => ({ mailId: String(id) })),
  );
}
