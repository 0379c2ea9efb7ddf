import { keysetOfPoll } from "../sql/keyset-of-poll";
import { changesOf, type Queryable, rowOf, rowsOf, type Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";

const closedSql = command(
  "note-result-notices",
  `INSERT INTO poll_notices (poll_id, kind, due_at)
   SELECT p.id, 'result', $1::timestamptz FROM polls p
   WHERE (p.settings ? 'notify_votes' OR p.settings ? 'notify_result') AND p.deleted_at IS NULL
     AND p.settings->>'notify_result' = 'true'
     AND (p.status = 'closed' OR (p.settings->>'deadline_voting')::timestamptz <= $1::timestamptz)
     AND NOT EXISTS (SELECT 1 FROM poll_notices n WHERE n.poll_id = p.id AND n.kind = 'result')
   ORDER BY p.id LIMIT $2::int
   ON CONFLICT DO NOTHING`,
);

/** Makes the mails of polls that have closed due, once for each poll. Returns the number of polls. */
export const noteResultNotices = (
  tx: Transaction,
  { now, limit }: { readonly now: Date; readonly limit: number },
) => changesOf(tx, closedSql(now, limit));

const noteStateSql = command(
  "note-state-notice",
  `INSERT INTO poll_notices AS n (poll_id, kind, option_id, due_at)
   VALUES ($1::bigint, 'state_change', $2::bigint, $3::timestamptz + interval '10 minutes')
   ON CONFLICT (poll_id, kind, option_id) DO UPDATE
   SET after_id = 0, due_at = greatest(excluded.due_at, n.told_at + interval '1 hour')`,
);

/** Makes the mails about the state of an option due in some minutes. An incomplete round begins again. */
export const noteStateNotice = (
  tx: Transaction,
  option: { readonly pollId: bigint; readonly id: bigint },
  now: Date,
) => tx.run(noteStateSql(option.pollId, option.id, now));

/** The kinds of mails to participants, which are queued in rounds. */
export type RoundKind = keyof typeof recipientsSql;

/** The kinds whose first batch is queued with their cause. */
export type PromptNoticeKind = Extract<RoundKind, `decision${string}` | "reminder">;

const notePromptSql = query<DueNotice>(
  "note-prompt-notice",
  `INSERT INTO poll_notices AS n (poll_id, kind, due_at) VALUES ($1::bigint, $2::text, $3::timestamptz)
   ON CONFLICT (poll_id, kind, option_id) DO UPDATE SET after_id = 0, due_at = excluded.due_at
   RETURNING id, poll_id, option_id, kind, after_id`,
);

/** Makes the mails of a poll due, and locks the notice. An incomplete round begins again. */
export const notePromptNotice = (
  tx: Transaction,
  pollId: bigint,
  kind: PromptNoticeKind,
  now: Date,
) => rowOf(tx, notePromptSql(pollId, kind, now));

export interface DueNotice {
  readonly id: bigint;
  readonly pollId: bigint;
  /** Of `state_change`. */
  readonly optionId: bigint | null;
  readonly kind: RoundKind;
  readonly afterId: bigint;
}

const isDueSql = query<{ id: bigint }>(
  "is-poll-notice-due",
  `SELECT id FROM poll_notices WHERE due_at <= $1::timestamptz AND kind = ANY($2::text[])
   ORDER BY due_at LIMIT 1`,
);

/** Whether mails to participants are due. */
export const isNoticeDue = async (queryable: Queryable, now: Date) =>
  (await rowOf(queryable, isDueSql(now, roundKinds))) !== undefined;

const lockDueSql = query<DueNotice>(
  "lock-due-poll-notice",
  `SELECT id, poll_id, option_id, kind, after_id FROM poll_notices
   WHERE due_at <= $1::timestamptz AND kind = ANY($2::text[])
   ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
);

/** The notice that has been due longest, locked so that a change of its cause waits with its new round. */
export const lockDueNotice = (tx: Transaction, now: Date) => rowOf(tx, lockDueSql(now, roundKinds));

/** A participant, or for invited people an invitation, whose address may get mails about the poll. */
export interface Recipient {
  readonly id: bigint;
  readonly address: string;
}

const confirmed = "p.confirmed_at IS NOT NULL AND p.optin_email IS NOT NULL";
const participants = keysetOfPoll("p");
const invitations = keysetOfPoll("i");
const page = `${participants.where} AND NOT p.fraudulent`;

const confirmedSql = query<Recipient>(
  "confirmed-participants",
  `SELECT p.id, p.optin_email AS address FROM participants p
   WHERE ${page} AND ${confirmed} ORDER BY ${participants.order} LIMIT $3::int`,
);

const confirmedVotersSql = query<Recipient>(
  "confirmed-voters",
  `SELECT p.id, p.optin_email AS address FROM participants p
   WHERE ${page} AND ${confirmed}
     AND p.id IN (SELECT participant_id FROM votes WHERE poll_id = $1::bigint AND option_id = $4::bigint)
   ORDER BY ${participants.order} LIMIT $3::int`,
);

// An invitation was used by the owner of its address.
const reachableSql = query<Recipient>(
  "reachable-participants",
  `SELECT p.id, CASE WHEN ${confirmed} THEN p.optin_email ELSE i.email END AS address
   FROM participants p LEFT JOIN invitations i ON i.poll_id = p.poll_id AND i.participant_id = p.id
   WHERE ${page} AND (${confirmed} OR i.email IS NOT NULL) ORDER BY ${participants.order} LIMIT $3::int`,
);

// One whose address a participant confirmed is told as that participant.
const invited = `i.email IS NOT NULL AND i.used_at IS NULL
     AND NOT EXISTS (SELECT 1 FROM participants p
       WHERE p.poll_id = $1::bigint AND ${confirmed} AND lower(p.optin_email) = lower(i.email))`;

const invitedSql = query<Recipient>(
  "unused-invitations",
  `SELECT i.id, i.email AS address FROM invitations i
   WHERE ${invitations.where} AND ${invited} ORDER BY ${invitations.order} LIMIT $3::int`,
);

const countReachableSql = query<DecisionRecipients>(
  "count-recipients-of-decision",
  `SELECT count(*) FILTER (WHERE reachable)::int
       + (SELECT count(*)::int FROM invitations i WHERE i.poll_id = $1::bigint AND ${invited}) AS recipients,
     count(*) FILTER (WHERE NOT reachable AND confirmed)::int AS without_address
   FROM (
     SELECT (${confirmed}) OR i.email IS NOT NULL AS reachable, p.confirmed_at IS NOT NULL AS confirmed
     FROM participants p LEFT JOIN invitations i ON i.poll_id = p.poll_id AND i.participant_id = p.id
     WHERE p.poll_id = $1::bigint AND NOT p.fraudulent) AS p`,
);

/** How many people mails about a decision reach. */
export interface DecisionRecipients {
  readonly recipients: number;
  readonly withoutAddress: number;
}

/** The number of people to whom a decision is mailed, and of participants without a known address. */
export async function countReachable(
  queryable: Queryable,
  pollId: bigint,
): Promise<DecisionRecipients> {
  const [counted] = (await queryable.run(countReachableSql(pollId))).rows;
  return counted ?? { recipients: 0, withoutAddress: 0 };
}

// In anonymous polls admins learn of invitations only that they were used. The number of mails says no more.
const unanswered = `i.email IS NOT NULL AND (
     i.used_at IS NULL
     OR i.participant_id IS NOT NULL
       AND EXISTS (SELECT 1 FROM polls p WHERE p.id = i.poll_id
                   AND coalesce(p.settings->>'anonymize_voter_names', 'false') <> 'true')
       AND NOT EXISTS (SELECT 1 FROM votes v WHERE v.participant_id = i.participant_id)
       AND NOT EXISTS (SELECT 1 FROM held_votes v WHERE v.participant_id = i.participant_id))`;

const unansweredSql = query<Recipient>(
  "unanswered-invitations",
  `SELECT i.id, i.email AS address FROM invitations i
   WHERE ${invitations.where} AND ${unanswered} ORDER BY ${invitations.order} LIMIT $3::int`,
);

const countUnansweredSql = query<{ count: number }>(
  "count-unanswered-invitations",
  `SELECT count(*)::int AS count FROM invitations i WHERE i.poll_id = $1::bigint AND ${unanswered}`,
);

/** The number of invitations with an address whose recipients have not answered (docs/reference/participants.md#reminders). */
export const countUnanswered = async (queryable: Queryable, pollId: bigint) =>
  (await rowOf(queryable, countUnansweredSql(pollId)))?.count ?? 0;

/** The statement for the recipients of each kind: those who voted, are invited or have a confirmed address. */
const recipientsSql = {
  result: confirmedSql,
  state_change: confirmedVotersSql,
  decision: reachableSql,
  decision_canceled: reachableSql,
  decision_to_invited: invitedSql,
  decision_canceled_to_invited: invitedSql,
  reminder: unansweredSql,
} as const;
// Notices of other kinds, also those of a later release, are left alone.
const roundKinds = Object.keys(recipientsSql);

/** The next recipients of a notice, in the order of their ids. */
export async function nextRecipients(
  queryable: Queryable,
  { pollId, optionId, kind, afterId }: Omit<DueNotice, "id">,
  limit: number,
): Promise<readonly Recipient[]> {
  const option = optionId === null ? [] : [optionId];
  return rowsOf(queryable, recipientsSql[kind](pollId, afterId, limit, ...option));
}
