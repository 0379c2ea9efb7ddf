import { randomBytes } from "node:crypto";
import type { PrismaTransaction } from "@polls/db";
import type { AccessLevel } from "@polls/domain/access";
import { type MailKind, mailKinds } from "@polls/domain/mails";
import type { Poll } from "@polls/domain/polls";
import { sendMail } from "@polls/jobs";
import { send } from "@polls/jobs/outbox";

const kind = "new_options" satisfies MailKind;

/**
 * Enqueues a mail to the creator of the poll about new options, or joins the queued one. The update locks the row of
 * the mail, so that the worker that closes it waits for this transaction.
 */
export async function notifyNewOptions(
  tx: PrismaTransaction,
  { poll, access, now }: { readonly poll: Poll; readonly access: AccessLevel; readonly now: Date },
): Promise<void> {
  if (!poll.settings.notify_new_options || access === "admin") return;
  const address = poll.creatorEmail ?? (await ownerAddress(tx, poll));
  const [mail] = await tx.prisma.$queryRaw<{ id: bigint; fresh: boolean }[]>`
    INSERT INTO mails AS m (kind, address, nonce, language, poll_id, since, created_at)
    SELECT ${kind}, ${address}, ${new Uint8Array(randomBytes(16))}, language, id, ${now}, ${now}
    FROM polls WHERE id = ${poll.id}
    ON CONFLICT (poll_id) WHERE until IS NULL AND state = 'queued'
    DO UPDATE SET since = least(m.since, excluded.since)
    RETURNING id, xmax = 0 AS fresh`;
  if (mail?.fresh !== true) return;
  const { delayMs } = mailKinds[kind];
  await send(tx, sendMail, { mailId: String(mail.id) }, { delayMs });
}

/** The address of the owner of the poll, or of the member that created the poll of an organization. */
async function ownerAddress(
  tx: PrismaTransaction,
  { ownerAccountId, createdByAccountId }: Poll,
): Promise<string> {
  const { email } = await tx.prisma.account.findUniqueOrThrow({
    where: { id: ownerAccountId ?? createdByAccountId },
    select: { email: true },
  });
  return email;
}
