/**
 * Standard competition ranks (1, 2, 2, 4) of what `compare` puts in order, the best first; equal ones
 * share a rank (decisions 4).
 */
export function competitionRanks<Entry>(
  entries: readonly Entry[],
  compare: (one: Entry, other: Entry) => number,
): ReadonlyMap<Entry, number> {
  const sorted = [...entries].sort(compare);
  const ranks = new Map<Entry, number>();
  let rank = 0;
  let previous: Entry | undefined;
  sorted.forEach((entry, index) => {
    if (previous === undefined || compare(previous, entry) !== 0) rank = index + 1;
    ranks.set(entry, rank);
    previous = entry;
  });
  return ranks;
}
