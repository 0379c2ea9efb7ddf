const DAY_MS = 24 * 3_600_000;

export const REMINDERS_MAX = 3;

/** When a poll was reminded last, and how often. */
export interface RemindersSent {
  readonly count: number;
  readonly lastAt: Date | undefined;
}

/** When the next reminder is allowed. Undefined: none is left (docs/reference/participants.md#reminders). */
export function nextReminderAt({ count, lastAt }: RemindersSent): Date | undefined {
  if (count >= REMINDERS_MAX) return undefined;
  return lastAt === undefined ? new Date(0) : new Date(lastAt.getTime() + DAY_MS);
}
