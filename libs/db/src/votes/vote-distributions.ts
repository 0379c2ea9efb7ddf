import { OTHER } from "@polls/domain/vote-types";
import type { Db } from "../connection/connect";
import { type OptionTally, optionTallies } from "../options/option-tallies";
import { countRanks, type RankCount } from "../options/rated-options";
import { pollTallies } from "../polls/poll-tallies";
import { transactionOn } from "../sql/pg-adapter";
import { type Queryable, rowsOf, type Transaction } from "../sql/queryable";
import { command, query } from "../sql/statement";
import { participantCounts } from "./counting";

/** Longer values are not counted. */
const TEXT_MAX_LENGTH = 100;
/** Maximum number of values of an option; the most frequent ones are returned. */
const VALUES_MAX = 100;
/** Sufficient for fifty million votes. */
const SLOW_COUNT_MS = 20_000;
/** Client-side limit, because a frozen server does not end the statement at its own limit. */
const FROZEN_AFTER_MS = SLOW_COUNT_MS + 3_000;
const CANCEL_AGAIN_MS = 1_000;

export interface VoteCounts {
  readonly votes: number;
  readonly voters: number;
}

const voteCountsSql = query<VoteCounts & { readonly publicId: string }>(
  "vote-counts-of-options",
  `SELECT o.public_id, sum(t.votes)::int AS votes, sum(t.voters)::int AS voters
   FROM options o JOIN option_tallies t ON t.option_id = o.id
   WHERE o.poll_id = $1::bigint AND o.public_id = ANY($2::text[])
   GROUP BY 1`,
);

/** Votes and voters of the given options, by public id. An option without votes has no entry. */
export const readVoteCounts = async (
  queryable: Queryable,
  pollId: bigint,
  publicIds: readonly string[],
) =>
  new Map(
    (await rowsOf(queryable, voteCountsSql(pollId, publicIds))).map(({ publicId, ...counts }) => [
      publicId,
      counts,
    ]),
  );

export type Distribution = Readonly<Record<string, number>>;

/** Numbers in one form, like `normalText` of the domain: older votes have others. */
const numberText = `CASE
  WHEN o.input_type IN ('number', 'number_float') AND c.text ~ '^[+-]?[0-9]+([.][0-9]+)?$'
  THEN trim_scale(c.text::numeric)::text END`;

/** Lists in the order of the choices, like `storedText` of the domain; other answers are one entry each. */
const listText = `(
  SELECT '[' || string_agg((CASE
      WHEN choice.value IS NULL AND o.settings->'allow_other' = 'true' THEN '"${OTHER}"'
      ELSE to_json(each.value)::text END), ',' ORDER BY choice.place, each.place) || ']'
  FROM json_array_elements_text(c.text::json) WITH ORDINALITY AS each(value, place)
  LEFT JOIN jsonb_array_elements_text(o.settings->'allowed_values')
    WITH ORDINALITY AS choice(value, place) ON choice.value = each.value)`;

const valuesSql = query<{ publicId: string; distribution: Distribution }>(
  "count-vote-values",
  `WITH counted AS MATERIALIZED (
     -- The columns are grouped as they are: this reads up to a million votes.
     SELECT option_id, paid_votes, value, text, count(*) AS votes FROM votes v
     WHERE poll_id = $1::bigint AND counts
       AND (text IS NULL OR length(text) <= ${TEXT_MAX_LENGTH} OR option_id = ANY(ARRAY(
         SELECT id FROM options WHERE poll_id = $1::bigint AND settings->'allow_other' = 'true')))
       AND option_id = ANY(ARRAY(
         SELECT id FROM options WHERE poll_id = $1::bigint AND public_id = ANY($2::text[])))
       AND NOT EXISTS (
         SELECT FROM participants p
         WHERE p.poll_id = $1::bigint AND p.id = v.participant_id
           AND NOT (${participantCounts}))
     GROUP BY 1, 2, 3, 4
   ), given AS (
     SELECT option_id,
            CASE WHEN o.input_type IN ('multi_select', 'checkbox') AND c.text LIKE '[%'
                      AND o.settings->'allowed_values' IS NOT NULL THEN ${listText}
                 WHEN coalesce(c.text, '') = '' OR o.settings->'allow_other' IS DISTINCT FROM 'true'
                 THEN coalesce(paid_votes::text, trim_scale(value)::text, ${numberText}, c.text)
                 WHEN c.value IS NOT NULL THEN '${OTHER}'
                 WHEN o.settings->'allowed_values' IS NULL THEN c.text
                 WHEN o.settings->'allowed_values' ? c.text THEN c.text
                 ELSE '${OTHER}' END AS given,
            sum(votes)::int AS votes
     FROM counted c JOIN options o ON o.id = c.option_id GROUP BY 1, 2
   ), frequent AS (
     SELECT *, row_number() OVER (PARTITION BY option_id ORDER BY votes DESC, given) AS place
     FROM given WHERE length(given) <= ${TEXT_MAX_LENGTH}
   )
   SELECT o.public_id, jsonb_object_agg(f.given, f.votes) AS distribution
   FROM frequent f JOIN options o ON o.id = f.option_id
   WHERE f.place <= ${VALUES_MAX} GROUP BY 1`,
);

