import { countWins } from "@polls/db/options";
import type { PrismaQueryable } from "@polls/db/sql";
import { groupBy } from "@polls/domain/grouping";
import type { Wins } from "@polls/domain/ratings";

/** The options that lost against an option, and how often. */
interface WinsOfOption {
  readonly losers: BigInt64Array;
  readonly counts: Int32Array;
}

/** The comparisons of a set, by winner. */
export interface ComparisonWins {
  readonly byWinner: ReadonlyMap<bigint, WinsOfOption>;
  /** The number of different pairs of winner and loser. */
  readonly pairs: number;
}

/** The number of options per query for wins. Short queries release their connection soon. */
const WINNERS_PER_QUERY = 50;

/** Counts the wins of the given options again, and keeps those of all others. */
export async function countWinsOf(
  queryable: PrismaQueryable,
  pollId: bigint,
  optionIds: readonly bigint[],
  before: ComparisonWins = { byWinner: new Map(), pairs: 0 },
): Promise<ComparisonWins> {
  const byWinner = new Map(before.byWinner);
  let { pairs } = before;
  for (let at = 0; at < optionIds.length; at += WINNERS_PER_QUERY) {
    const winners = optionIds.slice(at, at + WINNERS_PER_QUERY);
    const won = groupBy(await countWins(queryable, pollId, winners), ({ winnerId }) => winnerId);
    for (const id of winners) {
      const wins = won.get(id) ?? [];
      pairs += wins.length - (byWinner.get(id)?.losers.length ?? 0);
      byWinner.delete(id);
      if (wins.length === 0) continue;
      byWinner.set(id, {
        losers: BigInt64Array.from(wins, ({ loserId }) => loserId),
        counts: Int32Array.from(wins, ({ count }) => count),
      });
    }
  }
  return { byWinner, pairs };
}

export function* eachWin({ byWinner }: ComparisonWins): Generator<Wins> {
  for (const [winnerId, { losers, counts }] of byWinner) {
    for (let at = 0; at < losers.length; at++) {
      yield { winnerId, loserId: losers[at] ?? 0n, count: counts[at] ?? 0 };
    }
  }
}
