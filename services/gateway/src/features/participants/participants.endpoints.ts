import { isVisitor } from "@polls/domain/access";
import { askAgainBody } from "@polls/domain/opt-ins";
import {
  createParticipantBody,
  personalLinkBody,
  updateParticipantBody,
} from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { z } from "zod";
import type { TransactionDeps } from "../../deps";
import { mailRequestOf } from "../../http/limits/mail-request";
import { limitCreatedParticipants } from "../../http/limits/rate-limit";
import { pageHeaders, pagingQuery, readPage } from "../../http/replies/pagination";
import { reply } from "../../http/replies/reply";
import { requireSendable, SENT_BACK_MAX_BYTES } from "../../http/replies/sent-back";
import { endpointsOf, type Input } from "../../http/routing/endpoint";
import { changeRule, readContentRule } from "../../http/routing/poll-rules";
import { askAgain } from "./ask-again";
import { createParticipant } from "./create-participant";
import { deleteParticipant } from "./delete-participant";
import {
  CreatedParticipantResponse,
  ParticipantResponse,
  PersonalLinkResponse,
} from "./participants.schema";
import { endPersonalLink, personalLinkOf, showPersonalLink } from "./personal-link";
import { presentParticipant, readParticipant, readParticipants } from "./read-participants";
import { updateParticipant } from "./update-participant";

const PER_PAGE = 20;
const endpoint = endpointsOf({ tag: "Participants", auth: "any" });
const path = "/api/v1/polls/:poll_id/voters";
const onePath = `${path}/:id` as const;
const linkPath = `${onePath}/link` as const;

/** Counts a request that creates a participant or sends it a mail. Returns what it is carried out with. */
function limited<Sent extends Pick<Input<unknown>, "actor" | "clientAddress" | "header" | "body">>(
  input: Sent & { readonly poll: Poll },
  deps: TransactionDeps,
) {
  limitCreatedParticipants(input.poll, input.clientAddress, deps);
  const command = { ...input, body: input.body.sent, mail: mailRequestOf(input) };
  return [command, { ...deps.config, storedKeys: deps.storedKeys }] as const;
}

/** Participants, called `voters` in the API (docs/reference/participants.md). */
export const participantEndpoints = [
  endpoint({
    run: "snapshot",
    id: "participants.list",
    path,
    summary: "List the participants of a poll, newest first",
    description: "Lists the participants that the caller may read.",
    poll: readContentRule,
    query: pagingQuery(PER_PAGE),
    responses: { 200: z.array(ParticipantResponse) },
    handle: async ({ query, address, ...input }, { db, config }) => {
      const page = readPage(query, PER_PAGE);
      const { participants, total } = await readParticipants(
        db,
        { ...input, baseUrl: config.baseUrl },
        page,
      );
      return reply(200, [...participants], pageHeaders(page, total, address));
    },
  }),
  endpoint({
    run: "transaction",
    id: "participants.create",
    method: "post",
    path,
    summary: "Create a participant of a poll",
    description:
      "Creates a participant that belongs to the caller. Votes need a participant. `voter_required_fields` of the poll lists the required fields.",
    scope: "vote",
    poll: { ...changeRule, password: "members" },
    body: createParticipantBody,
    responses: { 201: CreatedParticipantResponse },
    handle: async (input, deps) => {
      const participant = await createParticipant(input.tx, ...limited(input, deps));
      const reader = { ...input, baseUrl: deps.config.baseUrl };
      const url = isVisitor(input.actor)
        ? personalLinkOf(input.poll, participant, deps.config)
        : undefined;
      return reply(201, {
        ...(await presentParticipant(input.tx, reader, participant)),
        ...(url !== undefined && { personal_url: url }),
      });
    },
  }),
  endpoint({
    run: "snapshot",
    id: "participants.show",
    path: onePath,
    summary: "Show a participant",
    description: "Shows a participant. A participant that the caller may not read is 404.",
    poll: readContentRule,
    responses: { 200: ParticipantResponse },
    handle: async ({ params, ...input }, { db, config }) =>
      reply(200, await readParticipant(db, { ...input, baseUrl: config.baseUrl }, params.id)),
  }),
  endpoint({
    run: "transaction",
    id: "participants.update",
    method: "patch",
    path: onePath,
    summary: "Change a participant",
    description:
      "Changes the given fields. Owners may change their participant. Admins may change others if the type of the poll allows it. `fraudulent` and `jury` need a token with the scope `manage`.",
    scope: "vote",
    poll: changeRule,
    body: updateParticipantBody,
    bodyMaxBytes: SENT_BACK_MAX_BYTES,
    responses: { 200: ParticipantResponse },
    handle: async (input, { config }) => {
      const publicId = input.params.id;
      const { participant, unchanged } = await updateParticipant(input.tx, {
        ...input,
        publicId,
        body: input.body.sent,
        baseUrl: config.baseUrl,
      });
      const reader = { ...input, baseUrl: config.baseUrl };
      const shown = await presentParticipant(input.tx, reader, participant);
      return { ...reply(200, requireSendable(shown)), unchanged };
    },
  }),
  endpoint({
    run: "transaction",
    id: "participants.delete",
    method: "delete",
    path: onePath,
    summary: "Remove the votes of a participant, and the participant if allowed",
    description:
      "Removes the votes of the participant. The participant is removed too if the account of the poll may delete participants. Otherwise it stays without votes.",
    scope: "vote",
    poll: changeRule,
    responses: { 204: null, 403: null },
    handle: async (input) => {
      await deleteParticipant(input.tx, { ...input, publicId: input.params.id });
      return reply(204);
    },
  }),
  endpoint({
    run: "transaction",
    id: "participants.optIn.resend",
    method: "post",
    path: `${onePath}/opt_in`,
    summary: "Send another confirmation mail to a participant, optionally to a corrected address",
    description:
      "Sends another mail to confirm the address of a participant. An address in the body replaces the old one. In polls of dates, a participant without an address may leave one.",
    poll: changeRule,
    body: askAgainBody.optional(),
    responses: { 200: ParticipantResponse },
    handle: async (input, deps) => {
      const [command, terms] = limited(input, deps);
      const one = { ...command, publicId: input.params.id };
      const participant = await askAgain(input.tx, one, terms);
      const reading = { ...input, baseUrl: deps.config.baseUrl };
      return reply(200, await presentParticipant(input.tx, reading, participant));
    },
  }),
  endpoint({
    run: "transaction",
    id: "participants.link.create",
    method: "post",
    path: linkPath,
    summary: "Get the personal link of a participant, or have it mailed",
    description:
      "Returns the link with which another browser continues as the caller's participant. With an address, the link is mailed too. The link is the same until it is revoked.",
    scope: "vote",
    poll: changeRule,
    body: personalLinkBody.optional(),
    responses: { 201: PersonalLinkResponse },
    handle: async (input, deps) => {
      const [command, terms] = limited(input, deps);
      const one = { ...command, publicId: input.params.id };
      return reply(201, await showPersonalLink(input.tx, one, terms));
    },
  }),
  endpoint({
    run: "transaction",
    id: "participants.link.revoke",
    method: "delete",
    path: linkPath,
    summary: "Revoke the personal link of a participant",
    description:
      "Ends the personal link, and the access of all browsers that opened it. The next request for the link returns a new one.",
    scope: "vote",
    poll: changeRule,
    responses: { 204: null },
    handle: async (input) => {
      await endPersonalLink(input.tx, { ...input, publicId: input.params.id });
      return reply(204);
    },
  }),
];
