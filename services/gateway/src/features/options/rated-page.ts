import type { Queryable } from "@polls/db";
import { type Rated, standingsOf } from "./rated-options";
import type { RatingKey } from "./rating-snapshots";
import { ownNotPublic, ownOptions, type SiblingScope } from "./readable-siblings";

interface Range {
  readonly limit: number;
  readonly offset: number;
}

/**
 * One page of what a reader sees of a set, in an order by rating; undefined where nothing is voted
 * on. Costs the same however large the set is, but for the reader's own options.
 */
export async function ratedPage(
  queryable: Queryable,
  { pollId, parentId, reader }: SiblingScope,
  rated: Rated,
  key: RatingKey,
  range: Range,
): Promise<readonly bigint[] | undefined> {
  const standings = await standingsOf(queryable, rated);
  if (standings === undefined) return undefined;
  const { all, public: shown } = standings.order(key);
  if (reader === "admin") return mergedPage(all, [], standings.compare(key), range);
  const siblings = { pollId, parentId };
  return reader.othersShown
    ? mergedPage(
        shown,
        await ownNotPublic(queryable, siblings, reader.ownerKey),
        standings.compare(key),
        range,
      )
    : mergedPage(
        [],
        await ownOptions(queryable, siblings, reader.ownerKey),
        standings.compare(key),
        range,
      );
}

/** A page of an ordered list with a few more put in their places, without making the whole. */
export function mergedPage<Id>(
  ordered: readonly Id[],
  few: readonly Id[],
  compare: (one: Id, other: Id) => number,
  { limit, offset }: Range,
): readonly Id[] {
  const sorted = [...few].sort(compare);
  const places = new Map(sorted.map((id, n) => [firstBehind(ordered, id, compare) + n, id]));
  const before = [...places.keys()].filter((place) => place < offset).length;
  const page: Id[] = [];
  for (let place = offset, taken = before; page.length < limit; place++) {
    const inserted = places.get(place);
    if (inserted !== undefined) {
      page.push(inserted);
      taken++;
      continue;
    }
    const id = ordered[place - taken];
    if (id === undefined) break;
    page.push(id);
  }
  return page;
}

/** Index of the first entry that comes behind `id`. */
function firstBehind<Id>(
  ordered: readonly Id[],
  id: Id,
  compare: (one: Id, other: Id) => number,
): number {
  let [from, to] = [0, ordered.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const entry = ordered[middle];
    if (entry !== undefined && compare(entry, id) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
