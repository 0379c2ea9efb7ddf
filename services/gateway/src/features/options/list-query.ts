import type { OptionFilter, StoredSort } from "@polls/db/options";
import type { PollCaller } from "@polls/domain/access";
import {
  listOrder,
  notApproved,
  type Option,
  type RequestedFields,
  searchTerms,
} from "@polls/domain/options";
import { pollTypes } from "@polls/domain/poll-types";
import { ratingVisibility } from "@polls/domain/ratings";
import { Invalid } from "@polls/domain/refusals";
import { type ListPage, readPage } from "../../http/replies/pagination";
import { readFlag } from "../../http/request/query-flag";

/** In comparisons `to_vote` lists the pair on offer, `to_read` all. Only `to_vote` shuffles. */
export type ListPurpose = "to_vote" | "to_read";

export interface RequestedPage {
  readonly order: StoredSort | "shuffled" | "options.rating desc" | "options.average_rating desc";
  readonly page: ListPage;
}

export function readListQuery(
  caller: PollCaller,
  query: URLSearchParams,
  purpose: ListPurpose,
  parent?: Option,
): RequestedPage {
  const { poll, access } = caller;
  const page = readPage(query, poll.settings.options_per_page ?? pollTypes.get(poll.type).pageSize);
  const ratingsShown = ratingVisibility(caller).ratings;
  const requested = query.get("sort") ?? undefined;
  const order = listOrder({
    poll,
    access,
    parent,
    requested,
    ratingsShown,
    toVote: purpose === "to_vote",
  });
  if (!order.ok) throw new Invalid(order.errors);
  return { page, order: order.value };
}

/** Undefined: all options are listed. */
export function readFilter(
  { poll, access, now }: PollCaller,
  query: URLSearchParams,
): OptionFilter | undefined {
  const approval = access === "admin" ? readApproval(query) : undefined;
  const terms = searchTerms(
    { search: query.get("search") ?? undefined, tag: query.get("tag") ?? undefined },
    poll,
    access,
  );
  if (approval === undefined && terms === undefined) return undefined;
  return { search: terms && { ...terms, now }, approval };
}

/** The approval of a query. Throws 422. */
export function readApproval(query: URLSearchParams): (typeof notApproved)[number] | undefined {
  const text = query.get("approval_state");
  if (text === null) return undefined;
  const state = notApproved.find((each) => each === text.trim());
  if (state !== undefined) return state;
  throw new Invalid({ approval_state: [`must be one of ${notApproved.join(", ")}`] });
}

const requestable = [
  "data",
  "description",
  "media",
  "settings",
] as const satisfies readonly RequestedFields[];

/** The fields that lists have only on request, and the query requests. */
export const readRequested = (query: URLSearchParams): ReadonlySet<RequestedFields> =>
  new Set(requestable.filter((fields) => readFlag(query, fields) === true));
