import { randomBytes } from "node:crypto";
import { mailsAhead, openDigest, type PrismaTransaction } from "@polls/db";
import type { AccessLevel } from "@polls/domain/access";
import { type MailKind, mailKinds } from "@polls/domain/mails";
import { accountOf, type Poll } from "@polls/domain/polls";
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
  const nonce = new Uint8Array(randomBytes(16));
  const digest = await openDigest(tx, { pollId: poll.id, address, nonce, now });
  if (digest?.inserted !== true) return;
  const { rank, delayMs } = mailKinds[kind];
  // The digest itself is one of them.
  const ahead = (await mailsAhead(tx, accountOf(poll), kind)) - 1;
  await send(tx, sendMail, { mailId: String(digest.id) }, { delayMs, rank, ahead });
}

/** The address of the owner of the poll, or of the member that created the poll of an organization. */
async function ownerAddress(tx: PrismaTransaction, poll: Poll): Promise<string> {
  const { email } = await tx.prisma.account.findUniqueOrThrow({
    where: { id: accountOf(poll) },
    select: { email: true },
  });
  return email;
}
