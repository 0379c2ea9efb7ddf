import type { Poll } from "../polls/poll";

/** How long after a poll closed held votes can be confirmed (docs/reference/opt-in.md#grace-after-closing). */
export const GRACE_MS = 24 * 3_600_000;

/** When the poll closed, if before `now`: by its deadline, by its owner, or by both. */
export const closingsBefore = (
  { status, closedAt, settings }: Pick<Poll, "status" | "settings" | "closedAt">,
  now: Date,
): readonly Date[] =>
  [settings.deadline_voting, status === "closed" ? closedAt : undefined]
    .filter((moment) => moment !== undefined)
    .filter((moment) => moment <= now);

/** Whether the poll has been closed for longer than the grace period. */
export const hasGraceEnded = (
  poll: Pick<Poll, "status" | "settings" | "closedAt">,
  now: Date,
): boolean =>
  closingsBefore(poll, now).some((closing) => now.getTime() - closing.getTime() > GRACE_MS);
