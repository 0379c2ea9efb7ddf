import { z } from "zod";
import { pageHeaders, readPage } from "../../http/replies/pagination";
import { reply } from "../../http/replies/reply";
import { readEndpoint, writeEndpoint } from "../../http/routing/endpoint";
import { addMember, changeRole, dropMember } from "./change-members";
import { createOrganization } from "./create-organization";
import { listMembers } from "./list-members";
import { listOrganizations } from "./list-organizations";
import {
  AddMemberBody,
  CreateOrganizationBody,
  MemberResponse,
  OrganizationResponse,
  UpdateMemberBody,
} from "./organizations.schema";
import { presentMember, presentOrganization } from "./present-organization";

const PER_PAGE = 20;
const tag = "Organizations";
const paging = { page: "1-based number of the page", per_page: "20 unless told, at most 100" };

/** Organizations and their members (docs/reference/organizations.md). */
export const organizationEndpoints = [
  readEndpoint({
    path: "/api/v1/organizations",
    summary: "List the organizations the account belongs to, newest first",
    tag,
    auth: "private",
    query: paging,
    responses: { 200: z.array(OrganizationResponse) },
    handle: async ({ actor, query, address }, { db }) => {
      const page = readPage(query, PER_PAGE);
      const { memberships, total } = await listOrganizations(db, actor, page);
      return reply(200, memberships.map(presentOrganization), pageHeaders(page, total, address));
    },
  }),
  writeEndpoint({
    method: "post",
    path: "/api/v1/organizations",
    summary: "Create an organization, whose owner the account becomes",
    tag,
    auth: "private",
    body: CreateOrganizationBody,
    responses: { 201: OrganizationResponse },
    handle: async ({ actor, body, tx }) => {
      const { name } = body().organization;
      const organization = await createOrganization(tx, { name, ownerId: actor.accountId });
      return reply(201, presentOrganization(organization));
    },
  }),
  readEndpoint({
    path: "/api/v1/organizations/:id/members",
    summary: "List the members of an organization",
    tag,
    auth: "private",
    query: paging,
    responses: { 200: z.array(MemberResponse) },
    handle: async ({ actor: { accountId }, params, query, address }, { db }) => {
      const visit = { accountId, organizationId: params.id ?? "" };
      const page = readPage(query, PER_PAGE);
      const { members, total } = await listMembers(db, visit, page);
      return reply(200, members.map(presentMember), pageHeaders(page, total, address));
    },
  }),
  writeEndpoint({
    method: "post",
    path: "/api/v1/organizations/:id/members",
    summary: "Make an account a member; owners and admins only",
    tag,
    auth: "private",
    body: AddMemberBody,
    responses: { 201: MemberResponse },
    handle: async ({ actor: { accountId }, params, body, tx }) => {
      const visit = { accountId, organizationId: params.id ?? "" };
      const { account_id, role } = body().member;
      return reply(201, presentMember(await addMember(tx, visit, { accountId: account_id, role })));
    },
  }),
  writeEndpoint({
    method: "patch",
    path: "/api/v1/organizations/:id/members/:account_id",
    summary: "Change the role of a member; owners and admins only",
    tag,
    auth: "private",
    body: UpdateMemberBody,
    responses: { 200: MemberResponse },
    handle: async ({ actor: { accountId }, params, body, tx }) => {
      const visit = { accountId, organizationId: params.id ?? "" };
      const { role } = body().member;
      const member = await changeRole(tx, visit, { accountId: params.account_id ?? "", role });
      return reply(200, presentMember(member));
    },
  }),
  writeEndpoint({
    method: "delete",
    path: "/api/v1/organizations/:id/members/:account_id",
    summary: "Remove a member, or leave",
    tag,
    auth: "private",
    responses: { 204: null },
    handle: async ({ actor: { accountId }, params, tx }) => {
      const visit = { accountId, organizationId: params.id ?? "" };
      await dropMember(tx, visit, params.account_id ?? "");
      return reply(204);
    },
  }),
];
