import type { PrismaTransaction } from "@polls/db/sql";
import type { OrganizationRole, ProviderId } from "@polls/domain/access";
import type { Deps } from "../../deps";
import type { GroupRole } from "../../sign-in-environment";
import { noteRight, renewKnownHashes } from "./change-members";
import { findMember, lockOwners, putMember, removeMember } from "./organizations.repository";

interface Grouped {
  readonly accountId: bigint;
  readonly provider: { readonly id: ProviderId; readonly groupRoles: readonly GroupRole[] };
  readonly groups: readonly string[];
  readonly now: Date;
}

/**
 * Gives an account the roles of its groups, and takes away those that they no longer give
 * (docs/operators.md#groups-and-roles). Roles that members gave, or another provider, stay as they are.
 */
export async function followGroups(
  tx: PrismaTransaction,
  { accountId, provider, groups, now }: Grouped,
  { log }: Pick<Deps, "log">,
): Promise<void> {
  const wanted = rolesOf(provider.groupRoles.filter(({ group }) => groups.includes(group)));
  const { publicId, memberships } = await tx.prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    select: {
      publicId: true,
      memberships: {
        where: { provider: provider.id },
        select: { organization: { select: { publicId: true } } },
      },
    },
  });
  const had = memberships.map(({ organization }) => organization.publicId);
  const organizations = await tx.prisma.organization.findMany({
    where: { publicId: { in: [...new Set([...wanted.keys(), ...had])] } },
    orderBy: { id: "asc" },
  });
  for (const organization of wanted.keys()) {
    if (organizations.some((found) => found.publicId === organization)) continue;
    log.warn({ provider: provider.id, organization }, "a group gives a role in no organization");
  }
  for (const { id, publicId: organizationId } of organizations) {
    const to = wanted.get(organizationId);
    const change = async () => {
      const member = await findMember(tx, id, publicId);
      const isGivenOtherwise = member !== null && member.provider !== provider.id;
      return isGivenOtherwise || member?.role === to ? undefined : { member };
    };
    if ((await change()) === undefined) continue;
    await lockOwners(tx, id);
    // Read again under the lock, because a member may have changed the role in the meantime.
    const changed = await change();
    if (changed === undefined) continue;
    const { member } = changed;
    if (to === undefined) await removeMember(tx, id, accountId);
    else await putMember(tx, id, accountId, to, provider.id);
    const right = { accountId: publicId, from: member?.role, to };
    await noteRight(tx, { accountId, organizationId }, right, "provider");
    if (member !== null) await renewKnownHashes(tx, member, to, now);
  }
}

/** The role in each organization. Of several, the one with the most rights holds. */
const rolesOf = (roles: readonly GroupRole[]): ReadonlyMap<string, OrganizationRole> =>
  new Map(
    (["member", "admin"] as const).flatMap((role) =>
      roles.filter((each) => each.role === role).map(({ organization }) => [organization, role]),
    ),
  );
