import type { Db } from "@polls/db/connection";
import { inTransaction } from "@polls/db/sql";
import {
  beginMissingCursors,
  type ClaimedCursor,
  type CursorKind,
  claimCursors,
  endCursors,
  eventsOfCursors,
  findSubscribedPolls,
  moveCursor,
  putOffCursors,
} from "@polls/db/webhooks";
import { type EventFacts, noteEvent } from "@polls/jobs/outbox";
import { BATCH, LEASE_MS, MISSING_MAX } from "../check-times";
import type { WebhookDeps } from "../deps";

export type FollowNeeds = Pick<WebhookDeps, "db" | "clock">;

/** The result of checking a poll. */
export interface Found {
  /** The new position of its cursor. */
  readonly position: string;
  /** What happened since the last move of the cursor. */
  readonly event?: EventFacts;
  readonly checkAt: Date;
}

/** A poll to check. */
export interface FollowedPoll extends ClaimedCursor {
  /** Whether all webhooks that are subscribed to it are currently failing. */
  readonly failing: boolean;
}

/** Checks polls. Deleted polls are missing in the result. */
type Check = (polls: readonly FollowedPoll[], now: Date) => Promise<ReadonlyMap<bigint, Found>>;

/** Maximum number of batches in one pass. Other polls wait for the next pass. */
const BATCHES_MAX = 5;

/** Creates cursors for polls that have subscribed webhooks and no cursor. Returns their number. */
export const followMissedPolls = ({ db, clock }: FollowNeeds): Promise<number> =>
  beginMissingCursors(db, clock(), MISSING_MAX);

/**
 * Checks polls whose cursor is due, and writes each event together with the move of its cursor:
 * exactly once, even if several processes check at the same time or one dies. Returns the number of
 * events. A failure for one poll does not delay the others; the first error is thrown at the end.
 */
export async function followPolls(
  needs: FollowNeeds,
  kind: CursorKind,
  check: Check,
): Promise<number> {
  let told = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch++) {
    const { events, checked } = await followBatch(needs, kind, check);
    told += events;
    if (checked < BATCH) break;
  }
  return told;
}

async function followBatch(
  { db, clock }: FollowNeeds,
  kind: CursorKind,
  check: Check,
): Promise<{ readonly events: number; readonly checked: number }> {
  const now = clock();
  const until = new Date(now.getTime() + LEASE_MS);
  const claimed = await claimCursors(db, kind, { now, until, limit: BATCH });
  if (claimed.length === 0) return { events: 0, checked: 0 };
  const pollIds = claimed.map(({ pollId }) => pollId);
  const subscribed = await findSubscribedPolls(db, pollIds, eventsOfCursors[kind]);
  const followed = claimed.flatMap((cursor) => {
    const webhooks = subscribed.get(cursor.pollId);
    return webhooks === undefined ? [] : [{ ...cursor, ...webhooks }];
  });
  const found = await check(followed, now);
  await endCursors(
    db,
    claimed.filter(({ pollId }) => !found.has(pollId)),
  );
  const checked = claimed.flatMap((cursor) => {
    const one = found.get(cursor.pollId);
    return one === undefined ? [] : [{ cursor, ...one }];
  });
  await putOffCursors(
    db,
    checked.filter(({ event }) => event === undefined),
  );
  const errors: unknown[] = [];
  let events = 0;
  for (const { cursor, event, ...to } of checked) {
    if (event === undefined) continue;
    try {
      events += Number(await tell(db, cursor, { ...to, event }, now));
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return { events, checked: claimed.length };
}

/** Writes an event and moves the cursor. Returns false if another process has done so. */
const tell = (
  db: Db,
  cursor: ClaimedCursor,
  { position, event, checkAt }: Required<Found>,
  now: Date,
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    if (!(await moveCursor(tx, cursor, { position, changedAt: now, checkAt }))) return false;
    return (await noteEvent(tx, { ...event, pollId: cursor.pollId, now })) > 0;
  });
