import { sorts } from "@polls/domain/polls";
import { Invalid, type ProblemSentence } from "@polls/domain/refusals";
import { z } from "zod";

const PER_PAGE_MAX = 100;
/** Larger pages are empty too, and their offset would not be exact. */
const PAGE_MAX = 999_999_999;

export interface ListPage {
  /** Starts at 1. */
  readonly page: number;
  readonly perPage: number;
}

/** Query parameters of a list. Undefined: the default depends on the poll and its type. */
export const pagingQuery = (perPage: number | undefined) => ({
  page: z.int().min(1).optional().describe("The page number, starting at 1. Default: 1."),
  per_page: z
    .int()
    .min(1)
    .max(PER_PAGE_MAX)
    .optional()
    .describe(
      `The number of entries per page, at most ${PER_PAGE_MAX}. Default: ${
        perPage ?? "`options_per_page` of the poll, else the page size of its type"
      }.`,
    ),
});

export const sortQuery = z
  .enum(sorts)
  .optional()
  .describe("The order. It needs `allow_change_sort` of the poll.");

/** Throws 422 for a value that is no whole number from 1 (docs/reference/requests.md#paging). */
export function readPage(query: URLSearchParams, perPageDefault: number): ListPage {
  const errors: Record<string, ProblemSentence[]> = {};
  const read = (name: string, fallback: number): number => {
    const text = query.get(name);
    if (text === null) return fallback;
    if (/^\d+$/.test(text) && Number(text) >= 1) return Math.min(Number(text), PAGE_MAX);
    errors[name] = [
      name === "page"
        ? "must be a page number of at least 1"
        : "must be a whole number of at least 1",
    ];
    return fallback;
  };
  const page = read("page", 1);
  const perPage = Math.min(read("per_page", perPageDefault), PER_PAGE_MAX);
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return { page, perPage };
}

/** The largest offset of a list is far above every list, and fits into the integers of PostgreSQL. */
const OFFSET_MAX = 2_000_000_000;

/** The number of entries before a page. */
export const offsetOf = ({ page, perPage }: ListPage): number =>
  Math.min((page - 1) * perPage, OFFSET_MAX);

/** Reads one page, in a query of Prisma. */
export const windowOf = (page: ListPage) => ({ skip: offsetOf(page), take: page.perPage });

/** The headers of a list (docs/reference/requests.md#paging). `Link` has absolute URLs. */
export function pageHeaders(
  { page, perPage }: ListPage,
  totalCount: number,
  address: () => URL,
): Record<string, string> {
  const totalPages = Math.ceil(totalCount / perPage);
  const list = address();
  const link = (rel: string, to: number): string => {
    const target = new URL(list);
    target.searchParams.set("page", String(to));
    target.searchParams.set("per_page", String(perPage));
    return `<${target.href}>; rel="${rel}"`;
  };
  const links = [link("first", 1)];
  if (page > 1) links.push(link("prev", Math.min(page - 1, Math.max(totalPages, 1))));
  if (page < totalPages) links.push(link("next", page + 1));
  if (totalPages > 0) links.push(link("last", totalPages));
  return {
    "X-Total-Pages": String(totalPages),
    "X-Total-Count": String(totalCount),
    Link: links.join(", "),
  };
}
