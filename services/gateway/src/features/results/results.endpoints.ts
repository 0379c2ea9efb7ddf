import { pageHeaders } from "../../http/replies/pagination";
import { reply } from "../../http/replies/reply";
import { readEndpoint } from "../../http/routing/endpoint";
import { readResults } from "./read-results";
import { ResultsResponse } from "./results.schema";

export const resultEndpoints = [
  readEndpoint({
    path: "/api/v1/polls/:poll_id/results",
    summary: "Show the results of a poll, where its ratings are seen",
    tag: "Results",
    auth: "any",
    poll: { param: "poll_id", password: "none", restricted: true },
    query: {
      page: "1-based number of the page of top-level options",
      per_page: "At most 100",
      sort: "As for the list of options",
    },
    responses: { 200: ResultsResponse },
    handle: async ({ query, address, ...caller }, deps) => {
      const { results, page, total } = await readResults(caller, query, deps);
      return reply(200, results, pageHeaders(page, total, address));
    },
  }),
];
