import type { TallyChange } from "@polls/domain/votes";
import { addBallots, addToPollTally } from "../polls/poll-tallies";
import { columns, listOf } from "../sql/columns";
import { oneRow, type Queryable, rowsOf, type Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";
import { takesPlace } from "../votes/counting";
import { isPublic } from "./siblings";

// Each tally has rows in several slots. A writer changes the row in the slot of its connection, so
// that popular options have no hot row. A reader adds at most 64 rows
// (docs/adr/0007-votes-are-cast-in-shared-transactions.md).

const addSql = command(
  "add-to-option-tallies",
  `INSERT INTO option_tallies AS t
     (option_id, voting_category_id, slot, votes, total, noes, voters, places)
   SELECT option_id, category, pg_backend_pid() % 64, votes, total, noes, voters, places
   FROM unnest($1::bigint[], $2::int[], $3::int[], $4::numeric[], $5::int[], $6::int[],
     $7::int[]) AS r(option_id, category, votes, total, noes, voters, places)
   ORDER BY option_id, category
   ON CONFLICT (option_id, voting_category_id, slot) DO UPDATE
     SET votes = t.votes + excluded.votes, total = t.total + excluded.total,
         noes = t.noes + excluded.noes, voters = t.voters + excluded.voters,
         places = t.places + excluded.places`,
  prepared,
);

/** A change of the tally of an option and voting category, for the database. */
export type TallyRowChange = Omit<TallyChange["options"][number], "total"> & {
  /** A text when it comes from the database, to keep it exact. */
  readonly total: number | string;
};

/** The columns of changes, in the order of the statements. */
export const columnsOfTallies = (changes: readonly TallyRowChange[]) => [
  ...columns(changes, "optionId", "votingCategoryId", "votes"),
  ...columns(changes, "total", "noes", "voters", "places"),
];

/** Adds to the tallies of options, ordered by key. */
export async function addToOptionTallies(
  tx: Transaction,
  changes: readonly TallyRowChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx.run(addSql(...columnsOfTallies(changes)));
}

/** Adds a change to the tallies. Call it last, because other transactions wait for these rows. */
export async function changeTallies(
  tx: Transaction,
  { options }: Pick<TallyChange, "options">,
  ballots: ReadonlyMap<bigint, number>,
): Promise<void> {
  await Promise.all([addToOptionTallies(tx, options), addBallots(tx, ballots)]);
}

const contributedSql = query<TallyRowChange>(
  "counts-of-participant-by-option",
  `WITH sides AS (
     SELECT option_id, category, score, says_no FROM vote_sides
     WHERE poll_id = $1::bigint AND participant_id = $2::bigint
   ), changes AS (
     SELECT option_id, category, count(*) AS votes, sum(score) AS total,
            count(*) FILTER (WHERE says_no) AS noes, 0 AS voters
     FROM sides GROUP BY option_id, category
     UNION ALL
     SELECT DISTINCT option_id, 0, 0::bigint, 0::numeric, 0::bigint, 1 FROM sides
   )
   SELECT option_id, category AS voting_category_id, ($3::int * sum(votes))::int AS votes,
          ($3::int * sum(total))::text AS total, ($3::int * sum(noes))::int AS noes,
          ($3::int * sum(voters))::int AS voters, 0 AS places
   FROM changes GROUP BY option_id, category`,
);

const ballotsSql = query<{ ballots: number }>(
  "count-ballots-of-participant",
  `SELECT count(DISTINCT coalesce(vote_date, '0001-01-01'::date))::int AS ballots
   FROM votes WHERE poll_id = $1::bigint AND participant_id = $2::bigint AND counts`,
);

/**
 * Adds (`sign` 1) or subtracts (-1) all contributions of a participant's votes. Reads the stored
 * votes and does not check whether the participant counts. The caller has locked the participant.
 */
export async function applyParticipant(
  tx: Transaction,
  { pollId, participantId }: { readonly pollId: bigint; readonly participantId: bigint },
  sign: 1 | -1,
): Promise<void> {
  const contributed = await tx.run(contributedSql(pollId, participantId, sign));
  await addToOptionTallies(tx, contributed.rows);
  const { ballots } = await oneRow(tx, ballotsSql(pollId, participantId));
  await addToPollTally(tx, pollId, { ballots: sign * ballots });
}

const takenPlacesSql = query<{ optionId: bigint }>(
  "places-of-participant",
  `SELECT DISTINCT option_id FROM votes v
   WHERE poll_id = $1::bigint AND participant_id = $2::bigint AND vote_date IS NULL AND ${takesPlace}`,
);

/** Subtracts only places of options. */
export const subtractPlaces = (
  tx: Transaction,
  lost: readonly { readonly optionId: bigint; readonly places: number }[],
): Promise<void> =>
  addToOptionTallies(
    tx,
    lost.map(({ optionId, places }) => ({
      optionId,
      votingCategoryId: 0,
      votes: 0,
      total: 0,
      noes: 0,
      voters: 0,
      places: -places,
    })),
  );

/** Subtracts the places that a participant takes, before its votes are deleted. The caller has locked it. */
export async function giveBackPlaces(
  tx: Transaction,
  { pollId, participantId }: { readonly pollId: bigint; readonly participantId: bigint },
): Promise<void> {
  const lost = await rowsOf(tx, takenPlacesSql(pollId, participantId));
  await subtractPlaces(
    tx,
    lost.map(({ optionId }) => ({ optionId, places: 1 })),
  );
}

export interface OptionTally {
  readonly optionId: bigint;
  readonly votingCategoryId: number;
  readonly votes: number;
  readonly total: number;
  readonly noes: number;
  readonly voters: number;
}

/** Selects `OptionTally` of the options that a condition selects. */
export const tallySql = (condition: string) =>
  `SELECT option_id, voting_category_id, sum(votes)::int AS votes, sum(total)::float8 AS total,
          sum(noes)::int AS noes, sum(voters)::int AS voters
   FROM option_tallies WHERE ${condition}
   GROUP BY option_id, voting_category_id`;

/** Tallies, as one list for each column. */
export interface TallyLists {
  readonly optionIds: readonly string[] | null;
  readonly categories: readonly number[];
  readonly votes: readonly number[];
  readonly totals: readonly number[];
  readonly noes: readonly number[];
  readonly voters: readonly number[];
}

/** The columns of `TallyLists` from rows of `tallySql`. */
export const tallyLists = `${listOf("option_id::text", "option_ids")},
  ${listOf("voting_category_id", "categories")}, ${listOf("votes", "votes")},
  ${listOf("total", "totals")}, ${listOf("noes", "noes")}, ${listOf("voters", "voters")}`;

export const talliesFrom = (lists: TallyLists): readonly OptionTally[] =>
  (lists.optionIds ?? []).map((optionId, at) => ({
    optionId: BigInt(optionId),
    votingCategoryId: lists.categories[at] as number,
    votes: lists.votes[at] as number,
    total: lists.totals[at] as number,
    noes: lists.noes[at] as number,
    voters: lists.voters[at] as number,
  }));

const talliesSql = query<TallyLists>(
  "tallies-of-options",
  `SELECT ${tallyLists} FROM (${tallySql("option_id = ANY($1::bigint[])")}) AS tallies`,
);

/** The tallies of the given options, by category. An option without votes has no row. */
export async function optionTallies(
  queryable: Queryable,
  optionIds: readonly bigint[],
): Promise<readonly OptionTally[]> {
  if (optionIds.length === 0) return [];
  return talliesFrom(await oneRow(queryable, talliesSql(optionIds)));
}

/** The most children under an option whose tallies are read with it. */
const CHILDREN_MAX = 100;

const shownSql = query<
  Omit<OptionTally, "optionId" | "votingCategoryId" | "voters"> & { publicId: string }
>(
  "tallies-of-shown-options",
  `SELECT o.public_id, sum(t.votes)::int AS votes, sum(t.total)::float8 AS total,
          sum(t.noes)::int AS noes
   FROM (
     SELECT id, public_id FROM options WHERE public_id = ANY($1::text[])
     UNION
     SELECT c.id, c.public_id FROM options p CROSS JOIN LATERAL (
       SELECT id, public_id FROM options
       WHERE poll_id = p.poll_id AND parent_id = p.id AND ${isPublic}
       ORDER BY position, id LIMIT ${CHILDREN_MAX}) c
     WHERE p.public_id = ANY($2::text[])
   ) o JOIN option_tallies t ON t.option_id = o.id GROUP BY o.public_id`,
);

/**
 * The tallies of options by public id, over all categories, and of the first public options under `parents`. An option
 * without votes may have no entry.
 */
export const talliesOfShown = (
  queryable: Queryable,
  { ids, parents }: { readonly ids: readonly string[]; readonly parents: readonly string[] },
) => rowsOf(queryable, shownSql(ids, parents));
