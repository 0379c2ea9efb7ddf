import { mapOf, type Queryable, rowOf, rowsOf } from "../sql/queryable";
import { query } from "../sql/statement";

export interface OptionCount {
  readonly options: number;
  /** How many of them are approved, unarchived and paid. */
  readonly shown: number;
}

const siblingsSql = query<OptionCount & { readonly parentId: bigint }>(
  "count-sibling-options",
  `SELECT parent_id, sum(options)::int AS options, sum(shown)::int AS shown
   FROM option_counts WHERE poll_id = $1::bigint AND parent_id = ANY($2::bigint[])
   GROUP BY parent_id`,
);

/** Counts the options under each parent. Undefined means the top level. Reads at most 64 rows for each. */
export async function countSiblingsOfEach(
  queryable: Queryable,
  pollId: bigint,
  parentIds: readonly (bigint | undefined)[],
): Promise<(parentId: bigint | undefined) => OptionCount> {
  const parents = parentIds.map((parentId) => parentId ?? 0n);
  const rows = await rowsOf(queryable, siblingsSql(pollId, parents));
  const counts = new Map(rows.map((row) => [row.parentId, row]));
  return (parentId) => counts.get(parentId ?? 0n) ?? { options: 0, shown: 0 };
}

/** Counts the options under one parent. Undefined means the top level. */
export const countSiblings = async (
  queryable: Queryable,
  pollId: bigint,
  parentId: bigint | undefined,
) => (await countSiblingsOfEach(queryable, pollId, [parentId]))(parentId);

const shownSql = query<{ shown: number }>(
  "count-shown-options",
  "SELECT coalesce(sum(shown), 0)::int AS shown FROM option_counts WHERE poll_id = $1::bigint",
);

/** Counts the visible options of a poll, on all levels. */
export const countShownOptions = async (queryable: Queryable, pollId: bigint) =>
  (await rowOf(queryable, shownSql(pollId)))?.shown ?? 0;

const shownRootsSql = query<{ pollId: bigint; shown: number }>(
  "count-shown-roots",
  `SELECT poll_id, sum(shown)::int AS shown FROM option_counts
   WHERE poll_id = ANY($1::bigint[]) AND parent_id = 0 GROUP BY poll_id`,
);

/** Counts the visible top-level options of each poll. A poll without options may have no entry. */
export const countShownRoots = (queryable: Queryable, pollIds: readonly bigint[]) =>
  mapOf(queryable, shownRootsSql(pollIds), "pollId", "shown");
