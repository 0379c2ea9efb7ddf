import type { Poll } from "@polls/domain/polls";
import { z } from "zod";
import { mailRequestOf } from "../../http/limits/mail-request";
import { pageHeaders, pagingQuery, readPage } from "../../http/replies/pagination";
import { reply } from "../../http/replies/reply";
import { endpointsOf } from "../../http/routing/endpoint";
import { adminRule } from "../../http/routing/poll-rules";
import { pollUrls } from "../../pages/poll-urls";
import {
  createInvitations,
  type Invitation,
  listInvitations,
  withdrawInvitation,
} from "./invitations";
import {
  CreateInvitationsBody,
  InvitationResponse,
  NewInvitationResponse,
} from "./invitations.schema";

const PER_PAGE = 20;
const endpoint = endpointsOf({ tag: "Invitations", auth: "any" });
const path = "/api/v1/polls/:poll_id/invitations";

const present = (
  { settings }: Pick<Poll, "settings">,
  { publicId, email, jury, participantId, usedAt, mailState }: Invitation,
) => ({
  id: publicId,
  email,
  jury,
  used: participantId !== null,
  used_at: settings.anonymize_voter_names ? null : (usedAt?.toISOString() ?? null),
  mail_state: mailState,
});

/** Invitations to a poll, for admins (docs/reference/participants.md#invitations). */
export const invitationEndpoints = [
  endpoint({
    run: "transaction",
    id: "invitations.create",
    method: "post",
    path,
    summary: "Create invitations to a poll",
    description:
      "Creates up to 1,000 invitations. Those with an address are mailed. Only this response contains the codes and links.",
    poll: { ...adminRule, lock: "shared" },
    body: CreateInvitationsBody,
    responses: { 201: z.array(NewInvitationResponse) },
    handle: async (input, { config, storedKeys }) => {
      const { poll, body, tx, now } = input;
      const { invitations: wanted, message = null } = body.read();
      const mail = mailRequestOf(input);
      const terms = { ...config, storedKeys };
      const made = await createInvitations(tx, { poll, wanted, message, mail, now }, terms);
      const link = pollUrls(config.baseUrl, poll).public;
      return reply(
        201,
        made.map((one) => ({
          ...present(poll, one),
          code: one.code,
          url: `${link}?invitation=${one.code}`,
        })),
      );
    },
  }),
  endpoint({
    run: "snapshot",
    id: "invitations.list",
    path,
    summary: "List the invitations to a poll, newest first",
    description: "Lists the invitations to a poll, without their codes.",
    poll: adminRule,
    query: pagingQuery(PER_PAGE),
    responses: { 200: z.array(InvitationResponse) },
    handle: async ({ poll, query, address }, { db }) => {
      const page = readPage(query, PER_PAGE);
      const { invitations, total } = await listInvitations(db, poll, page);
      const shown = invitations.map((one) => present(poll, one));
      return reply(200, shown, pageHeaders(page, total, address));
    },
  }),
  endpoint({
    run: "transaction",
    id: "invitations.withdraw",
    method: "delete",
    path: `${path}/:id`,
    summary: "Withdraw an invitation",
    description: "Withdraws an invitation that is not used yet. Its code becomes invalid.",
    poll: { ...adminRule, lock: "shared" },
    responses: { 204: null },
    handle: async ({ poll, params, tx }, { storedKeys }) => {
      await withdrawInvitation(tx, poll, params.id, storedKeys.addresses.all);
      return reply(204);
    },
  }),
];
