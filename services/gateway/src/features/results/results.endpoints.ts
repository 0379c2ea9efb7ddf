import { ratingVisibility } from "@polls/domain/ratings";
import { Invalid, NoCount, NotFound } from "@polls/domain/refusals";
import { preferredLanguage } from "@polls/markup";
import { z } from "zod";
import { pageHeaders, pagingQuery, sortQuery } from "../../http/replies/pagination";
import { unavailable } from "../../http/replies/problem";
import { reply } from "../../http/replies/reply";
import { endpointsOf } from "../../http/routing/endpoint";
import { readContentRule } from "../../http/routing/poll-rules";
import { CountResponse } from "./count/count.schema";
import { pageOfRounds } from "./count/page-of-rounds";
import { maySeeCount, presentCount } from "./count/present-count";
import { readResults } from "./read-results";
import { ResultsResponse } from "./results.schema";

const endpoint = endpointsOf({ tag: "Results", auth: "any" });

/** The first count of most large polls takes less. */
const RETRY_AFTER_SECONDS = 1;

/** The number of the first round of a response. */
function readRound(query: URLSearchParams): number {
  const text = query.get("round") ?? "1";
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) {
    throw new Invalid({ round: ["must be a whole number of at least 1"] });
  }
  return Number(text);
}

export const resultEndpoints = [
  endpoint({
    run: "snapshot",
    id: "results.show",
    path: "/api/v1/polls/:poll_id/results",
    summary: "Show the results of a poll",
    description:
      "Shows the options that can be voted on, with their ratings and the distribution of values. If ratings are hidden from members, they get 404.",
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
  endpoint({
    run: "snapshot",
    id: "results.count",
    path: "/api/v1/polls/:poll_id/results/count",
    summary: "Show how the result of a poll was counted",
    description:
      "Shows each step of the count by the `counting_method` of the poll: rounds, transfers, duels, grades and ties. Of a large poll, it is the last complete count. Members who may not read the results get 404.",
    large: true,
    poll: readContentRule,
    query: {
      round: z
        .int()
        .min(1)
        .optional()
        .describe("The number of the first round in `rounds`, starting at 1. Default: 1."),
    },
    responses: { 200: CountResponse },
    handle: async ({ header, query, ...caller }, { db, ratingSnapshots }) => {
      if (!ratingVisibility(caller).ratings) throw new NotFound("Page");
      if (caller.poll.settings.counting_method === undefined) throw new NoCount();
      if (!maySeeCount(caller)) throw new NotFound("Page");
      const from = readRound(query) - 1;
      const count = await ratingSnapshots.counts.of(db, caller.poll);
      if (count === "none") throw new NoCount();
      if (count === "pending") {
        throw unavailable("The votes are being counted", RETRY_AFTER_SECONDS);
      }
      const language = preferredLanguage(header("Accept-Language"));
      const page = pageOfRounds(count.figures.rounds, from);
      return reply(200, await presentCount(db, caller.poll, count, language, page));
    },
  }),
];
