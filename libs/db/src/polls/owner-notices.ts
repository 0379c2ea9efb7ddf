import type { OwnerNoticeKind } from "@polls/domain/mails";
import { type Queryable, rowOf, rowsOf, type Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";

/** What a statement for a kind finds. */
interface DuePoll {
  readonly pollId: bigint;
  /** The number that the owner is told. */
  readonly ballots: number;
  /** Whether there is something to tell. */
  readonly hasNews: boolean;
  /** Whether its mail has to be scheduled for another day first. */
  readonly waits: boolean;
}

export interface DueOwnerNotice extends DuePoll {
  readonly kind: OwnerNoticeKind;
}

// The first two conditions equal those of the partial index. A mail that must not tell the time of a vote is sent after
// the midnight that follows the vote, for which its notice is scheduled.
const dueVotesSql = query<DuePoll>(
  "due-vote-notices",
  `SELECT p.id AS poll_id, t.ballots, s.has_news, s.on_another_day AND n.due_at IS NULL AS waits
   FROM polls p
     LEFT JOIN poll_notices n ON n.poll_id = p.id AND n.kind = 'votes' AND n.option_id IS NULL
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(ballots), 0)::int AS ballots FROM poll_tallies WHERE poll_id = p.id) AS t
     CROSS JOIN LATERAL (
       SELECT coalesce(p.settings->>'notify_votes' = 'daily' OR p.settings->>'anonymize_voter_names' = 'true', false)
           AS on_another_day,
         t.ballots > coalesce(n.ballots, 0)
           AND CASE WHEN p.settings->>'notify_votes' = 'all_answered' THEN
             n.told_at IS NULL
             AND EXISTS (SELECT 1 FROM invitations i WHERE i.poll_id = p.id)
             AND NOT EXISTS (
               SELECT 1 FROM invitations i
               WHERE i.poll_id = p.id AND NOT EXISTS (SELECT 1 FROM votes v WHERE v.participant_id = i.participant_id))
           ELSE true END AS has_news) AS s
   WHERE (p.settings ? 'notify_votes' OR p.settings ? 'notify_result') AND p.deleted_at IS NULL
     AND p.settings->>'notify_votes' IS NOT NULL
     AND (s.has_news OR n.due_at <= $1::timestamptz)
     AND CASE
       WHEN s.on_another_day THEN coalesce(n.due_at <= $1::timestamptz, true)
       ELSE coalesce(n.told_at < $1::timestamptz - interval '10 minutes', true)
     END
   ORDER BY p.id LIMIT $2::int`,
);

/** The statement that finds the polls of each kind. */
const dueSql = { votes: dueVotesSql } as const satisfies Readonly<Record<OwnerNoticeKind, unknown>>;
const kinds = Object.keys(dueSql) as OwnerNoticeKind[];

/**
 * Polls of which their owners must be told now or on another day, and those whose scheduled mail has nothing to tell
 * any more (docs/reference/mails.md#votes): at most `limit` of each kind.
 */
export async function dueOwnerNotices(
  queryable: Queryable,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly DueOwnerNotice[]> {
  const due: DueOwnerNotice[] = [];
  for (const kind of kinds) {
    const polls = await rowsOf(queryable, dueSql[kind](now, limit));
    due.push(...polls.map((poll) => ({ ...poll, kind })));
  }
  return due;
}

const scheduleSql = command(
  "schedule-owner-notice",
  `INSERT INTO poll_notices AS n (poll_id, kind, due_at) VALUES ($1::bigint, $2::text, $3::timestamptz)
   ON CONFLICT (poll_id, kind, option_id) DO UPDATE SET due_at = excluded.due_at`,
);

/** Schedules the mail of a notice. Null: there is nothing to tell. */
export const scheduleOwnerNotice = (
  tx: Transaction,
  { pollId, kind }: Pick<DueOwnerNotice, "pollId" | "kind">,
  dueAt: Date | null,
) => tx.run(scheduleSql(pollId, kind, dueAt));

const noteSql = query<{ id: bigint }>(
  "note-owner-notice",
  `INSERT INTO poll_notices AS n (poll_id, kind, ballots, fresh, told_at)
   VALUES ($1::bigint, $2::text, $3::int, $3::int, $4::timestamptz)
   ON CONFLICT (poll_id, kind, option_id) DO UPDATE
   SET fresh = excluded.ballots - n.ballots, ballots = excluded.ballots, told_at = excluded.told_at, due_at = NULL
   RETURNING id`,
);

/** Records the number that the owner of a poll is told. Returns the notice. */
export const noteOwnerNotice = async (
  tx: Transaction,
  { pollId, kind, ballots }: Pick<DueOwnerNotice, "pollId" | "kind" | "ballots">,
  now: Date,
) => (await rowOf(tx, noteSql(pollId, kind, ballots, now)))?.id;
