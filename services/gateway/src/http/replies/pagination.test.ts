// Covers docs/reference/requests.md: paging
// Covers docs/reliability.md: invalid-requests

import { Invalid } from "@polls/domain/refusals";
import { offsetOf, pageHeaders, readPage } from "./pagination";

const read = (query: string) => readPage(new URLSearchParams(query), 20);

describe("paging", () => {
  test.each([
    ["", { page: 1, perPage: 20 }],
    ["page=3&per_page=50", { page: 3, perPage: 50 }],
    ["per_page=1000", { page: 1, perPage: 100 }],
    ["per_page=10000000000", { page: 1, perPage: 100 }],
    ["page=99999999999", { page: 999_999_999, perPage: 20 }],
    ["page=99999999999999999999", { page: 999_999_999, perPage: 20 }],
  ])("%s", (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  test.each(["page=0", "page=-1", "page=x", "page=", "page=1.5", "per_page=0", "per_page=1e2"])(
    "%s is 422",
    (query) => {
      expect(() => read(query)).toThrow(Invalid);
    },
  );

  test("the response reports the problems of both parameters", () => {
    expect(() => read("page=0&per_page=x")).toThrow(
      expect.objectContaining({
        errors: {
          page: ["must be a page number of at least 1"],
          per_page: ["must be a whole number of at least 1"],
        },
      }),
    );
  });

  test("the offset is the position of the first entry of the page", () => {
    expect(offsetOf({ page: 3, perPage: 50 })).toBe(100);
  });

  const address = () => new URL("https://polls.example/api/v1/polls?organization_id=o");
  const to = (page: number, rel: string) =>
    `<https://polls.example/api/v1/polls?organization_id=o&page=${page}&per_page=10>; rel="${rel}"`;
  test.each([
    ["in the middle", 2, 25, 3, [to(1, "first"), to(1, "prev"), to(3, "next"), to(3, "last")]],
    ["the first", 1, 25, 3, [to(1, "first"), to(2, "next"), to(3, "last")]],
    ["the last", 3, 25, 3, [to(1, "first"), to(2, "prev"), to(3, "last")]],
    ["behind the end", 9, 25, 3, [to(1, "first"), to(3, "prev"), to(3, "last")]],
    ["of an empty list", 1, 0, 0, [to(1, "first")]],
    ["that is the last one and full", 1, 10, 1, [to(1, "first"), to(1, "last")]],
  ])("the headers of a page %s", (_case, page, total, pages, links) => {
    expect(pageHeaders({ page, perPage: 10 }, total, address)).toEqual({
      "X-Total-Count": String(total),
      "X-Total-Pages": String(pages),
      Link: links.join(", "),
    });
  });
});
