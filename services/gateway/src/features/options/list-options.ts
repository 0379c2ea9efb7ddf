import {
  countOptions,
  countSiblingsOfEach,
  type OptionListScope,
  pagesOfChildren,
} from "@polls/db/options";
import type { ReadSnapshot } from "@polls/db/sql";
import { owns, type PollCaller } from "@polls/domain/access";
import { groupBy } from "@polls/domain/grouping";
import { isPublic, type Option } from "@polls/domain/options";
import { pollTypes } from "@polls/domain/poll-types";
import { type Rating, ratingVisibility } from "@polls/domain/ratings";
import type { ReadDeps } from "../../deps";
import type { ListPage } from "../../http/replies/pagination";
import type { CountsBefore } from "../ratings/load-siblings";
import { findPairOnOffer } from "../ratings/pair-on-offer";
import { type RatingRequest, rateOptions } from "../ratings/rate-options";
import { type ListPurpose, readFilter, readListQuery, readRequested } from "./list-query";
import { findFacts } from "./option-facts";
import { findVisibleOption, loadOptions, membersSee, scopeOf } from "./option-rows";
import type { OptionListItemWire } from "./options.schema";
import { findOptions, pageIds } from "./page-of-list";
import { presentListItem } from "./present-option";
import { linksOf } from "./show-option";

/** The rating is present if the caller may read it. */
export interface ListedOption {
  readonly item: OptionListItemWire;
  readonly option: Option;
  readonly rating: Rating | undefined;
}

interface OptionList {
  readonly options: readonly ListedOption[];
  readonly total: number;
  readonly page: ListPage;
}

type ListDeps = Pick<ReadDeps, "config" | "db" | "ownUrl" | "ratingSnapshots">;

/** The top level, or the children of `parent_option_id` (docs/reference/options.md#lists). */
export async function listOptions(
  caller: PollCaller,
  query: URLSearchParams,
  purpose: ListPurpose,
  deps: ListDeps,
  countsBefore?: CountsBefore,
): Promise<OptionList> {
  const queryable = deps.db;
  const lineage = await lineageOf(queryable, caller, query.get("parent_option_id"));
  const [parent] = lineage;
  const list = listBelow(lineage, caller, deps, countsBefore);
  const { scope, rating } = list;
  const { page, order } = readListQuery(caller, query, purpose, parent);
  const pair =
    parent === undefined && purpose === "to_vote" && pollTypes.get(caller.poll.type).offersPairs
      ? queryable.outside("pair on offer", (db) =>
          findPairOnOffer(caller, query, scope, { ...deps, db }),
        )
      : undefined;
  const filter = pair === undefined ? readFilter(caller, query) : undefined;
  const found = filter && (await findOptions(queryable, scope, filter));
  const listed = pair ?? (await pageIds(queryable, { caller, scope, rating, order, page, found }));
  const total = pair?.length ?? found?.total ?? (await countOptions(queryable, scope));
  const options = await showLists([{ ...list, listed }], caller, { query, purpose }, deps);
  return { options, total, page };
}

/** At most so many siblings are rated together, unless one parent has more: so that no result of a statement is large. */
const RATED_TOGETHER = 200;

/** Children of parents at the top level, as in their lists. More parents take no more statements, only more children. */
export async function listChildren(
  parents: readonly Option[],
  caller: PollCaller,
  perParent: number,
  deps: ListDeps,
  countsBefore?: CountsBefore,
): Promise<readonly ListedOption[]> {
  if (parents.length === 0) return [];
  const parentIds = parents.map(({ id }) => id);
  const countOf = await countSiblingsOfEach(deps.db, caller.poll.id, parentIds);
  const parts: Option[][] = [];
  let count = RATED_TOGETHER;
  for (const parent of parents) {
    const { options } = countOf(parent.id);
    count += options;
    if (options === 0) continue;
    if (count <= RATED_TOGETHER) parts.at(-1)?.push(parent);
    else [count] = [options, parts.push([parent])];
  }
  const children: ListedOption[] = [];
  for (const part of parts) {
    children.push(...(await listPart(part, caller, perParent, deps, countsBefore)));
  }
  return children;
}

async function listPart(
  parents: readonly Option[],
  caller: PollCaller,
  perParent: number,
  deps: ListDeps,
  countsBefore: CountsBefore | undefined,
): Promise<readonly ListedOption[]> {
  const query = new URLSearchParams({ per_page: String(perParent) });
  const lists = parents.map((parent) => ({
    ...listBelow([parent], caller, deps, countsBefore),
    ...readListQuery(caller, query, "to_read", parent),
    parentId: parent.id,
  }));
  const byPosition = lists.filter(({ order }) => order === "options.position asc");
  const pages = await pagesOfChildren(
    deps.db,
    byPosition.map(({ scope, parentId }) => ({ ...scope, parentId })),
    perParent,
  );
  const listed = [];
  for (const list of lists) {
    const known = pages.get(list.parentId);
    const ids = known ?? (await pageIds(deps.db, { caller, ...list, found: undefined }));
    listed.push({ ...list, listed: ids });
  }
  return showLists(listed, caller, { query, purpose: "to_read" }, deps);
}

interface List {
  readonly scope: OptionListScope;
  readonly rating: RatingRequest;
}

/** The children of an option that is known with its ancestors, or without one the top level. */
function listBelow(
  lineage: readonly Option[],
  caller: PollCaller,
  { ratingSnapshots }: ListDeps,
  countsBefore: CountsBefore | undefined,
): List {
  const { poll, now } = caller;
  const [parent] = lineage;
  const set = { poll, parent, shownToMembers: membersSee(poll, lineage, undefined, now) };
  return {
    scope: scopeOf(caller, lineage),
    rating: { set, snapshots: ratingSnapshots, countsBefore },
  };
}

/** The listed options of several lists, with a fixed number of statements where no ranking is expensive. */
async function showLists(
  lists: readonly (List & { readonly listed: readonly bigint[] })[],
  caller: PollCaller,
  { query, purpose }: { readonly query: URLSearchParams; readonly purpose: ListPurpose },
  deps: ListDeps,
): Promise<readonly ListedOption[]> {
  const queryable = deps.db;
  const ids = lists.flatMap(({ listed }) => listed);
  const records = (await loadOptions(queryable, ids)).filter(
    // A snapshot may contain options that were hidden after it was taken.
    ({ option }) => caller.access === "admin" || isPublic(option) || owns(caller.actor, option),
  );
  const below = groupBy(records, ({ option }) => option.parentId);
  const shown = lists.map(({ scope, rating }) => {
    const options = (below.get(scope.parentId) ?? []).map(({ option }) => option);
    return { scope, options, ...rating, ids: options.map(({ id }) => id) };
  });
  const ratings = ratingVisibility(caller).ratings
    ? await rateOptions(queryable, shown)
    : undefined;
  const factsOf = await findFacts(queryable, caller, shown, purpose);
  const links = linksOf(deps);
  const requested = readRequested(query);
  return records.map((record) => {
    const { option } = record;
    const rating = ratings?.get(option.id);
    const extras = { ...factsOf(option), rating, requested };
    return { item: presentListItem(record, extras, caller, links), option, rating };
  });
}

async function lineageOf(
  queryable: ReadSnapshot,
  caller: PollCaller,
  parentPublicId: string | null,
): Promise<readonly Option[]> {
  const id = parentPublicId?.trim() ?? "";
  return id === "" ? [] : (await findVisibleOption(queryable, caller, id)).lineage;
}
