import type { Queryable } from "../sql/queryable";
import { prepared, query } from "../sql/statement";

// Each option is looked up by its keys: joined, the plan would read the counts of every poll.
const fingerprintsSql = query<{ id: bigint; fingerprint: string }>(
  "poll-fingerprints",
  `SELECT p.id, concat_ws(':', p.version,
     (SELECT concat(count(*), '.', sum(t.xmin::text::bigint)) FROM poll_tallies t
      WHERE t.poll_id = p.id),
     (SELECT concat(count(*), '.', sum(o.xmin::text::bigint), '.',
        sum((SELECT count(*) + sum(t.xmin::text::bigint) FROM option_tallies t
             WHERE t.option_id = o.id)), '.',
        sum((SELECT count(*) + sum(a.xmin::text::bigint) FROM attachments a
             WHERE a.option_id = o.id)))
      FROM options o WHERE o.poll_id = p.id)) AS fingerprint
   FROM polls p WHERE p.id = ANY($1::bigint[]) AND p.deleted_at IS NULL`,
  prepared,
);

/**
 * A fingerprint of each poll's results: of the poll's version and the versions of its rows (`xmin`, which
 * every committed change renews). It changes whenever the results may. The counts are in rows beside the
 * votes, so the cost does not grow with the votes (docs/adr/0013-live-results-compare-fingerprints.md).
 */
export async function readPollFingerprints(
  queryable: Queryable,
  pollIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const { rows } = await queryable.run(fingerprintsSql(pollIds.map(String)));
  return new Map(rows.map(({ id, fingerprint }) => [id, fingerprint]));
}
