import type { Db } from "../connection/connect";
import { poolAdapter } from "../sql/pg-adapter";
import type { Queryable } from "../sql/queryable";
import { query } from "../sql/statement";
import { driftOf, findDrift, recountTimeout } from "./recount";
import type { Sized } from "./recount-batches";
import { nameWrongCounts, WRONG_COUNTS_NAMED, type WrongCount } from "./wrong-counts";

export interface DriftCursor {
  readonly option: bigint;
  readonly poll: bigint;
}

export interface DriftSample {
  readonly drift: number;
  readonly wrong: readonly WrongCount[];
  /** Undefined when all options and polls were sampled: the next sample begins at the start. */
  readonly next: DriftCursor | undefined;
}

/** The maximum number of rows in a sample, and of votes according to the tallies. */
const sampleRows = 200;
const sampleVotes = 50_000;

export const driftStart: DriftCursor = { option: 0n, poll: 0n };

/**
 * Recounts the votes of the next few options and the ballots of the next few polls, without locks.
 * To bound the cost, options and polls that are too large are skipped. `recountAll` covers them.
 */
export async function sampleDrift(db: Pick<Db, "pool">, after: DriftCursor): Promise<DriftSample> {
  const queryable = poolAdapter(db.pool, recountTimeout);
  const options = await nextOptions(queryable, after.option);
  const polls = await nextPolls(queryable, after.poll);
  const ofOptions = await findDrift(queryable, {
    pollIds: [...new Set(options.taken.map(({ pollId }) => pollId))],
    firstOption: after.option + 1n,
    lastOption: options.last ?? after.option,
    withPolls: false,
  });
  const ofPolls = await findDrift(queryable, {
    pollIds: polls.taken.map(({ id }) => id),
    firstOption: 1n,
    lastOption: 0n,
    withPolls: true,
  });
  const driftSample = { options: ofOptions.options, polls: ofPolls.polls };
  const over = options.last === undefined && polls.last === undefined;
  return {
    drift: driftOf(driftSample),
    wrong: await nameWrongCounts(queryable, driftSample, WRONG_COUNTS_NAMED),
    next: over
      ? undefined
      : { option: options.last ?? after.option, poll: polls.last ?? after.poll },
  };
}

interface OptionSize extends Sized {
  readonly pollId: bigint;
}

const optionsToLookAtSql = query<OptionSize>(
  "options-to-look-at",
  `SELECT o.id, o.poll_id, (SELECT coalesce(sum(abs(t.votes)), 0)::float8
      FROM option_tallies t WHERE t.option_id = o.id) AS votes
   FROM options o JOIN polls p ON p.id = o.poll_id AND p.deleted_at IS NULL
   WHERE o.id > $1::bigint ORDER BY o.id LIMIT ${sampleRows}`,
);

const nextOptions = async (queryable: Queryable, after: bigint) =>
  take((await queryable.run(optionsToLookAtSql(String(after)))).rows);

const pollsToLookAtSql = query<Sized>(
  "polls-to-look-at",
  `SELECT p.id, greatest(
     (SELECT coalesce(sum(abs(participants) + abs(ballots)), 0) FROM poll_tallies WHERE poll_id = p.id),
     (SELECT coalesce(sum(abs(votes)), 0) FROM (
        SELECT t.votes FROM options o JOIN option_tallies t ON t.option_id = o.id
        WHERE o.poll_id = p.id LIMIT ${sampleVotes}) AS part))::float8 AS votes
   FROM polls p WHERE p.id > $1::bigint AND p.deleted_at IS NULL
   ORDER BY p.id LIMIT ${sampleRows / 10}`,
);

const nextPolls = async (queryable: Queryable, after: bigint) =>
  take((await queryable.run(pollsToLookAtSql(String(after)))).rows);

/** The next rows that fit into a sample. A first row that is too large is skipped. */
function take<Item extends Sized>(items: readonly Item[]) {
  let votes = 0;
  let fitting = 0;
  for (const item of items) {
    votes += item.votes;
    if (votes > sampleVotes) break;
    fitting++;
  }
  const taken = items.slice(0, fitting);
  const last = taken.at(-1) ?? items[0];
  return { taken, last: last?.id };
}
