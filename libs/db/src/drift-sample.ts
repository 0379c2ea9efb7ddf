import type { Db } from "./connect";
import type { Sql } from "./hot-query";
import { countOff, patientSql } from "./recount";
import type { Sized } from "./recount-batches";

/** Where the next look begins: after these ids. */
export interface DriftCursor {
  readonly option: bigint;
  readonly poll: bigint;
}

export interface DriftLook {
  /** How many counts among those that were looked at are wrong. */
  readonly drift: number;
  /** Undefined: options and polls have been gone through, and the next look begins anew. */
  readonly next: DriftCursor | undefined;
}

/** What a look counts at most: rows of counts, and by these the votes behind them. */
const lookRows = 200;
const lookVotes = 50_000;

export const driftStart: DriftCursor = { option: 0n, poll: 0n };

/**
 * Counts the votes of the next few options and the ballots of the next few polls anew, without any
 * lock; bounded, so that it costs about the same whatever the tables hold. What is too large for it is
 * passed over: `recountAll` counts that too.
 */
export async function lookForDrift(db: Pick<Db, "pool">, after: DriftCursor): Promise<DriftLook> {
  const sql = patientSql(db.pool);
  const options = await nextOptions(sql, after.option);
  const polls = await nextPolls(sql, after.poll);
  const optionsOff = await countOff(sql, {
    pollIds: [...new Set(options.taken.map(({ poll_id }) => BigInt(poll_id)))],
    firstOption: after.option + 1n,
    lastOption: options.last ?? after.option,
    withPolls: false,
  });
  const pollsOff = await countOff(sql, {
    pollIds: polls.taken.map(({ id }) => BigInt(id)),
    firstOption: 1n,
    lastOption: 0n,
    withPolls: true,
  });
  const over = options.last === undefined && polls.last === undefined;
  return {
    drift: optionsOff + pollsOff,
    next: over
      ? undefined
      : { option: options.last ?? after.option, poll: polls.last ?? after.poll },
  };
}

interface OptionSize extends Sized {
  readonly poll_id: string;
}

const nextOptions = async (sql: Sql, after: bigint) =>
  take(
    await sql<OptionSize>({
      name: "options-to-look-at",
      text: `SELECT o.id, o.poll_id, (SELECT coalesce(sum(abs(t.votes)), 0)::float8
                FROM option_tallies t WHERE t.option_id = o.id) AS votes
             FROM options o JOIN polls p ON p.id = o.poll_id AND p.deleted_at IS NULL
             WHERE o.id > $1::bigint ORDER BY o.id LIMIT ${lookRows}`,
      values: [String(after)],
    }),
  );

const nextPolls = async (sql: Sql, after: bigint) =>
  take(
    await sql<Sized>({
      name: "polls-to-look-at",
      text: `SELECT p.id, greatest(
               (SELECT coalesce(sum(abs(participants) + abs(ballots)), 0) FROM poll_tallies WHERE poll_id = p.id),
               (SELECT coalesce(sum(abs(votes)), 0) FROM (
                  SELECT t.votes FROM options o JOIN option_tallies t ON t.option_id = o.id
                  WHERE o.poll_id = p.id LIMIT ${lookVotes}) AS part))::float8 AS votes
             FROM polls p WHERE p.id > $1::bigint AND p.deleted_at IS NULL
             ORDER BY p.id LIMIT ${lookRows / 10}`,
      values: [String(after)],
    }),
  );

/** As many of the next as fit into a look; one that is too large for any is passed over when its turn comes. */
function take<Item extends Sized>(items: readonly Item[]) {
  let votes = 0;
  let fitting = 0;
  for (const item of items) {
    votes += item.votes;
    if (votes > lookVotes) break;
    fitting++;
  }
  const taken = items.slice(0, fitting);
  const last = taken.at(-1) ?? items[0];
  return { taken, last: last === undefined ? undefined : BigInt(last.id) };
}
