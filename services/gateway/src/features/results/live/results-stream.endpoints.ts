import type { Response } from "express";
import { z } from "zod";
import { reply } from "../../../http/replies/reply";
import { networkOf } from "../../../http/request/client-address";
import { admitToPoll, pollCall } from "../../../http/routing/admission";
import { streamEndpoint } from "../../../http/routing/endpoint";
import { readResultEvent } from "./result-event";
import { openEventStream, streamHeaders } from "./stream-response";

const poll = { param: "poll_id", password: "none", restricted: true } as const;

export const resultStreamEndpoints = [
  streamEndpoint({
    path: "/api/v1/polls/:poll_id/results/stream",
    summary:
      "Follow the results of a poll: server-sent events, each with the results as they are then",
    tag: "Results",
    auth: "any",
    poll,
    query: {
      page: "1-based number of the page of top-level options",
      per_page: "At most 100",
      sort: "As for the list of options",
    },
    headers: {
      "Last-Event-ID": "The id of the results that the client has: it is told of others only",
    },
    contentType: "text/event-stream",
    responses: { 200: z.string() },
    handle: async (input, deps) => {
      const { query, params, header, clientAddress, address } = input;
      const { liveResults } = deps;
      const network = networkOf(clientAddress);
      liveResults.requireCapacity(network);
      const first = await readResultEvent(input, query, deps);
      liveResults.requireCapacity(network);

      const admit = async () => {
        const actor = await deps.authenticator.authenticate({
          authorization: header("Authorization"),
          userIdentifier: header("X-SERVICE-USER-IDENTIFIER"),
          organizationId: address.searchParams.get("organization_id") ?? undefined,
        });
        const call = pollCall(
          { actor, clientAddress, pollHash: params.poll_id ?? "" },
          header,
          deps,
        );
        const admitted = await admitToPoll(deps.db, poll, call, deps);
        return { actor, ...admitted };
      };
      const body = (response: Response) => {
        if (response.req.method === "HEAD") return response.end();
        const stream = openEventStream(response, header("Last-Event-ID"));
        stream.send(first);
        const subscriber = { pollId: input.poll.id, client: network, query, admit, ...stream };
        const { close } = liveResults.subscribe(subscriber);
        response.once("close", close);
        return response;
      };
      return reply(200, body, streamHeaders);
    },
  }),
];
