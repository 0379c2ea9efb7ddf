import type { Transaction } from "../sql/queryable";
import { prepared, query } from "../sql/statement";

/** An option, and the day of its places; undefined: the places of votes without a day. */
export interface PlacesWanted {
  readonly option: { readonly pollId: bigint; readonly id: bigint };
  readonly voteDate: string | undefined;
}

/**
 * Counts the places that are taken, in the order of `wanted`: participants whose vote has a value above 0 or
 * a text (`limit_per_option`). The tallies have the places without a day; those of a day are counted from
 * the votes.
 */
export async function countPlaces(
  tx: Transaction,
  wanted: readonly PlacesWanted[],
): Promise<number[]> {
  if (wanted.length === 0) return [];
  const undated = wanted.filter(({ voteDate }) => voteDate === undefined);
  const dated = wanted.filter(({ voteDate }) => voteDate !== undefined);
  const [stored, counted] = await Promise.all([storedPlaces(tx, undated), placesOfDays(tx, dated)]);
  const places = new Map([...stored, ...counted]);
  return wanted.map((one) => places.get(placeKey(one.option.id, one.voteDate)) ?? 0);
}

type PlacesByKey = readonly (readonly [string, number])[];

const placeKey = (optionId: bigint, voteDate: string | undefined): string =>
  `${optionId} ${voteDate ?? ""}`;

const placesOfOptionsSql = query<{ optionId: bigint; places: number }>(
  "places-of-options",
  `SELECT option_id, sum(places)::int AS places FROM option_tallies
   WHERE option_id = ANY($1::bigint[]) AND voting_category_id = 0 GROUP BY option_id`,
  prepared,
);

async function storedPlaces(
  tx: Transaction,
  wanted: readonly PlacesWanted[],
): Promise<PlacesByKey> {
  if (wanted.length === 0) return [];
  const { rows } = await tx.run(
    placesOfOptionsSql([...new Set(wanted.map(({ option }) => String(option.id)))]),
  );
  return rows.map(({ optionId, places }) => [placeKey(optionId, undefined), places]);
}

const placesOfDaysSql = query<{ optionId: bigint; voteDate: Date; places: number }>(
  "places-of-days",
  `SELECT r.option_id, r.vote_date, (
     SELECT count(DISTINCT v.participant_id)::int FROM votes v
     WHERE v.poll_id = r.poll_id AND v.option_id = r.option_id
       AND v.vote_date = r.vote_date AND (v.value > 0 OR v.text IS NOT NULL)) AS places
   FROM (SELECT DISTINCT * FROM unnest($1::bigint[], $2::bigint[], $3::date[])
         AS w(poll_id, option_id, vote_date)) AS r`,
  prepared,
);

async function placesOfDays(
  tx: Transaction,
  wanted: readonly PlacesWanted[],
): Promise<PlacesByKey> {
  if (wanted.length === 0) return [];
  const { rows } = await tx.run(
    placesOfDaysSql(
      wanted.map(({ option }) => String(option.pollId)),
      wanted.map(({ option }) => String(option.id)),
      wanted.map(({ voteDate }) => voteDate),
    ),
  );
  return rows.map(({ optionId, voteDate, places }) => [
    placeKey(optionId, voteDate.toISOString().slice(0, 10)),
    places,
  ]);
}
