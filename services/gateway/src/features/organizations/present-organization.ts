import type { OrganizationRole } from "@polls/domain/access";
import type { z } from "zod";
import type { SignInSettings } from "../../sign-in-environment";
import type { Member, Membership } from "./organizations.repository";
import type { MemberResponse, OrganizationResponse } from "./organizations.schema";

export const presentOrganization = (
  membership: Membership,
  signIn: SignInSettings,
): z.input<typeof OrganizationResponse> => ({
  id: membership.publicId,
  name: membership.name,
  role: membership.role,
  role_provider: nameOfProvider(membership.provider, signIn),
  created_at: membership.createdAt.toISOString(),
});

export const presentMember = (
  member: Member,
  signIn: SignInSettings,
): z.input<typeof MemberResponse> => ({
  account_id: member.account.publicId,
  name: member.account.name,
  email: member.account.email,
  role: member.role as OrganizationRole,
  role_provider: nameOfProvider(member.provider, signIn),
  created_at: member.createdAt.toISOString(),
});

/** A provider that is no longer configured has only its id. */
const nameOfProvider = (id: string | null, { providers }: SignInSettings): string | null =>
  providers.find((provider) => provider.id === id)?.name ?? id;
