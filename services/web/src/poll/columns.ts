/** The positions of the entries of a list, in pixels from its top. */
export interface Layout {
  readonly tops: readonly number[];
  /** The column of each entry, from 0. */
  readonly columns: readonly number[];
  readonly height: number;
}

interface Columns {
  readonly columns: number;
  readonly gap: number;
}

/** Puts the entries into rows, each as high as its highest entry. An entry without height takes no space. */
export function layOutRows(heights: readonly number[], { columns: count, gap }: Columns): Layout {
  const tops: number[] = [];
  const columns: number[] = [];
  let row = { top: 0, height: 0, entries: 0 };
  for (const height of heights) {
    if (row.entries === count) row = { top: row.top + row.height + gap, height: 0, entries: 0 };
    tops.push(row.top);
    columns.push(row.entries);
    if (height === 0) continue;
    row.height = Math.max(row.height, height);
    row.entries++;
  }
  return { tops, columns, height: row.top + row.height };
}

/** Puts each entry into the shortest column (masonry layout). An entry without height takes no space. */
export function layOut(heights: readonly number[], { columns: count, gap }: Columns): Layout {
  const ends = Array.from({ length: count }, () => 0);
  const tops: number[] = [];
  const columns: number[] = [];
  for (const height of heights) {
    const column = ends.indexOf(Math.min(...ends));
    const top = ends[column] ?? 0;
    tops.push(top);
    columns.push(column);
    if (height > 0) ends[column] = top + height + gap;
  }
  return { tops, columns, height: Math.max(0, Math.max(...ends) - gap) };
}

/** The first and the last entry that overlap a part of the list; undefined if none does. */
export function entriesIn(
  { tops }: Layout,
  heights: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): { readonly first: number; readonly last: number } | undefined {
  const touches = (top: number, at: number) => top < to && top + (heights[at] ?? 0) > from;
  const first = tops.findIndex(touches);
  return first < 0 ? undefined : { first, last: tops.findLastIndex(touches) };
}
