import { countUnanswered } from "@polls/db/polls";
import type { PrismaTransaction } from "@polls/db/sql";
import { nextReminderAt, REMINDERS_MAX } from "@polls/domain/participants";
import { isClosed, type Poll } from "@polls/domain/polls";
import { Invalid, TooManyRequests } from "@polls/domain/refusals";
import type { MailSettings } from "../../stored-keys";
import { requireInvitations } from "../invitations/invitations";
import { tellFirst } from "../notices/tell-participants";

/** Under the poll's exclusive lock (docs/reference/participants.md#reminders). */
export async function remindInvited(
  tx: PrismaTransaction,
  {
    poll,
    message,
    now,
  }: { readonly poll: Poll; readonly message: string | null; readonly now: Date },
  settings: MailSettings,
) {
  if (isClosed(poll, now)) throw new Invalid({ base: ["The poll is closed"] }, "poll_closed");
  const of = { pollId: poll.id };
  const last = await tx.prisma.reminder.findFirst({ where: of, orderBy: { id: "desc" } });
  const count = await tx.prisma.reminder.count({ where: of });
  requireAllowed(nextReminderAt({ count, lastAt: last?.createdAt }), now);
  const recipients = await countUnanswered(tx, poll.id);
  if (recipients === 0) {
    throw new Invalid({ base: ["All invited people have answered"] }, "all_answered");
  }
  await requireInvitations(tx, { poll, count: recipients, now }, settings);
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
