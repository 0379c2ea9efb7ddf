import { pageHeaders, pagingQuery, sortQuery } from "../../http/replies/pagination";
import { reply } from "../../http/replies/reply";
import { endpoint } from "../../http/routing/endpoint";
import { readContentRule } from "../../http/routing/poll-rules";
import { readResults } from "./read-results";
import { ResultsResponse } from "./results.schema";

export const resultEndpoints = [
  endpoint({
    run: "snapshot",
    id: "results.show",
    path: "/api/v1/polls/:poll_id/results",
    summary: "Show the results of a poll",
    description:
      "Shows the options that can be voted on, with their ratings and the distribution of values. If ratings are hidden from members, they get 404.",
    tag: "Results",
    auth: "any",
    large: true,
    poll: readContentRule,
    query: {
      ...pagingQuery(undefined),
      sort: sortQuery,
    },
    responses: { 200: ResultsResponse },
    handle: async ({ query, address, ...caller }, deps) => {
      const { results, page, total } = await readResults(caller, query, deps);
      return reply(200, results, pageHeaders(page, total, address));
    },
  }),
];
