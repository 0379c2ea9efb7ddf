import type { Queryable } from "@polls/db";

/** Longer texts are no values to count, and of the others only the most frequent. */
const TEXT_MAX_LENGTH = 100;
const VALUES_MAX = 100;

export interface OptionCounts {
  readonly voters: number;
  readonly distribution: Readonly<Record<string, number>>;
}

/**
 * Who voted, and how often which value was given, of each option; counting votes only, of bought
 * ones the paid part (decisions 7).
 */
export async function countValues(
  queryable: Queryable,
  pollId: bigint,
  publicIds: readonly string[],
): Promise<ReadonlyMap<string, OptionCounts>> {
  const ids = publicIds as string[];
  const rows = await queryable.$queryRaw<
    { public_id: string; voters: number; distribution: Record<string, number> | null }[]
  >`
    WITH chosen AS (
      SELECT id, public_id FROM options
      WHERE poll_id = ${pollId} AND public_id = ANY(${ids}::text[])
    ), given AS (
      SELECT c.id, coalesce(v.paid_votes::text, trim_scale(v.value)::text, v.text) AS given, count(*)::int AS votes
      FROM chosen c JOIN votes v ON v.poll_id = ${pollId} AND v.option_id = c.id AND v.counts
      JOIN participants p ON p.id = v.participant_id
      WHERE NOT p.fraudulent AND p.paid IS NOT FALSE
        AND length(coalesce(v.text, '')) <= ${TEXT_MAX_LENGTH}::int
      GROUP BY 1, 2
    ), frequent AS (
      SELECT *, row_number() OVER (PARTITION BY id ORDER BY votes DESC, given) AS place FROM given
    )
    SELECT c.public_id,
      (SELECT coalesce(sum(t.voters), 0)::int FROM option_tallies t WHERE t.option_id = c.id) AS voters,
      (SELECT jsonb_object_agg(f.given, f.votes) FROM frequent f
       WHERE f.id = c.id AND f.place <= ${VALUES_MAX}) AS distribution
    FROM chosen c`;
  return new Map(
    rows.map(({ public_id, voters, distribution }) => [
      public_id,
      { voters, distribution: distribution ?? {} },
    ]),
  );
}
