import { personalLinkBody } from "@polls/domain/participants";
import { mailRequestOf } from "../../http/limits/mail-request";
import { limitCreatedParticipants } from "../../http/limits/rate-limit";
import { reply } from "../../http/replies/reply";
import { endpoint } from "../../http/routing/endpoint";
import { PersonalLinkResponse } from "./participants.schema";
import { endPersonalLink, showPersonalLink } from "./personal-link";

const path = "/api/v1/polls/:poll_id/voters/:id/link";
const poll = { param: "poll_id", password: "none", restricted: false, lock: "shared" } as const;

/** The link with which a participant continues on another device (docs/reference/participants.md#personal-link). */
export const personalLinkEndpoints = [
  endpoint({
    run: "transaction",
    id: "participants.link.create",
    method: "post",
    path,
    summary: "Get the personal link of a participant, or have it mailed",
    description:
      "Returns the link with which another browser continues as the caller's participant. With an address, the link is mailed too. The link is the same until it is revoked.",
    tag: "Participants",
    auth: "any",
    scope: "vote",
    poll,
    body: personalLinkBody.optional(),
    responses: { 201: PersonalLinkResponse },
    handle: async (input, deps) => {
      limitCreatedParticipants(input.poll, input.clientAddress, deps);
      const command = {
        ...input,
        publicId: input.params.id ?? "",
        body: input.rawBody,
        mail: mailRequestOf(input),
      };
      const { config, storedKeys } = deps;
      return reply(201, await showPersonalLink(input.tx, command, { ...config, storedKeys }));
    },
  }),
  endpoint({
    run: "transaction",
    id: "participants.link.revoke",
    method: "delete",
    path,
    summary: "Revoke the personal link of a participant",
    description:
      "Ends the personal link, and the access of all browsers that opened it. The next request for the link returns a new one.",
    tag: "Participants",
    auth: "any",
    scope: "vote",
    poll,
    responses: { 204: null },
    handle: async (input) => {
      await endPersonalLink(input.tx, { ...input, publicId: input.params.id ?? "" });
      return reply(204);
    },
  }),
];
