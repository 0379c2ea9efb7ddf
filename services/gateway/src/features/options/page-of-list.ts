import {
  countMatchingOptions,
  type OptionFilter,
  type OptionListScope,
  pageOfOptions,
} from "@polls/db/options";
import type { ReadSnapshot } from "@polls/db/sql";
import { ownerKeyOf, type PollCaller } from "@polls/domain/access";
import { doorTypes, putsClosedDoorsLast, shuffleSeed } from "@polls/domain/options";
import { offsetOf } from "../../http/replies/pagination";
import type { RatingRequest } from "../ratings/rate-options";
import { type PageRange, ratedPage } from "../ratings/rated-page";
import type { RequestedPage } from "./list-query";

/** A page of more options is searched by the database (ADR 0045). */
const FEW = 1_000;

/** The options that match, with their ids if they are few. */
interface FoundOptions {
  readonly total: number;
  readonly range: Pick<PageRange, "among" | "filter">;
}

export async function findOptions(
  queryable: ReadSnapshot,
  scope: OptionListScope,
  filter: OptionFilter,
): Promise<FoundOptions> {
  const first = { limit: FEW + 1, offset: 0, filter };
  const ids = await pageOfOptions(queryable, scope, "options.position asc", first);
  if (ids.length <= FEW) return { total: ids.length, range: { among: ids } };
  return { total: await countMatchingOptions(queryable, scope, filter), range: { filter } };
}

interface PageRequest extends RequestedPage {
  readonly caller: PollCaller;
  readonly scope: OptionListScope;
  readonly rating: RatingRequest;
  /** Undefined: all options are listed. */
  readonly found: FoundOptions | undefined;
}

/** The ids of the options on a page of a list, in their order. */
export async function pageIds(
  queryable: ReadSnapshot,
  request: PageRequest,
): Promise<readonly bigint[]> {
  const { caller, scope, rating, order, page, found } = request;
  // A member finds no closed doors.
  if (found === undefined && putsClosedDoorsLast(order, caller.poll, caller.access)) {
    return pageWithClosedDoorsLast(queryable, request);
  }
  const range = { limit: page.perPage, offset: offsetOf(page), ...found?.range };
  if (found !== undefined && range.offset >= found.total) return [];
  if (order === "shuffled") {
    return pageOfOptions(queryable, scope, { shuffleSeed: seedFor(caller) }, range);
  }
  if (order === "options.rating desc" || order === "options.average_rating desc") {
    const key = order === "options.rating desc" ? "rating" : "average_rating";
    const ranked = await ratedPage(queryable, scope, rating, key, range);
    // Options without votes have no order by rating.
    return ranked ?? pageOfOptions(queryable, scope, "options.position asc", range);
  }
  return pageOfOptions(queryable, scope, order, range);
}

async function pageWithClosedDoorsLast(
  queryable: ReadSnapshot,
  request: PageRequest,
): Promise<readonly bigint[]> {
  const { caller, scope, page } = request;
  const doors = (open: boolean): OptionFilter => ({
    search: undefined,
    approval: undefined,
    doors: { open, doorTypes, now: caller.now },
  });
  const found = await findOptions(queryable, scope, doors(true));
  const open = await pageIds(queryable, { ...request, found });
  const limit = page.perPage - open.length;
  if (limit === 0) return open;
  const offset = Math.max(0, offsetOf(page) - found.total);
  const filter = doors(false);
  const closed = { limit, offset, filter };
  return [...open, ...(await pageOfOptions(queryable, scope, "options.position asc", closed))];
}

/** The seed of the shuffle. All anonymous readers of an account share one. */
const seedFor = ({ poll, actor }: PollCaller): bigint =>
  BigInt(shuffleSeed(poll.memberHash, ownerKeyOf(actor) ?? `reader:${actor.accountId}`));
