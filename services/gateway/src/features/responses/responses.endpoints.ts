import { searchText } from "@polls/domain/input";
import { comparesVotes, peopleSorts } from "@polls/domain/participants";
import { Invalid } from "@polls/domain/refusals";
import { z } from "zod";
import { pageHeaders, pagingQuery, readPage } from "../../http/replies/pagination";
import { reply } from "../../http/replies/reply";
import { field } from "../../http/replies/schema-parts";
import { endpointsOf } from "../../http/routing/endpoint";
import { type RequestedPeople, readResponses } from "./read-responses";
import { ResponseOfParticipant } from "./responses.schema";

const endpoint = endpointsOf({ tag: "Results", auth: "any" });

const PER_PAGE = 10;
/** Each entry has many votes. */
const PER_PAGE_MAX = 20;

function readPeople(query: URLSearchParams): RequestedPeople {
  const wanted = query.get("sort") ?? peopleSorts[0];
  const sort = peopleSorts.find((each) => each === wanted);
  if (sort === undefined) throw new Invalid({ sort: [`must be one of ${peopleSorts.join(", ")}`] });
  const optionId = query.get("option_id");
  if (comparesVotes(sort) && !optionId) throw new Invalid({ option_id: ["is required"] });
  const search = searchText(query.get("search")) ?? null;
  return { search, sort, optionId };
}

/** What each participant answered, for admins (docs/reference/results.md#responses). */
export const responseEndpoints = [
  endpoint({
    run: "snapshot",
    id: "responses.list",
    path: "/api/v1/polls/:poll_id/responses",
    summary: "List what each participant answered",
    description:
      "Extension: lists the participants as `GET /polls/{poll_id}/voters` does, or those found in another order, each with votes, files and drawings. Members get 404.",
    poll: { param: "poll_id", password: "none", restricted: false, adminOnly: true },
    query: {
      search: field
        .text(
          "Lists only participants with this text in `user_name`, in any letter case, with or without accents. Ignored with `anonymize_voter_names`.",
        )
        .optional(),
      sort: z
        .enum(peopleSorts)
        .optional()
        .describe(
          "The order. Participants without a name or a vote come last. Orders by name and time are ignored with `anonymize_voter_names`. Default: `voters.created_at desc`.",
        ),
      option_id: field
        .text("The option whose votes are compared. Required for an order by votes.")
        .optional(),
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
      const { responses, total } = await readResponses(
        deps.db,
        input,
        readPeople(query),
        page,
        deps,
      );
      return reply(200, [...responses], pageHeaders(page, total, address));
    },
  }),
];
