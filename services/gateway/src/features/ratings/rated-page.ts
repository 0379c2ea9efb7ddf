import type { Queryable } from "@polls/db";
import {
  byListKey,
  type Compare,
  findScored,
  firstNotBefore,
  type ListKey,
  listOrderName,
  type Ranking,
  type ScoredOption,
  scoreOption,
} from "@polls/domain/ratings";
import { type Rated, snapshotOf } from "./rated-options";
import { orderOf } from "./rating-snapshots";
import { ownNotPublic, ownOptions, type SiblingScope } from "./readable-siblings";
import { loadSiblings } from "./siblings";

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
  key: ListKey,
  range: Range,
): Promise<readonly bigint[] | undefined> {
  const snapshot = await snapshotOf(queryable, rated);
  if (snapshot === undefined) return undefined;
  const order = (which: "all" | "public") => orderOf(snapshot, listOrderName(key, which));
  const page = (ordered: readonly ScoredOption[], few: readonly ScoredOption[]) =>
    mergedPage(ordered, few, byListKey(key), range).map(({ id }) => id);
  if (reader === "admin") return page(await order("all"), []);

  const siblings = { pollId, parentId };
  const own = reader.othersShown
    ? await ownNotPublic(queryable, siblings, reader.ownerKey)
    : await ownOptions(queryable, siblings, reader.ownerKey);
  const few = await scoredOf(queryable, rated, snapshot.ranking, own);
  return page(reader.othersShown ? await order("public") : [], few);
}

/** Options as the ranking know them; what they do not know yet is read. */
async function scoredOf(
  queryable: Queryable,
  { set }: Rated,
  ranking: Ranking,
  ids: readonly bigint[],
): Promise<readonly ScoredOption[]> {
  const known = ids.flatMap((id) => findScored(ranking, id) ?? []);
  const unknown = ids.filter((id) => findScored(ranking, id) === undefined);
  if (unknown.length === 0) return known;
  const siblings = await loadSiblings(queryable, set, { ids: unknown });
  return [...known, ...siblings.map((sibling) => scoreOption(sibling, ranking.rules))];
}

/** A page of an ordered list with a few more put in their places, without making the whole. */
export function mergedPage<Id>(
  ordered: readonly Id[],
  few: readonly Id[],
  compare: Compare<Id>,
  { limit, offset }: Range,
): readonly Id[] {
  const sorted = [...few].sort(compare);
  const places = new Map(sorted.map((id, n) => [firstNotBefore(ordered, id, compare) + n, id]));
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
