import type { OrganizationRole } from "@polls/domain/access";
import type { z } from "zod";
import type { Member, Membership } from "./organizations.repository";
import type { MemberResponse, OrganizationResponse } from "./organizations.schema";

export const presentOrganization = (
  membership: Membership,
): z.input<typeof OrganizationResponse> => ({
  id: membership.publicId,
  name: membership.name,
  role: membership.role,
  created_at: membership.createdAt.toISOString(),
});

export const presentMember = (member: Member): z.input<typeof MemberResponse> => ({
  account_id: member.account.publicId,
  name: member.account.name,
  email: member.account.email,
  role: member.role as OrganizationRole,
  created_at: member.createdAt.toISOString(),
});
