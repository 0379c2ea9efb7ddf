import type { Db } from "@polls/db/connection";
import { newPublicId } from "@polls/db/tokens";
import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { countStored } from "@polls/testing";

/** How many ballots are alike, and the value of each option, by index. Without a value there is no vote. */
export type Ballots = readonly [count: number, values: readonly (number | undefined)[]];

/** Ranks from 1 in the order of the given indexes of options. */
export function ranked(count: number, ...order: readonly number[]): Ballots {
  const values: number[] = [];
  for (const [place, index] of order.entries()) values[index] = place + 1;
  return [count, Array.from(values)];
}

/** Stores ballots of new participants without checking any rules, and recounts the poll. */
export async function storeBallots(
  db: Db,
  poll: Poll,
  options: readonly Pick<Option, "id">[],
  ballots: readonly Ballots[],
): Promise<void> {
  for (const [count, values] of ballots) {
    const given = options.flatMap(({ id }, index) => {
      const value = values[index];
      return value === undefined ? [] : [{ id: String(id), value }];
    });
    await db.pool.query(
      `WITH voters AS (
         INSERT INTO participants (public_id, poll_id, owner_key, confirmed_at)
         SELECT $2::text || '-' || n, $1::bigint, 'user:0', now() FROM generate_series(1, $3::int) AS n
         RETURNING id, public_id)
       INSERT INTO votes (public_id, poll_id, participant_id, option_id, type, value, score, counts)
       SELECT v.public_id || '-' || given.id, $1::bigint, v.id, given.id, $4::text, given.value,
              given.value, true
       FROM voters v, unnest($5::bigint[], $6::numeric[]) AS given(id, value)`,
      [
        String(poll.id),
        newPublicId(),
        count,
        poll.settings.vote_type,
        given.map(({ id }) => id),
        given.map(({ value }) => value),
      ],
    );
  }
  await countStored(db, poll.id);
}
