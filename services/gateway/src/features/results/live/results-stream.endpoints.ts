import { restrictsView } from "@polls/domain/access";
import { ratingVisibility } from "@polls/domain/ratings";
import { NotFound } from "@polls/domain/refusals";
import type { Request, Response } from "express";
import { z } from "zod";
import { pagingQuery, sortQuery } from "../../../http/replies/pagination";
import { reply } from "../../../http/replies/reply";
import { networkOf } from "../../../http/request/client-address";
import { streamEndpoint } from "../../../http/routing/endpoint";
import { ownParameters } from "../read-results";
import { readerRule } from "./admit-readers";
import { type EventStream, openEventStream, streamHeaders } from "./stream-response";
import type { LiveResults, Subscriber } from "./subscriber";

export const resultStreamEndpoints = [
  streamEndpoint({
    id: "results.follow",
    path: "/api/v1/polls/:poll_id/results/stream",
    summary:
      "Follow the results of a poll: server-sent events, each with the results as they are then",
    description:
      "Sends the results as server-sent events named `results`: the first at once, then at most one a second when they have changed. `data` is the body of `results.show`.",
    tag: "Results",
    auth: "any",
    poll: readerRule,
    query: {
      ...pagingQuery(undefined),
      sort: sortQuery,
    },
    headers: {
      "Last-Event-ID": z
        .string()
        .optional()
        .describe("The id of the last event: the first event comes when the results differ."),
    },
    contentType: "text/event-stream",
    responses: {
      200: z
        .string()
        .describe(
          "Server-sent events: `event: results`, an `id`, and the results as JSON in `data`.",
        ),
    },
    handle: async ({ actor, poll, access, now, query, params, header, ...input }, deps) => {
      const { liveResults, config } = deps;
      if (!ratingVisibility(poll, access, now).ratings) throw new NotFound("Page");
      const client = networkOf(input.clientAddress);
      liveResults.requireCapacity(client);
      const pollHash = params.poll_id ?? "";
      const restricted = restrictsView(readerRule, { actor, pollHash }, poll);
      const lastEventId = header("Last-Event-ID");
      const subscriber = {
        pollId: poll.id,
        client,
        // Other parameters make no other view.
        query: ownParameters(query).toString(),
        credentials: {
          authorization: header("Authorization"),
          userIdentifier: header("X-SERVICE-USER-IDENTIFIER"),
          organizationId: query.get("organization_id") ?? undefined,
        },
        request: {
          pollHash,
          origin: header("Origin"),
          ownHost: config.baseUrl.hostname,
          // Whom a restricted view admits has the password of its poll.
          matchedPasswordHash: restricted ? poll.passwordHash : undefined,
        },
      };
      return reply(200, (response) => follow(response, subscriber, lastEventId, liveResults), {
        ...streamHeaders,
      });
    },
  }),
];

/** Outside of the handler, so that a stream keeps nothing of it alive. */
function follow(
  response: Response,
  subscriber: Omit<Subscriber, keyof EventStream>,
  lastEventId: string | undefined,
  liveResults: LiveResults,
): void {
  if (response.req.method === "HEAD") {
    response.end();
    return;
  }
  releaseHeaders(response.req);
  const stream = openEventStream(response, lastEventId);
  const { close } = liveResults.subscribe({ ...subscriber, ...stream });
  response.once("close", close);
}

/** A request lives as long as its stream. Its headers are read by now, and would take 6 KB of each. */
function releaseHeaders(request: Request): void {
  request.rawHeaders = [];
  request.headers = {};
  request.headersDistinct = {};
}
