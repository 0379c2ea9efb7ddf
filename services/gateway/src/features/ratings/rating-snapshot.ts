import type { ChangeCursor, ChangeEnd } from "@polls/db/options";
import { ordered, type Ranking, type ScoredOption } from "@polls/domain/ratings";
import { inSlices } from "./in-slices";
import type { ComparisonWins } from "./wins";

/** The ranking of a set at one moment, and the cursor from which its later changes are read. */
export interface RatingSnapshot {
  /** The orders of lists are added when they are first used. */
  ranking: Ranking;
  /** The time for which the snapshot is exact, in milliseconds. */
  readonly takenAt: number;
  /** The time at which the whole set was last read, in milliseconds. */
  readonly wholeAt: number;
  /** Undefined: the next snapshot must read the whole set. */
  readonly cursor: ChangeCursor | undefined;
  /** Becomes the cursor once all transactions that started before it have ended. */
  readonly end: ChangeEnd | undefined;
  /** The comparisons, if the ranking is one of comparisons and has strengths. */
  readonly wins: ComparisonWins | undefined;
  readonly stored: boolean;
  readonly sorting: Map<string, Promise<readonly ScoredOption[]>>;
}

/** The end of an earlier snapshot, once no transaction can add changes before it. */
export const cursorAfter = (
  { end }: RatingSnapshot,
  { running }: ChangeEnd,
): ChangeCursor | undefined => (end !== undefined && running >= end.next ? end : undefined);

/** An order of a snapshot's options, sorted when it is first used. */
export function orderOf(snapshot: RatingSnapshot, name: string): Promise<readonly ScoredOption[]> {
  const known = snapshot.ranking.orders.get(name);
  if (known !== undefined) return Promise.resolve(known);
  const sorting = snapshot.sorting.get(name) ?? addOrder(snapshot, name);
  snapshot.sorting.set(name, sorting);
  return sorting;
}

async function addOrder(snapshot: RatingSnapshot, name: string): Promise<readonly ScoredOption[]> {
  const order = await inSlices(ordered(snapshot.ranking, name));
  const { ranking } = snapshot;
  snapshot.ranking = { ...ranking, orders: new Map([...ranking.orders, [name, order]]) };
  return order;
}
