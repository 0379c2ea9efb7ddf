import { z } from "zod";
import { pageHeaders, pagingQuery, readPage } from "../../http/replies/pagination";
import { reply } from "../../http/replies/reply";
import { endpointsOf } from "../../http/routing/endpoint";
import { readResponses } from "./read-responses";
import { ResponseOfParticipant } from "./responses.schema";

const endpoint = endpointsOf({ tag: "Results", auth: "any" });

const PER_PAGE = 10;
/** Each entry has many votes. */
const PER_PAGE_MAX = 20;

/** What each participant answered, for admins (docs/reference/results.md#responses). */
export const responseEndpoints = [
  endpoint({
    run: "snapshot",
    id: "responses.list",
    path: "/api/v1/polls/:poll_id/responses",
    summary: "List what each participant answered",
    description:
      "Extension: lists the participants as `GET /polls/{poll_id}/voters` does, each with votes, files and drawings. Members get 404.",
    poll: { param: "poll_id", password: "none", restricted: false, adminOnly: true },
    query: {
      ...pagingQuery(PER_PAGE),
      per_page: z
        .int()
        .min(1)
        .max(PER_PAGE_MAX)
        .optional()
        .describe(`The number of entries per page, at most ${PER_PAGE_MAX}. Default: ${PER_PAGE}.`),
    },
    responses: { 200: z.array(ResponseOfParticipant) },
    handle: async ({ query, address, ...input }, deps) => {
      const requested = readPage(query, PER_PAGE);
      const page = { ...requested, perPage: Math.min(requested.perPage, PER_PAGE_MAX) };
      const { responses, total } = await readResponses(deps.db, input, page, deps);
      return reply(200, [...responses], pageHeaders(page, total, address));
    },
  }),
];
