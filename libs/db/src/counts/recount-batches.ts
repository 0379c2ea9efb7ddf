import { batchesOf, type Queryable } from "../sql/queryable";
import { query } from "../sql/statement";

/** The rows of one recount: polls, or a range of the options of one poll. */
export interface RecountBatch {
  readonly pollIds: readonly bigint[];
  readonly firstOption: bigint;
  readonly lastOption: bigint;
  /** Whether to also count participants and ballots of the polls: in one batch for each poll. */
  readonly withPolls: boolean;
}

const none = 0n;
const all = 2n ** 63n - 1n;

/** The most votes in a batch, by the tallies. A larger option is a batch by itself. */
const batchVotes = 1_000_000;
const batchPolls = 200;

/** Polls with all their options. */
const wholePolls = (pollIds: readonly bigint[]): RecountBatch => ({
  pollIds,
  firstOption: none,
  lastOption: all,
  withPolls: true,
});

/** A row to recount, and its number of votes according to the tallies. */
export interface Sized {
  readonly id: bigint;
  readonly votes: number;
}

const pollsToRecountSql = query<Sized>(
  "polls-to-recount",
  `SELECT p.id, (SELECT coalesce(sum(abs(t.votes)), 0)::float8 FROM options o
      JOIN option_tallies t ON t.option_id = o.id WHERE o.poll_id = p.id) AS votes
   FROM polls p
   WHERE p.id > $1::bigint AND p.deleted_at IS NULL
     AND ($2::bigint[] IS NULL OR p.id = ANY($2::bigint[]))
   ORDER BY p.id LIMIT ${batchPolls}`,
);

/** Batches of about equal work, for all polls or the given ones. */
export async function* recountBatches(
  queryable: Queryable,
  pollIds: readonly bigint[] | undefined,
): AsyncGenerator<RecountBatch> {
  const batches = batchesOf<Sized>(queryable, (last) =>
    pollsToRecountSql(String(last?.id ?? none), pollIds?.map(String) ?? null),
  );
  for await (const polls of batches) {
    for (const group of inGroups(polls)) {
      const ids = group.map(({ id }) => id);
      if (group.length === 1 && (group[0]?.votes ?? 0) > batchVotes)
        yield* rangesOf(queryable, ids);
      else yield wholePolls(ids);
    }
  }
}

const optionsToRecountSql = query<Sized>(
  "options-to-recount",
  `SELECT o.id, coalesce(sum(abs(t.votes)), 0)::float8 AS votes
   FROM options o LEFT JOIN option_tallies t ON t.option_id = o.id
   WHERE o.poll_id = ANY($1::bigint[]) GROUP BY o.id ORDER BY o.id`,
);

/** Batches of a large poll: consecutive ranges of its options. */
async function* rangesOf(
  queryable: Queryable,
  pollIds: readonly bigint[],
): AsyncGenerator<RecountBatch> {
  const { rows: options } = await queryable.run(optionsToRecountSql(pollIds.map(String)));
  let firstOption = none;
  const groups = inGroups(options);
  for (const [index, group] of groups.entries()) {
    const lastOption = index === groups.length - 1 ? all : (group.at(-1)?.id ?? all);
    yield { pollIds, firstOption, lastOption, withPolls: index === 0 };
    firstOption = lastOption + 1n;
  }
}

/** Groups adjacent rows, up to `batchVotes` votes in each group. */
function inGroups(items: readonly Sized[]): Sized[][] {
  const groups: Sized[][] = [];
  let votes = 0;
  for (const item of items) {
    const group = groups.at(-1);
    if (group === undefined || votes + item.votes > batchVotes) {
      groups.push([item]);
      votes = item.votes;
    } else {
      group.push(item);
      votes += item.votes;
    }
  }
  return groups;
}
