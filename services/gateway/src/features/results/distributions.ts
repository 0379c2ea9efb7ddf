import type { Db, Queryable } from "@polls/db";

/** Longer texts are no values to count, and of the others only the most frequent. */
const TEXT_MAX_LENGTH = 100;
const VALUES_MAX = 100;
/** Ten million votes are counted in a fifth of it. */
const LONG_COUNT_MS = 60_000;

/** How many votes gave a value. */
export type Distribution = Readonly<Record<string, number>>;

/** What the tallies say of an option. */
export interface OptionUse {
  readonly votes: number;
  readonly voters: number;
}

/** How many votes each option has, and of how many participants. */
export async function readUse(
  queryable: Queryable,
  pollId: bigint,
  publicIds: readonly string[],
): Promise<ReadonlyMap<string, OptionUse>> {
  const rows = await queryable.$queryRaw<({ public_id: string } & OptionUse)[]>`
    SELECT o.public_id, sum(t.votes)::int AS votes, sum(t.voters)::int AS voters
    FROM options o JOIN option_tallies t ON t.option_id = o.id
    WHERE o.poll_id = ${pollId} AND o.public_id = ANY(${publicIds as string[]}::text[])
    GROUP BY 1`;
  return new Map(rows.map(({ public_id, votes, voters }) => [public_id, { votes, voters }]));
}

/**
 * How often which value was given, of each option; counting votes only, of bought ones the paid part
 * (decisions 7). Looks at every vote.
 */
export async function countValues(
  queryable: Queryable,
  pollId: bigint,
  publicIds: readonly string[],
): Promise<ReadonlyMap<string, Distribution>> {
  const rows = await queryable.$queryRaw<{ public_id: string; distribution: Distribution }[]>`
    WITH counted AS MATERIALIZED (
      -- Columns as they stand: a million votes are put together here.
      SELECT option_id, paid_votes, value, text, count(*) AS votes FROM votes
      WHERE poll_id = ${pollId} AND counts AND (text IS NULL OR length(text) <= ${TEXT_MAX_LENGTH}::int)
        AND option_id = ANY(ARRAY(
          SELECT id FROM options
          WHERE poll_id = ${pollId} AND public_id = ANY(${publicIds as string[]}::text[])))
        AND participant_id NOT IN (
          SELECT id FROM participants
          WHERE poll_id = ${pollId} AND (fraudulent OR paid IS FALSE))
      GROUP BY 1, 2, 3, 4
    ), given AS (
      SELECT option_id, coalesce(paid_votes::text, trim_scale(value)::text, text) AS given,
             sum(votes)::int AS votes
      FROM counted GROUP BY 1, 2
    ), frequent AS (
      SELECT *, row_number() OVER (PARTITION BY option_id ORDER BY votes DESC, given) AS place
      FROM given WHERE given IS NOT NULL
    )
    SELECT o.public_id, jsonb_object_agg(f.given, f.votes) AS distribution
    FROM frequent f JOIN options o ON o.id = f.option_id
    WHERE f.place <= ${VALUES_MAX} GROUP BY 1`;
  return new Map(rows.map(({ public_id, distribution }) => [public_id, distribution]));
}

/** The same of options with very many votes: it may take longer than any other statement. */
export function countLong(
  { prisma }: Db,
  pollId: bigint,
  publicIds: readonly string[],
): Promise<ReadonlyMap<string, Distribution>> {
  return prisma.$transaction(
    async (tx) => {
      await tx.$executeRawUnsafe(`SET LOCAL statement_timeout = ${LONG_COUNT_MS}`);
      return countValues(tx, pollId, publicIds);
    },
    { timeout: LONG_COUNT_MS },
  );
}
