import type { Slices } from "./slices";

export type Compare<Entry> = (one: Entry, other: Entry) => number;

/** Entries sorted or copied per slice, which takes well below 5 ms. */
const SLICE = 1_000;

/** Index of the first entry of a sorted list that does not come before `entry`, or its length. */
export function lowerBound<Entry extends Key, Key = Entry>(
  list: readonly Entry[],
  entry: Key,
  compare: Compare<Key>,
): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compare(list[middle] as Entry, entry) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Returns a sorted copy. Uses a stable merge sort in slices, which is fast where entries are nearly in order. */
export function* sorted<Entry>(
  entries: readonly Entry[],
  compare: Compare<Entry>,
): Slices<readonly Entry[]> {
  if (yield* isSorted(entries, compare)) return entries.slice();
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

function* isSorted<Entry>(entries: readonly Entry[], compare: Compare<Entry>): Slices<boolean> {
  for (let at = 1; at < entries.length; at++) {
    if (compare(entries[at - 1] as Entry, entries[at] as Entry) > 0) return false;
    if (at % SLICE === 0) yield;
  }
  return true;
}

function* mergedRuns<Entry>(
  left: readonly Entry[],
  right: readonly Entry[],
  compare: Compare<Entry>,
): Slices<readonly Entry[]> {
  const [last, first] = [left.at(-1), right[0]];
  const inOrder = last === undefined || first === undefined || compare(last, first) <= 0;
  if (inOrder) return left.concat(right);
  const merged: Entry[] = [];
  let [l, r] = [0, 0];
  while (l < left.length && r < right.length) {
    const [one, other] = [left[l] as Entry, right[r] as Entry];
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
 * Copies a sorted list with entries removed and others added in order, at the cost of a copy and a binary search per
 * change. `compare` must not return 0 for different entries.
 */
export function replaced<Entry>(
  list: readonly Entry[],
  changes: { readonly removed: readonly Entry[]; readonly added: readonly Entry[] },
  compare: Compare<Entry>,
): readonly Entry[] {
  if (changes.removed.length === 0 && changes.added.length === 0) return list;
  const copy: Entry[] = [];
  const removed = new Set(changes.removed.map((entry) => lowerBound(list, entry, compare)));
  const added = [...changes.added].sort(compare);
  const positions = added.map((entry) => lowerBound(list, entry, compare));
  let next = 0;
  for (let at = 0; at <= list.length; at++) {
    for (; positions[next] === at; next++) copy.push(added[next] as Entry);
    if (at < list.length && !removed.has(at)) copy.push(list[at] as Entry);
  }
  return copy;
}
