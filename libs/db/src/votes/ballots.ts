import { keysetOfPoll } from "../sql/keyset-of-poll";
import type { Queryable } from "../sql/queryable";
import { query } from "../sql/statement";
import { participantCounts } from "./counting";

const PARTICIPANTS_PER_QUERY = 2_000;

const keyset = keysetOfPoll("p");

/** Ballots that are alike. */
export interface StoredBallots {
  /** `option_id:value` of each counting vote, by option, with commas between them. Null: abstentions alone. */
  readonly marks: string | null;
  readonly ballots: number;
}

// A ballot has the votes of a participant, with `vote_per_day` those of one day. They are looked up for each
// participant: as a join, a batch of a large poll reads all votes of the table.
const ballotsSql = query<{
  readonly marks: string | null;
  readonly ballots: number;
  readonly last: bigint | null;
}>(
  "ballots-to-count",
  `WITH voters AS MATERIALIZED (
     SELECT p.id, ${participantCounts} AS counts FROM participants p
     WHERE ${keyset.where}
     ORDER BY ${keyset.order} LIMIT ${PARTICIPANTS_PER_QUERY}
   ), given AS (
     SELECT ballot.marks
     FROM voters p CROSS JOIN LATERAL (
       SELECT string_agg(concat(v.option_id, ':', trim_scale(v.value)), ',' ORDER BY v.option_id)
                FILTER (WHERE v.counts) AS marks
       FROM votes v
       WHERE v.poll_id = $1::bigint AND v.participant_id = p.id
         AND v.option_id = ANY($3::bigint[]) AND v.loser_option_id IS NULL
       GROUP BY v.vote_date
     ) ballot
     WHERE p.counts
   ), alike AS (SELECT marks, count(*)::int AS ballots FROM given GROUP BY marks)
   SELECT alike.marks, coalesce(alike.ballots, 0) AS ballots, reached.last
   FROM (SELECT max(id) AS last FROM voters) reached LEFT JOIN alike ON true`,
);

/** The counting ballots of a poll, in batches of participants, alike ones together. Reads every vote of the poll. */
export async function* readBallots(
  queryable: Queryable,
  pollId: bigint,
  optionIds: readonly bigint[],
): AsyncGenerator<readonly StoredBallots[]> {
  for (let after = 0n; ; ) {
    const { rows } = await queryable.run(ballotsSql(pollId, after, optionIds));
    const last = rows[0]?.last ?? null;
    if (last === null) return;
    yield rows
      .filter(({ ballots }) => ballots > 0)
      .map(({ marks, ballots }) => ({ marks, ballots }));
    after = last;
  }
}
