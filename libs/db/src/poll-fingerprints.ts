import type { Db } from "./connect";

/**
 * A fingerprint of each poll that differs once its results may differ: of the poll's version and of which
 * versions of its rows there are (`xmin`, which every committed change of a row renews). Counts lie in
 * rows beside the votes, so that this costs the same however many votes there are (ADR 0013).
 */
export async function readPollFingerprints(
  { pool }: Pick<Db, "pool">,
  pollIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const { rows } = await pool.query<{ id: string; fingerprint: string }>({
    name: "poll-fingerprints",
    // By the keys of each option, or the counts of all polls would be read for one.
    text: `SELECT p.id, concat_ws(':', p.version,
             (SELECT concat(count(*), '.', sum(t.xmin::text::bigint)) FROM poll_tallies t
              WHERE t.poll_id = p.id),
             (SELECT concat(count(*), '.', sum(o.xmin::text::bigint), '.',
                sum((SELECT count(*) + sum(t.xmin::text::bigint) FROM option_tallies t
                     WHERE t.option_id = o.id)), '.',
                sum((SELECT count(*) + sum(a.xmin::text::bigint) FROM attachments a
                     WHERE a.option_id = o.id)))
              FROM options o WHERE o.poll_id = p.id)) AS fingerprint
           FROM polls p WHERE p.id = ANY($1::bigint[]) AND p.deleted_at IS NULL`,
    values: [pollIds.map(String)],
  });
  return new Map(rows.map(({ id, fingerprint }) => [BigInt(id), fingerprint]));
}
