import type { Slices } from "./slices";

export type Compare<Entry> = (one: Entry, other: Entry) => number;

/** Entries that are sorted or copied between two pauses: well below 5 ms. */
const SLICE = 1_000;

/** Index of the first entry of an ordered list that does not come before `entry`. */
export function firstNotBefore<Entry extends Sought, Sought = Entry>(
  ordered: readonly Entry[],
  entry: Sought,
  compare: Compare<Sought>,
): number {
  let [from, to] = [0, ordered.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compare(ordered[middle] as Entry, entry) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Sorts a copy in slices: short runs first, then merged two by two. */
export function* sorted<Entry>(
  entries: readonly Entry[],
  compare: Compare<Entry>,
): Slices<readonly Entry[]> {
  let runs: (readonly Entry[])[] = [];
  for (let at = 0; at < entries.length; at += SLICE) {
    runs.push(entries.slice(at, at + SLICE).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly Entry[])[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(yield* mergedRuns(runs[at] ?? [], runs[at + 1] ?? [], compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedRuns<Entry>(
  left: readonly Entry[],
  right: readonly Entry[],
  compare: Compare<Entry>,
): Slices<readonly Entry[]> {
  const merged: Entry[] = [];
  let [l, r] = [0, 0];
  while (l < left.length && r < right.length) {
    const [one, other] = [left[l] as Entry, right[r] as Entry];
    // Equal ones stay in the order in which they came.
    if (compare(one, other) <= 0) {
      merged.push(one);
      l++;
    } else {
      merged.push(other);
      r++;
    }
    if (merged.length % SLICE === 0) yield;
  }
  return merged.concat(left.slice(l), right.slice(r));
}

/**
 * An ordered list without some of its entries and with others in their places. `compare` tells all
 * entries apart. Costs a copy of the list and a search for each change.
 */
export function replaced<Entry>(
  ordered: readonly Entry[],
  { gone, come }: { readonly gone: readonly Entry[]; readonly come: readonly Entry[] },
  compare: Compare<Entry>,
): readonly Entry[] {
  if (gone.length === 0 && come.length === 0) return ordered;
  const kept: Entry[] = [];
  const left = new Set(gone.map((entry) => firstNotBefore(ordered, entry, compare)));
  const arriving = [...come].sort(compare);
  const places = arriving.map((entry) => firstNotBefore(ordered, entry, compare));
  let next = 0;
  for (let at = 0; at <= ordered.length; at++) {
    for (; places[next] === at; next++) kept.push(arriving[next] as Entry);
    if (at < ordered.length && !left.has(at)) kept.push(ordered[at] as Entry);
  }
  return kept;
}
