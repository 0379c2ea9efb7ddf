import { listOf } from "../sql/columns";
import { keysetOfPoll } from "../sql/keyset-of-poll";
import { oneRow, type Queryable, rowsOf } from "../sql/queryable";
import { query } from "../sql/statement";
import { participantCounts } from "../votes/counting";
import {
  type OptionTally,
  type TallyLists,
  talliesFrom,
  tallyLists,
  tallySql,
} from "./option-tallies";
import { isPublic, isSibling, type SiblingsKey } from "./siblings";

/** An option with the columns that its rating needs. */
export interface RatedOptionRow {
  readonly id: bigint;
  readonly publicId: string;
  readonly position: number;
  readonly picked: boolean;
  readonly type: string;
  readonly public: boolean;
}

const columns = `SELECT id, public_id, position, picked, type, (${isPublic}) AS public FROM options`;

const ofEachSql = query<RatedOptionRow & { readonly parentId: bigint | null }>(
  "rated-options-of-parents",
  `SELECT id, parent_id, public_id, position, picked, type, (${isPublic}) AS public FROM options
   WHERE poll_id = $1::bigint
     AND (parent_id = ANY($2::bigint[]) OR ($3::bool AND parent_id IS NULL))`,
);

/** All options under each parent. Undefined means the top level. */
export const findRatedOptionsOfEach = (
  queryable: Queryable,
  pollId: bigint,
  parentIds: readonly (bigint | undefined)[],
) => {
  const parents = parentIds.filter((parentId) => parentId !== undefined);
  return rowsOf(queryable, ofEachSql(pollId, parents, parents.length < parentIds.length));
};

const publicSql = query<RatedOptionRow>(
  "rated-public-options",
  `${columns} WHERE ${isSibling} AND ${isPublic}`,
);

const byIdSql = query<RatedOptionRow>(
  "rated-options-by-id",
  `${columns} WHERE ${isSibling} AND id = ANY($3::bigint[])`,
);

/** The options under a parent that every reader sees, or those with the given ids. */
type RatedOptionSelection = "public" | { readonly ids: readonly bigint[] };

/** Options under a parent, with the columns that their ratings need. */
export async function findRatedOptions(
  queryable: Queryable,
  { pollId, parentId }: SiblingsKey,
  selection: RatedOptionSelection,
): Promise<readonly RatedOptionRow[]> {
  const siblings = [pollId, parentId ?? null];
  const statement =
    selection === "public" ? publicSql(...siblings) : byIdSql(...siblings, selection.ids);
  return (await queryable.run(statement)).rows;
}

/** Options and their tallies, as lists. */
interface RatedPage extends TallyLists {
  readonly ids: readonly string[] | null;
  readonly positions: readonly number[];
  readonly picked: readonly boolean[];
  readonly types: readonly string[];
  readonly public: readonly boolean[];
}

const nextSql = query<RatedPage>(
  "rated-options-after",
  `WITH page AS MATERIALIZED (
     ${columns} WHERE ${isSibling} AND id > $3::bigint ORDER BY id LIMIT $4::int),
   counted AS (${tallySql("option_id = ANY(ARRAY(SELECT id FROM page))")})
   SELECT * FROM
     (SELECT ${listOf("id::text", "ids")}, ${listOf("position", "positions")},
             ${listOf("picked", "picked")}, ${listOf("type", "types")},
             ${listOf("public", "public")} FROM page) AS options,
     (SELECT ${tallyLists} FROM counted) AS tallies`,
);

