import { Invalid } from "@polls/domain/refusals";
import { z } from "zod";
import { mailRequestOf } from "../../http/limits/mail-request";
import { pageHeaders, pagingQuery, readPage } from "../../http/replies/pagination";
import { reply } from "../../http/replies/reply";
import { endpointsOf } from "../../http/routing/endpoint";
import { addMember, changeRole, dropMember } from "./change-members";
import { inviteMember } from "./invite-member";
import {
  createOrganization,
  listMembers,
  listOrganizations,
  presentMember,
  presentOrganization,
} from "./organizations";
import {
  AddMemberBody,
  CreateOrganizationBody,
  InvitedResponse,
  MemberResponse,
  OrganizationResponse,
  UpdateMemberBody,
} from "./organizations.schema";

const PER_PAGE = 20;
const endpoint = endpointsOf({ tag: "Organizations", auth: "private" });

/** Organizations and their members (docs/reference/organizations.md). */
export const organizationEndpoints = [
  endpoint({
    run: "snapshot",
    id: "organizations.list",
    path: "/api/v1/organizations",
    summary: "List the organizations of the account, newest first",
    description: "Lists the organizations that the account is a member of.",
    query: pagingQuery(PER_PAGE),
    responses: { 200: z.array(OrganizationResponse) },
    handle: async ({ actor, query, address }, { db, config }) => {
      const page = readPage(query, PER_PAGE);
      const { memberships, total } = await listOrganizations(db, actor, page);
      const shown = memberships.map((each) => presentOrganization(each, config.signIn));
      return reply(200, shown, pageHeaders(page, total, address));
    },
  }),
  endpoint({
    run: "transaction",
    id: "organizations.create",
    method: "post",
    path: "/api/v1/organizations",
    summary: "Create an organization",
    description: "Creates an organization. The account of the token becomes its owner.",
    body: CreateOrganizationBody,
    responses: { 201: OrganizationResponse },
    handle: async ({ actor, body, tx }, { config }) => {
      const { name } = body.read().organization;
      const organization = await createOrganization(tx, { name, ownerId: actor.accountId });
      return reply(201, presentOrganization(organization, config.signIn));
    },
  }),
  endpoint({
    run: "snapshot",
    id: "organizations.members.list",
    path: "/api/v1/organizations/:id/members",
    summary: "List the members of an organization",
    description:
      "Lists the members in the order in which they joined. Every member may read the list.",
    query: pagingQuery(PER_PAGE),
    responses: { 200: z.array(MemberResponse) },
    handle: async ({ actor: { accountId }, params, query, address }, { db, config }) => {
      const visit = { accountId, organizationId: params.id };
      const page = readPage(query, PER_PAGE);
      const { members, total } = await listMembers(db, visit, page);
      const shown = members.map((each) => presentMember(each, config.signIn));
      return reply(200, shown, pageHeaders(page, total, address));
    },
  }),
  endpoint({
    run: "transaction",
    id: "organizations.members.add",
    method: "post",
    path: "/api/v1/organizations/:id/members",
    summary: "Add an account as a member, or invite an address",
    description:
      "Adds an account by its `id`, or mails an invitation to `email`, whose owner becomes a member by accepting it. Only owners and admins of the organization may do this.",
    body: AddMemberBody,
    responses: { 201: MemberResponse, 202: InvitedResponse },
    handle: async (input, deps) => {
      const { actor, params, body, tx, now } = input;
      const visit = { accountId: actor.accountId, organizationId: params.id };
      const { account_id: accountId, email, role } = body.read().member;
      if (email === undefined) {
        if (accountId === undefined) throw new Invalid({ account_id: ["is required"] });
        const added = await addMember(tx, visit, { accountId, role });
        return reply(201, presentMember(added, deps.config.signIn));
      }
      if (accountId !== undefined) throw new Invalid({ account_id: ["must be null"] });
      const invited = { email, role, mail: mailRequestOf(input), now };
      await inviteMember(tx, visit, invited, deps);
      return reply(202, { message: "An invitation is on its way to this address." });
    },
  }),
  endpoint({
    run: "transaction",
    id: "organizations.members.update",
    method: "patch",
    path: "/api/v1/organizations/:id/members/:account_id",
    summary: "Change the role of a member",
    description:
      "Changes the role of a member. Only owners and admins may do this. Only owners may give or take the role `owner`.",
    body: UpdateMemberBody,
    responses: { 200: MemberResponse },
    handle: async ({ actor: { accountId }, params, body, tx, now }, { config }) => {
      const visit = { accountId, organizationId: params.id, now };
      const { role } = body.read().member;
      const change = { accountId: params.account_id, role };
      const { changed, unchanged } = await changeRole(tx, visit, change);
      return { ...reply(200, presentMember(changed, config.signIn)), unchanged };
    },
  }),
  endpoint({
    run: "transaction",
    id: "organizations.members.remove",
    method: "delete",
    path: "/api/v1/organizations/:id/members/:account_id",
    summary: "Remove a member, or leave",
    description:
      "Removes a member. Owners and admins may remove others, and every member may leave. The last owner cannot be removed.",
    responses: { 204: null },
    handle: async ({ actor: { accountId }, params, tx, now }) => {
      const visit = { accountId, organizationId: params.id, now };
      await dropMember(tx, visit, params.account_id);
      return reply(204);
    },
  }),
];
