import type { PrismaTransaction } from "@polls/db/sql";
import {
  knownAdminHashes,
  type MemberChange,
  type MemberChangeRefusal,
  mayChangeMember,
  type OrganizationRole,
} from "@polls/domain/access";
import { Invalid, NotFound } from "@polls/domain/refusals";
import { accountSubject, noteAct, type Operator } from "../operators/audit-log";
import { renewAdminHashes } from "../poll-hashes/renew-admin-hashes";
import { enterToChange, type OrganizationVisit } from "./organizations";
import { findMember, type Member, putMember, removeMember } from "./organizations.repository";

const sentences: Readonly<Record<MemberChangeRefusal, string>> = {
  admins_only: "Only owners and admins may add, change or remove members",
  owners_only: "Only owners may give or take the role owner",
  last_owner: "The organization must have an owner",
};

export function requireAllowed(change: MemberChange): void {
  const decision = mayChangeMember(change);
  if (!decision.allowed) {
    throw new Invalid({ base: [sentences[decision.because]] }, decision.because);
  }
}

/** Makes an account a member. Throws 422 if it does not exist or is already a member. */
export async function addMember(
  tx: PrismaTransaction,
  visit: OrganizationVisit,
  added: { readonly accountId: string; readonly role: OrganizationRole },
): Promise<Member> {
  const { organizationId, role: asker, owners } = await enterToChange(tx, visit);
  requireAllowed({ asker, self: false, from: undefined, to: added.role, owners });
  const account = await tx.prisma.account.findUnique({ where: { publicId: added.accountId } });
  if (account === null) throw new Invalid({ account_id: ["is not the id of an account"] });
  if ((await findMember(tx, organizationId, added.accountId)) !== null) {
    throw new Invalid({ account_id: ["is already a member"] }, "already_member");
  }
  await noteRight(tx, visit, { accountId: added.accountId, from: undefined, to: added.role });
  return putMember(tx, organizationId, account.id, added.role);
}

/** With fewer rights, the admin hashes that the member knows are replaced. */
export async function changeRole(
  tx: PrismaTransaction,
  visit: OrganizationVisit & { readonly now: Date },
  change: { readonly accountId: string; readonly role: OrganizationRole },
): Promise<{ readonly changed: Member; readonly unchanged: boolean }> {
  const member = await judge(tx, visit, change.accountId, change.role);
  const { organizationId, accountId } = member;
  const changed = await putMember(tx, organizationId, accountId, change.role);
  if (member.role !== change.role) {
    const { accountId: changedId, role: to } = change;
    await noteRight(tx, visit, { accountId: changedId, from: member.role, to });
  }
  await renewKnownHashes(tx, member, change.role, visit.now);
  return { changed, unchanged: member.role === change.role };
}

/** The member may be the caller. The admin hashes that it has read become invalid. */
export async function dropMember(
  tx: PrismaTransaction,
  visit: OrganizationVisit & { readonly now: Date },
  accountPublicId: string,
): Promise<void> {
  const member = await judge(tx, visit, accountPublicId, undefined);
  await removeMember(tx, member.organizationId, member.accountId);
  await noteRight(tx, visit, { accountId: accountPublicId, from: member.role, to: undefined });
  await renewKnownHashes(tx, member, undefined, visit.now);
}

export const noteRight = (
  tx: PrismaTransaction,
  { accountId, organizationId: organization }: OrganizationVisit,
  change: {
    readonly accountId: string;
    readonly from: string | undefined;
    readonly to: string | undefined;
  },
  via: Operator["via"] = "api",
): Promise<void> =>
  noteAct(
    tx,
    { accountId, via, reason: undefined },
    {
      action: "organization.member",
      subject: accountSubject({ publicId: change.accountId }),
      details: { organization, from: change.from ?? null, role: change.to ?? null },
    },
  );

type MemberRow = NonNullable<Awaited<ReturnType<typeof findMember>>>;

/** Replaces the admin hashes that a member could read by its old role and may not read any more. */
export async function renewKnownHashes(
  tx: PrismaTransaction,
  { organizationId, accountId, role }: MemberRow,
  to: OrganizationRole | undefined,
  now: Date,
): Promise<void> {
  const known = knownAdminHashes(role as OrganizationRole, to);
  if (known === "none") return;
  const createdByAccountId = known === "created" ? accountId : null;
  await renewAdminHashes(tx, { organizationId, createdByAccountId }, now);
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
  requireAllowed({ asker, self, from: member.role as OrganizationRole, to, owners });
  return member;
}
