import { placeKey } from "@polls/domain/votes";
import { dateOf } from "../rows/vote";
import { type Queryable, rowOf } from "../sql/queryable";
import { prepared, query } from "../sql/statement";
import { takesPlace } from "../votes/counting";

/** An option, and the day whose places are counted. Undefined for votes without a day. */
export interface PlacesWanted {
  readonly option: { readonly pollId: bigint; readonly id: bigint };
  readonly voteDate: string | undefined;
  /**
   * When unpaid votes must keep their places to count (docs/reference/votes.md#places-of-unpaid-votes). Undefined:
   * nothing is paid for in the poll.
   */
  readonly unpaidAt: Date | undefined;
}

/**
 * Counts taken places, in the order of `wanted`: participants whose vote has a value above 0 or a
 * text (`limit_per_option`). The tallies contain the places without a day. Places of a day, and
 * places of unpaid votes, are counted from the votes.
 */
export async function countPlaces(
  queryable: Queryable,
  wanted: readonly PlacesWanted[],
): Promise<number[]> {
  if (wanted.length === 0) return [];
  const isStored = ({ voteDate, unpaidAt }: PlacesWanted) =>
    voteDate === undefined && unpaidAt === undefined;
  const [stored, counted] = await Promise.all([
    storedPlaces(queryable, wanted.filter(isStored)),
    placesOfVotes(
      queryable,
      wanted.filter((one) => !isStored(one)),
    ),
  ]);
  const places = new Map([...stored, ...counted]);
  return wanted.map((one) => places.get(placeKey(one.option.id, one.voteDate)) ?? 0);
}

type PlacesByKey = readonly (readonly [string, number])[];

const placesOfOptionsSql = query<{ optionId: bigint; places: number }>(
  "places-of-options",
  `SELECT option_id, sum(places)::int AS places FROM option_tallies
   WHERE option_id = ANY($1::bigint[]) AND voting_category_id = 0 GROUP BY option_id`,
  prepared,
);

async function storedPlaces(
  queryable: Queryable,
  wanted: readonly PlacesWanted[],
): Promise<PlacesByKey> {
  if (wanted.length === 0) return [];
  const { rows } = await queryable.run(
    placesOfOptionsSql([...new Set(wanted.map(({ option }) => String(option.id)))]),
  );
  return rows.map(({ optionId, places }) => [placeKey(optionId, undefined), places]);
}

/** Votes `v` that take a place of option and day `r`. An unpaid vote counts only while it keeps its place. */
const takers = `FROM votes v JOIN participants p ON p.id = v.participant_id
     WHERE v.poll_id = r.poll_id AND v.option_id = r.option_id
       AND v.vote_date IS NOT DISTINCT FROM r.vote_date AND ${takesPlace}
       AND (v.paid_votes IS DISTINCT FROM 0 OR r.unpaid_at IS NULL OR v.place_until > r.unpaid_at)
       AND (p.paid IS DISTINCT FROM false OR r.unpaid_at IS NULL OR p.place_until > r.unpaid_at)`;

const placesOfVotesSql = query<{ optionId: bigint; voteDate: Date | null; places: number }>(
  "places-of-votes",
  `SELECT r.option_id, r.vote_date, (
     SELECT count(DISTINCT v.participant_id)::int ${takers}) AS places
   FROM (SELECT DISTINCT * FROM unnest($1::bigint[], $2::bigint[], $3::date[], $4::timestamptz[])
         AS w(poll_id, option_id, vote_date, unpaid_at)) AS r`,
  prepared,
);

async function placesOfVotes(
  queryable: Queryable,
  wanted: readonly PlacesWanted[],
): Promise<PlacesByKey> {
  if (wanted.length === 0) return [];
  const { rows } = await queryable.run(
    placesOfVotesSql(
      wanted.map(({ option }) => String(option.pollId)),
      wanted.map(({ option }) => String(option.id)),
      wanted.map(({ voteDate }) => voteDate ?? null),
      wanted.map(({ unpaidAt }) => unpaidAt ?? null),
    ),
  );
  return rows.map(({ optionId, voteDate, places }) => [
    placeKey(optionId, dateOf(voteDate)),
    places,
  ]);
}

const placesOfOthersSql = query<{ places: number }>(
  "places-of-others",
  `SELECT count(DISTINCT v.participant_id)::int AS places
   FROM (SELECT $1::bigint AS poll_id, $2::bigint AS option_id, $3::date AS vote_date,
         $4::timestamptz AS unpaid_at) AS r,
     LATERAL (SELECT v.participant_id ${takers} AND v.participant_id <> $5::bigint) AS v`,
);

/** Counts the places of other participants in a poll where something is paid for. */
export async function countPlacesOfOthers(
  queryable: Queryable,
  { option, voteDate, unpaidAt }: PlacesWanted & { readonly unpaidAt: Date },
  participantId: bigint,
): Promise<number> {
  const values = [option.pollId, option.id, voteDate ?? null, unpaidAt, participantId];
  return (await rowOf(queryable, placesOfOthersSql(...values)))?.places ?? 0;
}
