import type { Db, PrismaQueryable } from "@polls/db";

/** Longest texts that are counted, and most values of an option. */
const TEXT_MAX_LENGTH = 100;
const VALUES_MAX = 100;
/** Enough for fifty million votes. */
const LONG_COUNT_MS = 20_000;
/** The client gives up a little after the server should have. */
const FROZEN_AFTER_MS = LONG_COUNT_MS + 3_000;

/** Number of counting votes by value. */
export type Distribution = Readonly<Record<string, number>>;

export interface VoteCounts {
  readonly votes: number;
  readonly voters: number;
}

/** Numbers of votes and participants of options, by public id. */
export async function readVoteCounts(
  queryable: PrismaQueryable,
  pollId: bigint,
  publicIds: readonly string[],
): Promise<ReadonlyMap<string, VoteCounts>> {
  const rows = await queryable.prisma.$queryRaw<({ public_id: string } & VoteCounts)[]>`
    SELECT o.public_id, sum(t.votes)::int AS votes, sum(t.voters)::int AS voters
    FROM options o JOIN option_tallies t ON t.option_id = o.id
    WHERE o.poll_id = ${pollId} AND o.public_id = ANY(${publicIds as string[]}::text[])
    GROUP BY 1`;
  return new Map(rows.map(({ public_id, votes, voters }) => [public_id, { votes, voters }]));
}

/** Each row has the public id of an option and its distribution. */
const COUNT = `
  WITH counted AS MATERIALIZED (
    -- Groups by plain columns: this step reads a million votes.
    SELECT option_id, paid_votes, value, text, count(*) AS votes FROM votes v
    WHERE poll_id = $1::bigint AND counts
      AND (text IS NULL OR length(text) <= ${TEXT_MAX_LENGTH})
      AND option_id = ANY(ARRAY(
        SELECT id FROM options WHERE poll_id = $1::bigint AND public_id = ANY($2::text[])))
      AND NOT EXISTS (
        SELECT FROM participants p
        WHERE p.poll_id = $1::bigint AND p.id = v.participant_id
          AND (p.fraudulent OR p.paid IS FALSE))
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

interface DistributionRow {
  readonly public_id: string;
  readonly distribution: Distribution;
}

const byOption = (rows: readonly DistributionRow[]): ReadonlyMap<string, Distribution> =>
  new Map(rows.map(({ public_id, distribution }) => [public_id, distribution]));

/** The distributions of options, by public id (docs/reference/results.md#distributions). Reads every vote. */
export async function countValues(
  { prisma }: Pick<Db, "prisma">,
  pollId: bigint,
  publicIds: readonly string[],
): Promise<ReadonlyMap<string, Distribution>> {
  return byOption(await prisma.$queryRawUnsafe<DistributionRow[]>(COUNT, pollId, publicIds));
}

/**
 * The same for options with very many votes: may take longer than other statements, and ends with the process. An
 * error closes the connection, as the server may still be counting on it.
 */
export async function countLong(
  { pool }: Pick<Db, "pool">,
  pollId: bigint,
  publicIds: readonly string[],
  ending: AbortSignal,
): Promise<ReadonlyMap<string, Distribution>> {
  const client = await pool.connect();
  let failed = true;
  let cancel = () => {};
  try {
    const { rows: own } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    cancel = () => {
      pool.query("SELECT pg_cancel_backend($1)", [own[0]?.pid]).catch(() => undefined);
    };
    ending.addEventListener("abort", cancel);
    ending.throwIfAborted();
    await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${LONG_COUNT_MS}`);
    const query = {
      text: COUNT,
      values: [String(pollId), publicIds],
      query_timeout: FROZEN_AFTER_MS,
    };
    const { rows } = await client.query<DistributionRow>(query);
    await client.query("COMMIT");
    failed = false;
    return byOption(rows);
  } finally {
    ending.removeEventListener("abort", cancel);
    client.release(failed);
  }
}
