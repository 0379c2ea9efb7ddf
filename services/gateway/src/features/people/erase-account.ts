import { lockAccount } from "@polls/db/accounts";
import type { Db, Prisma } from "@polls/db/connection";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import { groupBy } from "@polls/domain/grouping";
import { Invalid } from "@polls/domain/refusals";
import { renewKnownHashes } from "../organizations/change-members";
import { lockOwners } from "../organizations/organizations";
import { endSessions } from "../page-sessions/account-session";
import { endConnectedAccount } from "../payments/connected-account";
import { unpurgedPolls } from "../taken-down/poll-of-link";
import type { PersonAccount } from "./find-person";

/** What stands in place of an erased text or name that must not be empty. */
export const REMOVED = "removed";

interface AccountStep {
  readonly now: Date;
  /** The shards without the account. */
  readonly others: readonly Db[];
}

export async function requireNoPolls(
  shards: readonly PrismaQueryable[],
  accountId: bigint,
): Promise<void> {
  const where = { ownerAccountId: accountId, ...unpurgedPolls };
  const counts = await Promise.all(shards.map(({ prisma }) => prisma.poll.count({ where })));
  const polls = counts.reduce((sum, count) => sum + count, 0);
  if (polls > 0) throw new Invalid({ email: [`belongs to an account with ${polls} polls`] });
}

export async function requireOtherOwners(
  home: PrismaQueryable,
  others: readonly Db[],
  accountId: bigint,
): Promise<void> {
  const memberOf = { accountId, role: "owner" };
  const owned = await home.prisma.organizationMember.findMany({ where: memberOf });
  const organizationIds = owned.map(({ organizationId }) => organizationId);
  const members = await otherMembers(home, organizationIds, accountId);
  const where = { ownerOrganizationId: { in: organizationIds }, ...unpurgedPolls };
  const found = await Promise.all(
    [home, ...others].map(({ prisma }) =>
      prisma.poll.groupBy({ by: ["ownerOrganizationId"], where }),
    ),
  );
  const withPolls = new Set(found.flat().map(({ ownerOrganizationId }) => ownerOrganizationId));
  const left = organizationIds.filter((id) => {
    const roles = members.get(id)?.map(({ role }) => role) ?? [];
    return !roles.includes("owner") && (roles.length > 0 || withPolls.has(id));
  }).length;
  if (left > 0)
    throw new Invalid({ email: [`belongs to the only owner of ${left} organizations`] });
}

/** The members of organizations besides an account. An organization without others is missing. */
async function otherMembers(
  { prisma }: PrismaQueryable,
  organizationIds: bigint[],
  accountId: bigint,
) {
  const members = await prisma.organizationMember.findMany({
    where: { organizationId: { in: organizationIds }, accountId: { not: accountId } },
  });
  return groupBy(members, ({ organizationId }) => organizationId);
}

export async function eraseAccount(
  tx: PrismaTransaction,
  { id, publicId }: PersonAccount,
  step: AccountStep,
): Promise<void> {
  const { now, others } = step;
  const { prisma } = tx;
  await leaveOrganizations(tx, id, step);
  await requireNoPolls([tx, ...others], id);
  await endSessions(tx, id, { tokens: true });
  await prisma.signIn.deleteMany({ where: { accountId: id } });
  await prisma.passkey.deleteMany({ where: { accountId: id } });
  await prisma.memberInvitation.deleteMany({ where: { inviterId: id } });
  await endConnectedAccount(tx, id, now);
  await eraseWebhooks(tx, { ownerAccountId: id }, now);
  // Polls of organizations refer to the account that created them.
  await prisma.account.update({
    where: { id },
    data: { email: `erased-${publicId.toLowerCase()}@erased.invalid`, name: "Erased" },
  });
}

/** Organizations keep an owner if others leave meanwhile, and the account gets no polls. */
async function leaveOrganizations(
  tx: PrismaTransaction,
  accountId: bigint,
  { now, others }: AccountStep,
): Promise<void> {
  const { organizationMember } = tx.prisma;
  const where = { accountId };
  const joined = await organizationMember.findMany({ where, orderBy: { organizationId: "asc" } });
  for (const { organizationId } of joined) await lockOwners(tx, organizationId);
  await lockAccount(tx, accountId, "references");
  await requireOtherOwners(tx, others, accountId);
  const memberships = await organizationMember.findMany({ where });
  await organizationMember.deleteMany({ where });
  for (const member of memberships) await renewKnownHashes(tx, member, undefined, now);
  const empty = {
    id: { in: memberships.map(({ organizationId }) => organizationId) },
    members: { none: {} },
  };
  // Deleted polls refer to it until their rows are removed.
  await tx.prisma.organization.updateMany({ where: empty, data: { name: REMOVED } });
  await eraseWebhooks(tx, { ownerOrganization: empty }, now);
}

/** The webhooks of an account, and of organizations that have no members without it. */
export async function findWebhookIds(
  home: PrismaQueryable,
  accountId: bigint,
  organizationIds: bigint[],
): Promise<bigint[]> {
  const members = await otherMembers(home, organizationIds, accountId);
  const left = organizationIds.filter((id) => !members.has(id));
  const webhooks = await home.prisma.webhook.findMany({
    where: { OR: [{ ownerAccountId: accountId }, { ownerOrganizationId: { in: left } }] },
    select: { id: true },
  });
  return webhooks.map(({ id }) => id);
}

async function eraseWebhooks(
  { prisma }: PrismaTransaction,
  where: Prisma.WebhookWhereInput,
  now: Date,
): Promise<void> {
  await prisma.webhookDelivery.deleteMany({ where: { webhook: where } });
  await prisma.webhook.updateMany({ where: { ...where, endedAt: null }, data: { endedAt: now } });
  await prisma.webhook.updateMany({
    where,
    data: { url: "https://erased.invalid/", secret: null, previousSecret: null },
  });
}
