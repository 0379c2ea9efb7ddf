import { closingsBefore } from "../votes/grace";
import type { Poll } from "./poll";

const DAY_MS = 86_400_000;
/** The most days between the mail to the owner and the deletion. */
export const WARNING_DAYS = 7;

/** What the owner of a poll was told by mail about its deletion. */
export interface Announcement {
  readonly toldAt: Date;
  readonly deletesAt: Date;
}

/** What decides when a closed poll is deleted, beside the poll. */
export interface DeletionFacts {
  /** How many days closed polls are kept. Undefined: the deployment deletes none by itself. */
  readonly keepClosedPollsDays: number | undefined;
  readonly announcement: Announcement | undefined;
  readonly now: Date;
}

/** When a closed poll is deleted, and from when its owner is to be told. */
interface PlannedDeletion {
  readonly deletesAt: Date;
  readonly tellAt: Date;
  /** Whether the owner was told about this deletion. */
  readonly isTold: boolean;
}

/** How many days before the deletion the owner is told, of a poll that is kept for some days. */
export const warningDays = (days: number): number => Math.min(WARNING_DAYS, days / 2);

/**
 * When a poll is deleted: some days after it closed, but never before the date that its owner was told
 * (docs/reference/polls.md#kept-polls). Undefined: it is open, or is not deleted by itself.
 */
export function plannedDeletion(
  poll: Pick<Poll, "status" | "settings" | "closedAt">,
  { keepClosedPollsDays, announcement, now }: DeletionFacts,
): PlannedDeletion | undefined {
  const closed = closingsBefore(poll, now).map((moment) => moment.getTime());
  const kept = [poll.settings.delete_after_days, keepClosedPollsDays].filter(
    (days) => days !== undefined,
  );
  if (closed.length === 0 || kept.length === 0) return undefined;
  const closedAt = Math.min(...closed);
  const days = Math.min(...kept);
  const dueAt = closedAt + days * DAY_MS;
  const warningMs = warningDays(days) * DAY_MS;
  const isTold =
    announcement !== undefined &&
    announcement.toldAt.getTime() >= closedAt &&
    announcement.deletesAt.getTime() >= dueAt;
  return {
    deletesAt: isTold
      ? announcement.deletesAt
      : new Date(Math.max(dueAt, now.getTime() + warningMs)),
    tellAt: new Date(dueAt - warningMs),
    isTold,
  };
}