/** Counts the counting votes of options by value, of bought votes the paid part. Reads every vote on them. */
export const countValues = async (
  queryable: Queryable,
  pollId: bigint,
  publicIds: readonly string[],
) =>
  new Map(
    (await rowsOf(queryable, valuesSql(pollId, publicIds))).map(({ publicId, distribution }) => [
      publicId,
      distribution,
    ]),
  );

const backendSql = query<{ pid: number }>("own-backend", "SELECT pg_backend_pid() AS pid");
const cancelSql = command("cancel-backend", "SELECT pg_cancel_backend($1::int)");
const slowCountSql = command(
  "slow-count-settings",
  `SELECT set_config('statement_timeout', '${SLOW_COUNT_MS}', true)`,
);
const idsSql = query<{ id: bigint; publicId: string }>(
  "counted-options",
  "SELECT id, public_id FROM options WHERE poll_id = $1::bigint AND public_id = ANY($2::text[])",
);

/** All counts of the votes on an option at one moment. */
export interface CountedVotes {
  readonly optionId: bigint;
  readonly distribution: Distribution;
  readonly tallies: readonly OptionTally[];
  /** Empty unless requested. */
  readonly ranks: readonly RankCount[];
  readonly ballots: number;
}

export interface VotesToCount {
  readonly pollId: bigint;
  readonly publicIds: readonly string[];
  readonly withRanks: boolean;
}

/**
 * Counts the votes on options by value and reads their tallies, at one moment. May run longer than
 * other statements. The result is by public id. The signal cancels it. After an error the
 * connection is closed, because the server may still be counting.
 */
export async function countVotesSlowly(
  db: Db,
  { pollId, publicIds, withRanks }: VotesToCount,
  ending: AbortSignal,
): Promise<ReadonlyMap<string, CountedVotes>> {
  const source = await db.largeReads();
  const client = await source.pool.connect();
  let failed = true;
  let cancel = () => {};
  let again: NodeJS.Timeout | undefined;
  try {
    ending.throwIfAborted();
    const count = async (tx: Transaction) => {
      // With a connection pooler, each transaction may use another server process.
      const { rows } = await tx.run(backendSql());
      cancel = () => {
        const send = () => source.run(cancelSql(rows[0]?.pid)).catch(() => undefined);
        void send();
        // The server ignores one that arrives while it reads the next message of a statement.
        again = setInterval(() => void send(), CANCEL_AGAIN_MS);
      };
      ending.addEventListener("abort", cancel);
      ending.throwIfAborted();
      await tx.run(slowCountSql());
      const distributions = await countValues(tx, pollId, publicIds);
      const { rows: options } = await tx.run(idsSql(pollId, publicIds));
      const ids = options.map(({ id }) => id);
      const tallies = await optionTallies(tx, ids);
      const ranks = withRanks ? await countRanks(tx, pollId, ids) : [];
      const ballots = (await pollTallies(tx, [pollId])).get(pollId)?.ballots ?? 0;
      return new Map(
        options.map(({ id, publicId }): [string, CountedVotes] => [
          publicId,
          {
            optionId: id,
            distribution: distributions.get(publicId) ?? {},
            tallies: tallies.filter(({ optionId }) => optionId === id),
            ranks: ranks.filter(({ optionId }) => optionId === id),
            ballots,
          },
        ]),
      );
    };
    const counted = await transactionOn(client, count, {
      queryTimeoutMs: FROZEN_AFTER_MS,
      oneMoment: true,
    });
    failed = false;
    return counted;
  } finally {
    ending.removeEventListener("abort", cancel);
    clearInterval(again);
    client.release(failed);
  }
}
