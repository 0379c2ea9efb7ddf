import { settingsWithoutResult } from "@polls/domain/polls";
import { mapOf, type Queryable } from "../sql/queryable";
import { prepared, query } from "../sql/statement";

// Each option is looked up by key. A plan with a join would read the counts of every poll.
const fingerprintsSql = query<{ id: bigint; fingerprint: string }>(
  "poll-fingerprints",
  `SELECT p.id, concat_ws(':', p.version,
     (SELECT concat(count(*), '.', sum(t.xmin::text::bigint)) FROM poll_tallies t
      WHERE t.poll_id = p.id),
     (SELECT concat(count(*), '.', sum(o.xmin::text::bigint), '.',
        sum((SELECT count(*) + sum(t.xmin::text::bigint) FROM option_tallies t
             WHERE t.option_id = o.id)), '.',
        sum((SELECT t.xmin::text::bigint FROM comment_tallies t WHERE t.option_id = o.id)), '.',
        sum((SELECT count(*) + sum(a.xmin::text::bigint) FROM attachments a
             WHERE a.option_id = o.id)))
      FROM options o WHERE o.poll_id = p.id)) AS fingerprint
   FROM polls p WHERE p.id = ANY($1::bigint[]) AND p.deleted_at IS NULL`,
  prepared,
);

/**
 * A fingerprint of each poll's results, from the version of the poll and the versions of its rows
 * (`xmin`, which every committed change renews). It changes whenever the results may change. Counts
 * are stored in rows beside the votes, so the cost does not grow with the votes
 * (docs/adr/0013-live-results-compare-fingerprints.md).
 */
export const readPollFingerprints = (queryable: Queryable, pollIds: readonly bigint[]) =>
  mapOf(queryable, fingerprintsSql(pollIds), "id", "fingerprint");

/**
 * The prefix of this form of fingerprints. Fingerprints of different forms are not compared. A setting of earlier polls
 * that enters or leaves `settingsWithoutResult` needs another form: else each poll with it seems to have new results.
 */
const FORM = "results-2:";

// Numbers of rows and their versions as in `poll-fingerprints`. Of polls and options, the columns
// that affect results.
const resultsSql = query<{ id: bigint; fingerprint: string }>(
  "results-fingerprints",
  `SELECT p.id, concat($2::text, concat_ws(':',
     hashtextextended(concat_ws('|', p.type, p.status, p.settings - $3::text[],
       p.voting_categories), 0),
     (SELECT concat(count(*), '.', sum(t.xmin::text::bigint)) FROM poll_tallies t
      WHERE t.poll_id = p.id),
     (SELECT concat(count(*), '.',
        sum(hashtextextended(concat_ws('|', o.id, o.parent_id, o.type, o.position,
          o.approval_state, o.archived, o.picked, o.paid, o.state, o.input_type, o.start_date,
          o.end_date, o.settings - 'translations', quote_nullable(o.content)), 0)), '.',
        sum((SELECT count(*) + sum(t.xmin::text::bigint) FROM option_tallies t
             WHERE t.option_id = o.id)))
      FROM options o WHERE o.poll_id = p.id))) AS fingerprint
   FROM polls p WHERE p.id = ANY($1::bigint[]) AND p.deleted_at IS NULL`,
  prepared,
);

/** Like `readPollFingerprints`, of results only (docs/reference/webhooks.md#results-changed). */
export const readResultsFingerprints = (queryable: Queryable, pollIds: readonly bigint[]) =>
  mapOf(queryable, resultsSql(pollIds, FORM, settingsWithoutResult), "id", "fingerprint");

/** Whether a fingerprint has the form of `readResultsFingerprints`. Older releases stored other forms. */
export const isResultsFingerprint = (fingerprint: string): boolean => fingerprint.startsWith(FORM);
