import { mapOf, type Queryable, rowOf } from "../sql/queryable";
import { query } from "../sql/statement";

export interface OptionCount {
  readonly options: number;
  /** How many of them are approved, unarchived and paid. */
  readonly shown: number;
}

const siblingsSql = query<OptionCount>(
  "count-sibling-options",
  `SELECT coalesce(sum(options), 0)::int AS options, coalesce(sum(shown), 0)::int AS shown
   FROM option_counts WHERE poll_id = $1::bigint AND parent_id = $2::bigint`,
);

/** Counts the options under one parent. Undefined means the top level. Reads at most 64 rows. */
export const countSiblings = async (
  queryable: Queryable,
  pollId: bigint,
  parentId: bigint | undefined,
) => (await rowOf(queryable, siblingsSql(pollId, parentId ?? 0n))) ?? { options: 0, shown: 0 };

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
