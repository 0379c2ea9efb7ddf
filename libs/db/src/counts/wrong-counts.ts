import { columnsOfTallies, type TallyRowChange } from "../options/option-tallies";
import { columns } from "../sql/columns";
import { type Queryable, rowsOf } from "../sql/queryable";
import { query } from "../sql/statement";

export interface PollDrift {
  readonly pollId: bigint;
  readonly participants: number;
  readonly ballots: number;
}

/** The wrong counts of some options and polls, with the missing amounts. */
export interface Drift {
  readonly options: readonly TallyRowChange[];
  readonly polls: readonly PollDrift[];
}

/** A stored count that differs from the votes. Numbers are texts, to keep them exact. */
export interface WrongCount {
  readonly poll: string;
  /** The public id of the option; null for a count of the whole poll. */
  readonly option: string | null;
  /** The column of the tally, such as `votes`. */
  readonly count: string;
  readonly stored: string;
  readonly actual: string;
}

/** How many wrong counts are named; the others are only counted. */
export const WRONG_COUNTS_NAMED = 20;

// A vote in the meantime changes a stored count and the actual one alike, so `missing` stays right.
const comparison =
  "count, trim_scale(stored)::text AS stored, trim_scale(stored + missing)::text AS actual";

const wrongOptionCountsSql = query<WrongCount>(
  "wrong-option-counts",
  `SELECT p.member_hash AS poll, o.public_id AS option, ${comparison}
   FROM unnest($1::bigint[], $2::int[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[],
          $7::numeric[]) AS drift (option_id, category, votes, total, noes, voters, places)
   JOIN options o ON o.id = drift.option_id
   JOIN polls p ON p.id = o.poll_id
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(votes), 0) AS votes, coalesce(sum(total), 0) AS total,
            coalesce(sum(noes), 0) AS noes, coalesce(sum(voters), 0) AS voters,
            coalesce(sum(places), 0) AS places
     FROM option_tallies t WHERE t.option_id = o.id AND t.voting_category_id = category) AS tally
   CROSS JOIN LATERAL (VALUES
     ('votes', tally.votes, drift.votes), ('total', tally.total, drift.total),
     ('noes', tally.noes, drift.noes), ('voters', tally.voters, drift.voters),
     ('places', tally.places, drift.places)) AS compared (count, stored, missing)
   WHERE missing <> 0 ORDER BY o.id, category, count LIMIT $8::int`,
);

const wrongPollCountsSql = query<WrongCount>(
  "wrong-poll-counts",
  `SELECT p.member_hash AS poll, NULL AS option, ${comparison}
   FROM unnest($1::bigint[], $2::numeric[], $3::numeric[]) AS drift (poll_id, participants, ballots)
   JOIN polls p ON p.id = drift.poll_id
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(participants), 0) AS participants, coalesce(sum(ballots), 0) AS ballots
     FROM poll_tallies t WHERE t.poll_id = p.id) AS tally
   CROSS JOIN LATERAL (VALUES
     ('participants', tally.participants, drift.participants),
     ('ballots', tally.ballots, drift.ballots)) AS compared (count, stored, missing)
   WHERE missing <> 0 ORDER BY p.id, count LIMIT $4::int`,
);

/** Names up to `limit` of the wrong counts: their poll and option, and the stored and the actual count. */
export async function nameWrongCounts(
  queryable: Queryable,
  { options, polls }: Drift,
  limit: number,
): Promise<readonly WrongCount[]> {
  const named: WrongCount[] = [];
  if (options.length > 0 && limit > 0) {
    const statement = wrongOptionCountsSql(...columnsOfTallies(options), limit);
    named.push(...(await rowsOf(queryable, statement)));
  }
  if (polls.length > 0 && limit > named.length) {
    const values = columns(polls, "pollId", "participants", "ballots");
    const statement = wrongPollCountsSql(...values, limit - named.length);
    named.push(...(await rowsOf(queryable, statement)));
  }
  return named;
}
