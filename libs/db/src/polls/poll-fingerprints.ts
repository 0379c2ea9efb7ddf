import type { SettingName } from "@polls/domain/polls";
import { type Queryable, rowsOf } from "../sql/queryable";
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
export const readPollFingerprints = async (queryable: Queryable, pollIds: readonly bigint[]) =>
  new Map(
    (await rowsOf(queryable, fingerprintsSql(pollIds.map(String)))).map(({ id, fingerprint }) => [
      id,
      fingerprint,
    ]),
  );

/**
 * Settings that affect neither counts nor order nor visibility of results. A further one changes the fingerprints of
 * the polls that have it, which then look like polls with new results, once.
 */
// biome-ignore format: names in lines
const settingsWithoutResult: readonly SettingName[] = [
  "advent_calendar_shape", "allow_comments", "allow_search", "allow_share", "dot_vote_icon",
  "effect", "forward_url_parameters", "forwarded_url_parameters", "image_orientation",
  "indexing", "notify_new_options", "notify_result", "notify_state_changes", "notify_votes",
  "photo_gallery_full_width", "photo_gallery_image_mode", "photo_gallery_layout",
  "privacy_policy", "private_comments", "public_admin_link", "publisher", "publisher_email",
  "publisher_info", "show_as_list", "show_metadata", "show_photo_info_by_default",
  "social_media_description", "social_media_image_data", "social_media_title",
  "state_labels", "terms", "theme", "title_font",
  "thank_you_page", "thank_you_page_data", "thank_you_page_submitter",
  "thank_you_page_submitter_data", "white_label", "language", "translations",
];

/** The prefix of this form of fingerprints. Fingerprints of different forms are not compared. */
const FORM = "results-1:";

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
export async function readResultsFingerprints(
  queryable: Queryable,
  pollIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const facts = [pollIds.map(String), FORM, settingsWithoutResult];
  const { rows } = await queryable.run(resultsSql(...facts));
  return new Map(rows.map(({ id, fingerprint }) => [id, fingerprint]));
}

/** Whether a fingerprint has the form of `readResultsFingerprints`. Older releases stored other forms. */
export const isResultsFingerprint = (fingerprint: string): boolean => fingerprint.startsWith(FORM);
