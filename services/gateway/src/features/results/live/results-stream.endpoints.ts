import { restrictsView } from "@polls/domain/access";
import { ratingVisibility } from "@polls/domain/ratings";
import { NotFound } from "@polls/domain/refusals";
import { textLanguage as textLanguageOf } from "@polls/domain/translations";
import type { Request, Response } from "express";
import { z } from "zod";
import type { Deps } from "../../../deps";
import { pagingQuery, sortQuery } from "../../../http/replies/pagination";
import { reply } from "../../../http/replies/reply";
import { field } from "../../../http/replies/schema-parts";
import { networkOf } from "../../../http/request/client-address";
import { noOwners, ownHostsOf } from "../../../http/routing/admission";
import { digestOfBearer } from "../../../http/routing/authenticate";
import { endpointsOf, type UrlCredentials } from "../../../http/routing/endpoint";
import { readContentRule } from "../../../http/routing/poll-rules";
import { readListQuery } from "../../options/list-query";
import { ownParameters } from "../read-results";
import { StreamTicketResponse } from "../results.schema";
import {
  type EventStream,
  type LiveResults,
  openEventStream,
  type Subscriber,
  streamHeaders,
} from "./stream-response";
import { newTicket, openTicket, TICKET_MS } from "./stream-ticket";

const endpoint = endpointsOf({ tag: "Results", auth: "any" });

/** The credentials in the ticket of a URL. Throws 401. */
function ticketOf(
  { params, query }: { params: Readonly<Record<string, string>>; query: URLSearchParams },
  { config, clock }: Pick<Deps, "config" | "clock">,
): UrlCredentials | undefined {
  const ticket = query.get("ticket");
  if (ticket === null) return undefined;
  return openTicket(config.keys, params.poll_id ?? "", ticket, clock());
}

const viewQuery = { ...pagingQuery(undefined), sort: sortQuery };

const lastEventId = z.string().optional();

export const resultStreamEndpoints = [
  endpoint({
    run: "alone",
    id: "results.streamTickets.create",
    method: "post",
    path: "/api/v1/polls/:poll_id/results/stream_tickets",
    summary: "Create a URL that the browser's `EventSource` can follow",
    description:
      "`EventSource` sends no headers. The ticket in the URL replaces the caller's token, identifier and password. It can open streams of this poll for 60 seconds. The paging and order are those of the stream. An open stream continues as long as the caller may read the results.",
    scope: "read",
    poll: readContentRule,
    query: viewQuery,
    responses: { 201: StreamTicketResponse },
    handle: async (caller, { config, clock }) => {
      const { actor, credentials, poll, textLanguage, params } = caller;
      if (!ratingVisibility(caller).ratings) throw new NotFound("Page");
      const view = ownParameters(caller.query);
      readListQuery(caller, view, "to_read");
      const pollHash = params.poll_id;
      const { authorization, userIdentifier, organizationId } = credentials;
      const tokenDigest = digestOfBearer(authorization);
      if (tokenDigest === undefined) throw new Error("a caller without a token was admitted");
      const restricted = restrictsView(readContentRule, { actor, pollHash }, poll);
      const expiresAt = clock().getTime() + TICKET_MS;
      const ticket = newTicket(config.keys, pollHash, {
        expiresAt,
        tokenDigest,
        userIdentifier,
        organizationId,
        matchedPasswordHash: restricted ? poll.passwordHash : undefined,
      });
      const url = new URL(config.baseUrl.url(`/api/v1/polls/${pollHash}/results/stream`));
      for (const [name, value] of view) url.searchParams.set(name, value);
      const language = textLanguage ?? poll.settings.language;
      // The browser would send its own languages, and not the one that the reader chose.
      if (language !== undefined) url.searchParams.set("language", language);
      url.searchParams.set("ticket", ticket);
      return reply(201, {
        ticket,
        url: url.href,
        expires_at: new Date(expiresAt).toISOString(),
      });
    },
  }),
  endpoint({
    run: "alone",
    id: "results.follow",
    path: "/api/v1/polls/:poll_id/results/stream",
    summary: "Follow the results of a poll with server-sent events",
    description:
      "Sends the results as server-sent events named `results`. The first event is sent at once. Further events are sent when the results have changed, at most three per second. `data` is the body of `results.show`.",
    poll: readContentRule,
    query: {
      ...viewQuery,
      ticket: field.text("A ticket that replaces the headers with credentials.").optional(),
      last_event_id: lastEventId.describe("The same as the header `Last-Event-ID`."),
      language: field
        .text("The language of the texts for members, in place of `Accept-Language`.")
        .optional(),
    },
    headers: {
      "Last-Event-ID": lastEventId.describe(
        "The id of the last event that the client has. The first event is only sent when the results differ from it.",
      ),
    },
    urlCredentials: ticketOf,
    contentType: "text/event-stream",
    responses: {
      200: field.text(
        "Server-sent events: `event: results`, an `id`, and the results as JSON in `data`.",
      ),
    },
    handle: async (input, { liveResults, config, ownUrl }) => {
      const { actor, credentials, query, params, header, poll, access } = input;
      const language = query.get("language");
      const textLanguage =
        language === null || access === "admin"
          ? input.textLanguage
          : textLanguageOf(poll.settings, [language]);
      const caller = { ...input, textLanguage };
      if (!ratingVisibility(caller).ratings) throw new NotFound("Page");
      readListQuery(caller, ownParameters(query), "to_read");
      const client = networkOf(input.clientAddress);
      liveResults.requireCapacity(client);
      const pollHash = params.poll_id;
      const restricted = restrictsView(readContentRule, { actor, pollHash }, poll);
      const seen = header("Last-Event-ID") ?? query.get("last_event_id") ?? undefined;
      const subscriber = {
        pollId: poll.id,
        client,
        // Other parameters do not change the view, so they are removed.
        query: ownParameters(query).toString(),
        credentials,
        request: {
          pollHash,
          origin: header("Origin"),
          ownHosts: ownHostsOf({ config, ownUrl }),
          // A reader that a restricted view admits has sent the password of the poll.
          matchedPasswordHash: restricted ? poll.passwordHash : undefined,
          lockedOwners: noOwners,
          languages: textLanguage === undefined ? [] : [textLanguage],
        },
      };
      return reply(200, (response) => follow(response, subscriber, seen, liveResults), {
        ...streamHeaders,
      });
    },
  }),
];

/** Defined outside of the handler, so that a stream keeps no objects of the handler alive. */
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

/** A request lives as long as its stream, and its headers would take 6 KB each. */
function releaseHeaders(request: Request): void {
  request.rawHeaders = [];
  request.headers = {};
  request.headersDistinct = {};
}
