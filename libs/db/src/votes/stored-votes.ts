import type { NeededStoredVotes, StoredVotes } from "@polls/domain/polls";
import { type Queryable, rowOf } from "../sql/queryable";
import { query } from "../sql/statement";

/** Votes of a poll, on an option, or on the children of an option. Held votes are included. */
export type VotesScope =
  | { readonly pollId: bigint; readonly of: "poll" }
  | { readonly pollId: bigint; readonly of: "option" | "children"; readonly optionId: bigint };

const conditions: Readonly<Record<VotesScope["of"], string>> = {
  poll: "",
  option: " AND option_id = $2::bigint",
  children:
    " AND option_id IN (SELECT id FROM options WHERE poll_id = $1::bigint AND parent_id = $2::bigint)",
};

const votesOf = (of: VotesScope["of"], columns: string): string =>
  ["votes", "held_votes"]
    .map((table) => `SELECT ${columns} FROM ${table} WHERE poll_id = $1::bigint${conditions[of]}`)
    .join(" UNION ALL ");

/** Defines a statement on the votes of a scope. */
function aboutVotes<Row extends object>(
  name: string,
  columns: string,
  text: (votes: string) => string,
) {
  const statements = {
    poll: query<Row>(`${name}-of-poll`, text(votesOf("poll", columns))),
    option: query<Row>(`${name}-of-option`, text(votesOf("option", columns))),
    children: query<Row>(`${name}-of-children`, text(votesOf("children", columns))),
  };
  return (scope: VotesScope) =>
    scope.of === "poll"
      ? statements.poll(String(scope.pollId))
      : statements[scope.of](String(scope.pollId), String(scope.optionId));
}

const anySql = aboutVotes<{ found: boolean }>(
  "any-vote",
  "id",
  (votes) => `SELECT EXISTS (${votes}) AS found`,
);

/** Whether the scope has a vote. */
export const hasAnyVote = async (queryable: Queryable, scope: VotesScope) =>
  (await rowOf(queryable, anySql(scope)))?.found === true;

const extremesSql = aboutVotes<{
  readonly least: number | null;
  readonly leastAboveZero: number | null;
  readonly greatest: number | null;
}>(
  "extreme-values",
  "value",
  (votes) => `SELECT min(value) AS least, min(value) FILTER (WHERE value > 0) AS least_above_zero,
                     max(value) AS greatest
              FROM (${votes}) AS stored`,
);

const mostSpentSql = aboutVotes<{ mostSpent: number | null }>(
  "most-spent",
  "participant_id, vote_date, value",
  (votes) => `SELECT max(spent) AS most_spent FROM (
                SELECT sum(value) AS spent FROM (${votes}) AS stored
                GROUP BY participant_id, vote_date) AS spending`,
);

/** The facts about stored votes that restrict settings. Each requires reading all votes of the scope. */
export async function findStoredVotes(
  queryable: Queryable,
  scope: VotesScope,
  needed: NeededStoredVotes,
): Promise<StoredVotes> {
  const extremes = needed.values ? (await queryable.run(extremesSql(scope))).rows[0] : undefined;
  const spending = needed.mostSpent
    ? (await queryable.run(mostSpentSql(scope))).rows[0]
    : undefined;
  const { least = null, leastAboveZero = null, greatest = null } = extremes ?? {};
  return {
    values: [least, leastAboveZero, greatest].filter((value) => value !== null),
    mostSpent: spending?.mostSpent ?? 0,
  };
}

const chosenTextsSql = aboutVotes<{ value: string }>(
  "chosen-texts",
  "text",
  (votes) => `SELECT DISTINCT text AS value FROM (${votes}) AS stored WHERE text IS NOT NULL`,
);

/** The values that votes have chosen: their texts, or the entries of their JSON lists. */
export async function findChosenValues(
  queryable: Queryable,
  scope: VotesScope,
  form: "texts" | "lists",
): Promise<readonly string[]> {
  const texts = (await queryable.run(chosenTextsSql(scope))).rows.map(({ value }) => value);
  return form === "texts" ? texts : [...new Set(texts.flatMap(entriesOf))];
}

/** The entries of a JSON list. Empty if the text is not a list. */
function entriesOf(text: string): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.map(String) : [];
  } catch {
    return [];
  }
}

const severalLinesSql = aboutVotes<{ found: boolean }>(
  "texts-of-several-lines",
  "text",
  (votes) => `SELECT EXISTS (SELECT FROM (${votes}) AS stored
                WHERE position(chr(10) IN text) > 0 OR position(chr(13) IN text) > 0) AS found`,
);

/** Whether the text of any vote has several lines. */
export const hasSeveralLines = async (queryable: Queryable, scope: VotesScope) =>
  (await rowOf(queryable, severalLinesSql(scope)))?.found === true;

const equalRanksSql = aboutVotes<{ found: boolean }>(
  "equal-ranks",
  "participant_id, vote_date, value",
  (votes) => `SELECT EXISTS (SELECT FROM (${votes}) AS stored WHERE value IS NOT NULL
                GROUP BY participant_id, vote_date, value HAVING count(*) > 1) AS found`,
);

/** Whether any ballot has the same rank twice. */
export const hasEqualRanks = async (queryable: Queryable, scope: VotesScope) =>
  (await rowOf(queryable, equalRanksSql(scope)))?.found === true;