/** The next options under a parent by id, at most `limit`, with their tallies. */
export async function nextRatedOptions(
  queryable: Queryable,
  { pollId, parentId }: SiblingsKey,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<{
  readonly rows: readonly Omit<RatedOptionRow, "publicId">[];
  readonly tallies: readonly OptionTally[];
}> {
  const page = await oneRow(queryable, nextSql(pollId, parentId ?? null, after, limit));
  const rows = (page.ids ?? []).map((id, at) => ({
    id: BigInt(id),
    position: page.positions[at] as number,
    picked: page.picked[at] as boolean,
    type: page.types[at] as string,
    public: page.public[at] as boolean,
  }));
  return { rows, tallies: talliesFrom(page) };
}

/** The number of counting votes with a rank, for an option and a category (0: the poll has none). */
export interface RankCount {
  readonly optionId: bigint;
  readonly category: number;
  readonly rank: number;
  readonly votes: number;
}

const ranksSql = query<RankCount>(
  "count-ranks",
  `SELECT v.option_id, coalesce(v.voting_category_id, 0) AS category, v.value::float8 AS rank,
          count(*)::int AS votes
   FROM votes v JOIN participants p ON p.id = v.participant_id
   WHERE v.poll_id = $1::bigint AND v.option_id = ANY($2::bigint[])
     AND v.counts AND ${participantCounts}
   GROUP BY 1, 2, 3`,
);

/** Counts the ranks of the given options. Reads every vote on them. */
export const countRanks = (queryable: Queryable, pollId: bigint, optionIds: readonly bigint[]) =>
  rowsOf(queryable, ranksSql(pollId, optionIds));

const winsSql = query<{
  readonly winnerId: bigint;
  readonly loserId: bigint;
  readonly count: number;
}>(
  "count-wins",
  `SELECT v.option_id AS winner_id, v.loser_option_id AS loser_id, count(*)::int AS count
   FROM votes v
   WHERE v.poll_id = $1::bigint AND v.option_id = ANY($2::bigint[])
     AND v.loser_option_id IS NOT NULL AND v.counts
     AND NOT EXISTS (SELECT FROM participants p
                     WHERE p.poll_id = $1::bigint AND p.id = v.participant_id
                       AND NOT (${participantCounts}))
   GROUP BY 1, 2`,
);

/** Counts the comparisons that the given options won. Reads every vote for them. */
export const countWins = (queryable: Queryable, pollId: bigint, winnerIds: readonly bigint[]) =>
  rowsOf(queryable, winsSql(pollId, winnerIds));

export interface AssignableOptionRow {
  readonly id: bigint;
  /** The position from 1, across categories. */
  readonly position: number;
  readonly type: string;
  readonly settings: unknown;
}

const assignableSql = query<AssignableOptionRow>(
  "assignable-options",
  `SELECT o.id, (row_number() OVER (ORDER BY coalesce(c.position, o.position), o.position, o.id))::int
            AS position, o.type, o.settings
   FROM (SELECT * FROM options WHERE poll_id = $1::bigint AND ${isPublic}) o
   LEFT JOIN options c ON c.poll_id = o.poll_id AND c.id = o.parent_id
   WHERE o.parent_id IS NULL OR c.type = $2::text`,
);

/** Public options of the top level and of its categories. */
export const findAssignableOptions = (queryable: Queryable, pollId: bigint, categoryType: string) =>
  rowsOf(queryable, assignableSql(pollId, categoryType));

/** Rows of one query for scores. More would hold up other requests while they are read. */
const SCORES_OF_QUERY = 2_000;

export interface OptionScore {
  readonly participantId: bigint;
  readonly optionId: bigint;
  readonly value: number;
}

const keyset = keysetOfPoll("v");

const scoresSql = query<OptionScore & { readonly id: bigint }>(
  "positive-scores",
  `SELECT v.id, v.participant_id, v.option_id, v.score::float8 AS value
   FROM votes v JOIN participants p ON p.id = v.participant_id
   WHERE ${keyset.where} AND v.score > 0
     AND v.counts AND ${participantCounts}
   ORDER BY ${keyset.order} LIMIT ${SCORES_OF_QUERY}`,
);

/** All positive scores of a poll. Reads every vote, in several queries, so that no result is large. */
export async function findPositiveScores(
  queryable: Queryable,
  pollId: bigint,
): Promise<readonly OptionScore[]> {
  const scores: (OptionScore & { readonly id: bigint })[] = [];
  for (;;) {
    const { rows } = await queryable.run(scoresSql(pollId, scores.at(-1)?.id ?? 0n));
    for (const row of rows) scores.push(row);
    if (rows.length < SCORES_OF_QUERY) return scores;
  }
}
