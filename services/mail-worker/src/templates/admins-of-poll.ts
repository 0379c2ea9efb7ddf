import type { Db } from "@polls/db/connection";
import { type Actor, accessLevel, type OrganizationRole, ownerKeyOf } from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";

/** The keys of the accounts that are admins of the poll without its admin hash. */
export async function ownerKeysOfAdmins({ prisma }: Db, poll: Poll): Promise<string[]> {
  const { ownerAccountId: accountId, ownerOrganizationId: organizationId } = poll;
  const members =
    organizationId === undefined
      ? []
      : await prisma.organizationMember.findMany({ where: { organizationId } });
  const actors: Actor[] = [
    ...(accountId === undefined ? [] : [{ kind: "user" as const, accountId }]),
    ...members.map(({ role, ...member }) => ({
      ...member,
      kind: "organization_member" as const,
      role: role as OrganizationRole,
    })),
  ];
  return actors
    .filter((actor) => accessLevel(actor, "member_hash", poll) === "admin")
    .flatMap((actor) => ownerKeyOf(actor) ?? []);
}
