import { countUnanswered } from "@polls/db/polls";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import { nextReminderAt, REMINDERS_MAX, type RemindersSent } from "@polls/domain/participants";
import { isClosed, type Poll } from "@polls/domain/polls";
import { Invalid, TooManyRequests } from "@polls/domain/refusals";
import type { MailSettings } from "../../stored-keys";
import { requireInvitations } from "../invitations/invitations";
import { tellFirst } from "../notices/tell-participants";

/** What a reminder reaches, how many are left, and when the next one is allowed. */
export async function showReminder(
  queryable: PrismaQueryable,
  { poll, now }: { readonly poll: Pick<Poll, "id">; readonly now: Date },
) {
  const sent = await remindersSent(queryable, poll);
  return reminderOf(await countUnanswered(queryable, poll.id), sent, now);
}

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
  const sent = await remindersSent(tx, poll);
  requireAllowed(nextReminderAt(sent), now);
  const recipients = await countUnanswered(tx, poll.id);
  if (recipients === 0) {
    throw new Invalid({ base: ["All invited people have answered"] }, "all_answered");
  }
  await requireInvitations(tx, { poll, count: recipients, now }, settings);
  await tx.prisma.reminder.create({ data: { pollId: poll.id, message, createdAt: now } });
  await tellFirst(tx, poll, "reminder", now, settings);
  return reminderOf(recipients, { count: sent.count + 1, lastAt: now }, now);
}

async function remindersSent(
  { prisma }: PrismaQueryable,
  { id: pollId }: Pick<Poll, "id">,
): Promise<RemindersSent> {
  const last = await prisma.reminder.findFirst({ where: { pollId }, orderBy: { id: "desc" } });
  return { count: await prisma.reminder.count({ where: { pollId } }), lastAt: last?.createdAt };
}

function reminderOf(recipients: number, sent: RemindersSent, now: Date) {
  const next = nextReminderAt(sent);
  return {
    recipients,
    reminders_left: REMINDERS_MAX - sent.count,
    next_at: next === undefined || next <= now ? null : next.toISOString(),
  };
}

function requireAllowed(next: Date | undefined, now: Date): void {
  if (next === undefined) {
    throw new Invalid({ base: ["All reminders of the poll are sent"] }, "too_many_reminders");
  }
  const seconds = Math.ceil((next.getTime() - now.getTime()) / 1_000);
  if (seconds > 0) throw new TooManyRequests(seconds, "reminded_recently");
}
