import {
  type OptionFilter,
  type OptionListScope,
  ownOptions,
  pageOfOptions,
} from "@polls/db/options";
import {
  byListKey,
  type Compare,
  findScored,
  type ListKey,
  listOrderName,
  lowerBound,
  type Ranking,
  type ScoredOption,
  scoreOption,
} from "@polls/domain/ratings";
import type { RatingSource } from "./load-siblings";
import { loadSiblings } from "./load-siblings";
import { type RatingRequest, snapshotOf } from "./rate-options";
import { orderOf } from "./rating-snapshot";

export interface PageRange {
  readonly limit: number;
  readonly offset: number;
  /** Restricts the page to these options. Undefined: all options. */
  readonly among?: readonly bigint[] | undefined;
  /** Restricts the page to options that match. Undefined: all options. */
  readonly filter?: OptionFilter | undefined;
}

/** The most options that one query compares with a filter. More would hold up other requests. */
const BATCH = 1_000;

/**
 * The ids of one page of the options that a reader sees, ordered by rating. Undefined: the set
 * cannot be voted on. The cost depends on the number of the reader's own options, and with a
 * filter on the offset, not on the size of the set.
 */
export async function ratedPage(
  queryable: RatingSource,
  scope: OptionListScope,
  request: RatingRequest,
  key: ListKey,
  range: PageRange,
): Promise<readonly bigint[] | undefined> {
  const snapshot = await snapshotOf(queryable, request);
  if (snapshot === undefined) return undefined;
  const order = (which: "all" | "public") => orderOf(snapshot, listOrderName(key, which));
  const page = (list: readonly ScoredOption[], extra: readonly ScoredOption[]) =>
    mergedPage(list, extra, byListKey(key), range).map(({ id }) => id);
  if (range.among !== undefined) {
    return page([], await scoredOf(queryable, request, snapshot.ranking, range.among));
  }
  const matching = (list: readonly ScoredOption[]) => firstMatching(queryable, scope, list, range);
  const { pollId, parentId, reader } = scope;
  if (reader === "admin") return page(await matching(await order("all")), []);

  const siblings = { pollId, parentId };
  const which = reader.othersShown ? "not_public" : "all";
  const own = await ownOptions(queryable, siblings, reader.ownerKey, which);
  const extra = await scoredOf(queryable, request, snapshot.ranking, own);
  const others = reader.othersShown ? await matching(await order("public")) : [];
  return page(others, await matching([...extra].sort(byListKey(key))));
}

/** The options of a sorted list that match the filter, as far as the end of the page. */
async function firstMatching(
  queryable: RatingSource,
  scope: OptionListScope,
  list: readonly ScoredOption[],
  { filter, limit, offset }: PageRange,
): Promise<readonly ScoredOption[]> {
  if (filter === undefined) return list;
  const matching: ScoredOption[] = [];
  for (let at = 0; at < list.length && matching.length < offset + limit; at += BATCH) {
    const batch = list.slice(at, at + BATCH);
    const among = batch.map(({ id }) => id);
    const part = { limit: BATCH, offset: 0, among, filter };
    const found = new Set(await pageOfOptions(queryable, scope, "options.position asc", part));
    matching.push(...batch.filter(({ id }) => found.has(id)));
  }
  return matching;
}

/** The scores of options: from the ranking, or from the database if they are not in the ranking. */
async function scoredOf(
  queryable: RatingSource,
  { set }: RatingRequest,
  ranking: Ranking,
  ids: readonly bigint[],
): Promise<readonly ScoredOption[]> {
  const known = ids.flatMap((id) => findScored(ranking, id) ?? []);
  const unknown = ids.filter((id) => findScored(ranking, id) === undefined);
  if (unknown.length === 0) return known;
  const siblings = await loadSiblings(queryable, set, unknown);
  return [...known, ...siblings.map((sibling) => scoreOption(sibling, ranking.rules))];
}

/** One page of a sorted list with extra entries merged in, without copying the list. */
export function mergedPage<Entry>(
  list: readonly Entry[],
  extra: readonly Entry[],
  compare: Compare<Entry>,
  { limit, offset }: PageRange,
): readonly Entry[] {
  const sorted = [...extra].sort(compare);
  const extraAt = new Map(
    sorted.map((entry, index) => [lowerBound(list, entry, compare) + index, entry]),
  );
  const before = [...extraAt.keys()].filter((at) => at < offset).length;
  const page: Entry[] = [];
  for (let at = offset, extras = before; page.length < limit; at++) {
    const inserted = extraAt.get(at);
    if (inserted !== undefined) {
      page.push(inserted);
      extras++;
      continue;
    }
    const entry = list[at - extras];
    if (entry === undefined) break;
    page.push(entry);
  }
  return page;
}
