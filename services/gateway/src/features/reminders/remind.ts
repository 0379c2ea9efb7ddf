import { countUnanswered } from "@polls/db/polls";
import type { PrismaTransaction } from "@polls/db/sql";
import { nextReminderAt, REMINDERS_MAX } from "@polls/domain/participants";
import { accountOfPoll, isClosed, type Poll } from "@polls/domain/polls";
import { Invalid, TooManyRequests } from "@polls/domain/refusals";
import type { MailSettings } from "../../stored-keys";
import { requireInvitations } from "../invitations/invitations";
import { tellFirst } from "../notices/tell-participants";
import { mailQuotaOf } from "../quotas/quotas";

/** A reminder, and what is left for later ones. */
export interface SentReminder {
  readonly recipients: number;
  readonly reminders_left: number;
  /** Null: none is left. */
  readonly next_at: string | null;
}

/**
 * Mails a reminder to the invited people who have not answered (docs/reference/participants.md#reminders). The
 * transaction must hold the exclusive lock of the poll. Throws 422 or 429 where no reminder is allowed.
 */
export async function remindInvited(
  tx: PrismaTransaction,
  {
    poll,
    message,
    now,
  }: { readonly poll: Poll; readonly message: string | null; readonly now: Date },
  settings: MailSettings,
): Promise<SentReminder> {
  if (isClosed(poll, now)) throw new Invalid({ base: ["The poll is closed"] }, "poll_closed");
  const of = { pollId: poll.id };
  const last = await tx.prisma.reminder.findFirst({ where: of, orderBy: { id: "desc" } });
  const count = await tx.prisma.reminder.count({ where: of });
  requireAllowed(nextReminderAt({ count, lastAt: last?.createdAt }), now);
  const recipients = await countUnanswered(tx, poll.id);
  if (recipients === 0) {
    throw new Invalid({ base: ["All invited people have answered"] }, "all_answered");
  }
  const accountId = accountOfPoll(poll);
  await requireInvitations(
    tx,
    { accountId, count: recipients, now },
    {
      key: settings.storedKeys.addresses.signing,
      limit: await mailQuotaOf(tx, accountId, settings.mailQuotas.invitationsOfAccount),
    },
  );
  await tx.prisma.reminder.create({ data: { ...of, message, createdAt: now } });
  await tellFirst(tx, poll, "reminder", now, settings);
  const next = nextReminderAt({ count: count + 1, lastAt: now });
  return {
    recipients,
    reminders_left: REMINDERS_MAX - count - 1,
    next_at: next?.toISOString() ?? null,
  };
}

function requireAllowed(next: Date | undefined, now: Date): void {
  if (next === undefined) {
    throw new Invalid({ base: ["All reminders of the poll are sent"] }, "too_many_reminders");
  }
  const seconds = Math.ceil((next.getTime() - now.getTime()) / 1_000);
  if (seconds > 0) throw new TooManyRequests(seconds, "reminded_recently");
}
