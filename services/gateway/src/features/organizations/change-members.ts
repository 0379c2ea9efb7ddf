import type { PrismaTransaction } from "@polls/db";
import {
  type MemberChange,
  type MemberChangeRefusal,
  mayChangeMember,
  type OrganizationRole,
} from "@polls/domain/access";
import { Invalid, NotFound } from "@polls/domain/refusals";
import { enterToChange, type OrganizationVisit } from "./enter-organization";
import { findMember, type Member, putMember, removeMember } from "./organizations.repository";

const sentences: Readonly<Record<MemberChangeRefusal, string>> = {
  admins_only: "Only owners and admins change who belongs to the organization",
  owners_only: "Only owners change who is an owner",
  last_owner: "The organization must keep an owner",
};

function demand(change: MemberChange): void {
  const decision = mayChangeMember(change);
  if (!decision.allowed) {
    throw new Invalid({ base: [sentences[decision.because]] }, decision.because);
  }
}

/** Makes an account a member. Throws 422 when it is a member or does not exist. */
export async function addMember(
  tx: PrismaTransaction,
  visit: OrganizationVisit,
  added: { readonly accountId: string; readonly role: OrganizationRole },
): Promise<Member> {
  const { organizationId, role: asker, owners } = await enterToChange(tx, visit);
  demand({ asker, self: false, from: undefined, to: added.role, owners });
  const account = await tx.prisma.account.findUnique({ where: { publicId: added.accountId } });
  if (account === null) throw new Invalid({ account_id: ["is no account"] });
  if ((await findMember(tx, organizationId, added.accountId)) !== null) {
    throw new Invalid({ account_id: ["is a member already"] }, "already_member");
  }
  return putMember(tx, organizationId, account.id, added.role);
}

/** Changes the role of a member. */
export async function changeRole(
  tx: PrismaTransaction,
  visit: OrganizationVisit,
  change: { readonly accountId: string; readonly role: OrganizationRole },
): Promise<Member> {
  const { organizationId, accountId } = await judge(tx, visit, change.accountId, change.role);
  return putMember(tx, organizationId, accountId, change.role);
}

/** Removes a member, who may be the caller. */
export async function dropMember(
  tx: PrismaTransaction,
  visit: OrganizationVisit,
  accountPublicId: string,
): Promise<void> {
  const { organizationId, accountId } = await judge(tx, visit, accountPublicId, undefined);
  await removeMember(tx, organizationId, accountId);
}

async function judge(
  tx: PrismaTransaction,
  visit: OrganizationVisit,
  accountPublicId: string,
  to: OrganizationRole | undefined,
) {
  const { organizationId, role: asker, owners } = await enterToChange(tx, visit);
  const member = await findMember(tx, organizationId, accountPublicId);
  if (member === null) throw new NotFound("Member");
  const self = member.accountId === visit.accountId;
  demand({ asker, self, from: member.role as OrganizationRole, to, owners });
  return member;
}
