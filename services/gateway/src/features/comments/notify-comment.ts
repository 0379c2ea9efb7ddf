import { randomBytes } from "node:crypto";
import { findDigestAddress } from "@polls/db/mails";
import { claimCommentNotice } from "@polls/db/options";
import type { PrismaTransaction } from "@polls/db/sql";
import type { AccessLevel } from "@polls/domain/access";
import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import { accountOfPoll, type Poll } from "@polls/domain/polls";
import { queueMail } from "@polls/jobs/outbox";
import type { MailRequest } from "../../http/limits/mail-request";
import type { MailSettings } from "../../stored-keys";
import { pollLanguage } from "../notices/poll-language";

/** A comment that was written, and whom it may concern. */
export interface WrittenComment {
  readonly poll: Poll;
  readonly option: Option;
  readonly participant: Participant;
  readonly access: AccessLevel;
  readonly shown: boolean;
  readonly mail: Pick<MailRequest, "requesters">;
  readonly now: Date;
}

/**
 * Queues the mails about a comment: to the owner of the poll unless an admin wrote it, and to the author of the option
 * if all members see it (docs/reference/comments.md#mails).
 */
export async function notifyOfComment(
  tx: PrismaTransaction,
  written: WrittenComment,
  settings: MailSettings,
): Promise<void> {
  const { poll, option, participant, access, shown } = written;
  const owner = await findDigestAddress(tx, poll);
  if (access !== "admin") await notify(tx, written, { address: owner }, settings);
  if (!shown || option.ownerKey === undefined || option.ownerKey === participant.ownerKey) return;
  const address = await addressOf(tx, poll, option.ownerKey);
  if (address === undefined || address === owner) return;
  await notify(tx, written, { address, optionId: option.id }, settings);
}

const ACCOUNT = "user:";

/** The address of the author of an option: of the account, or a confirmed one of its participant. */
async function addressOf(
  { prisma }: PrismaTransaction,
  poll: Poll,
  ownerKey: string,
): Promise<string | undefined> {
  if (ownerKey.startsWith(ACCOUNT)) {
    const where = { id: BigInt(ownerKey.slice(ACCOUNT.length)) };
    return (await prisma.account.findUnique({ where, select: { email: true } }))?.email;
  }
  if (!poll.settings.double_opt_in) return undefined;
  const found = await prisma.participant.findFirst({
    where: { pollId: poll.id, ownerKey, confirmedAt: { not: null }, optinEmail: { not: null } },
    orderBy: { id: "desc" },
    select: { optinEmail: true },
  });
  return found?.optinEmail ?? undefined;
}

async function notify(
  tx: PrismaTransaction,
  { poll, mail: { requesters }, now }: WrittenComment,
  { address, optionId }: { readonly address: string; readonly optionId?: bigint },
  { storedKeys, mailQuotas }: MailSettings,
): Promise<void> {
  const notice = await claimCommentNotice(tx, poll.id, optionId, now);
  if (notice === undefined) return;
  const cause = {
    accountId: accountOfPoll(poll),
    key: storedKeys.addresses.signing,
    quotas: mailQuotas,
    requesters,
    delayMs: notice.dueAt.getTime() - now.getTime(),
  };
  await queueMail(tx, "comments", cause, {
    address,
    language: await pollLanguage(tx, poll),
    now,
    commentNoticeId: notice.id,
    since: now,
    nonce: new Uint8Array(randomBytes(16)),
  });
}
