import type { Queryable } from "./connect";

/** How many options stand under a parent. */
export interface OptionCount {
  readonly options: number;
  /** Those that are approved, unarchived and paid. */
  readonly shown: number;
}

/** Counts the options under one parent (undefined: the top level); reads at most 64 rows. */
export async function countSiblings(
  queryable: Queryable,
  pollId: bigint,
  parentId: bigint | undefined,
): Promise<OptionCount> {
  const [row] = await queryable.$queryRaw<OptionCount[]>`
    SELECT coalesce(sum(options), 0)::int AS options, coalesce(sum(shown), 0)::int AS shown
    FROM option_counts WHERE poll_id = ${pollId} AND parent_id = ${parentId ?? 0n}`;
  return row ?? { options: 0, shown: 0 };
}

/** Shown top-level options of each of the given polls; a poll without any may have no entry. */
export async function countShownRoots(
  queryable: Queryable,
  pollIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, number>> {
  const rows = await queryable.$queryRaw<{ poll_id: bigint; shown: number }[]>`
    SELECT poll_id, sum(shown)::int AS shown FROM option_counts
    WHERE poll_id = ANY(${pollIds as bigint[]}::bigint[]) AND parent_id = 0 GROUP BY poll_id`;
  return new Map(rows.map((row) => [row.poll_id, row.shown]));
}
