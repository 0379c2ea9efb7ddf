import { mailsAhead, type PrismaTransaction } from "@polls/db";
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

/** The cause of mails that are queued together. */
export interface MailCause {
  /** The account of the poll, which takes turns with others; undefined for a sign-in. */
  readonly accountId: bigint | undefined;
}

/**
 * Queues mails of one kind in the transaction of their cause: their rows, and the jobs that send them
 * (docs/reference/mails.md#order).
 */
export async function queueMail<Kind extends MailKind>(
  tx: PrismaTransaction,
  kind: Kind,
  { accountId }: MailCause,
  ...mails: readonly NewMail<Kind>[]
): Promise<void> {
  if (mails.length === 0) return;
  const ahead = accountId === undefined ? 0 : await mailsAhead(tx, accountId, kind);
  const rows = await tx.prisma.mail.createManyAndReturn({
    data: mails.map(({ address, language, now, ...facts }) => ({
      ...{ kind, address, language, createdAt: now, accountId: accountId ?? null },
      ...mailKinds[kind].facts.parse(facts),
    })),
    select: { id: true },
  });
  await sendAll(
    tx,
    sendMail,
    rows.map(({ id }) => ({ mailId: String(id) })),
    { rank: mailKinds[kind].rank, ahead },
  );
}
