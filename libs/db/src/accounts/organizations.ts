import type { OrganizationRole } from "@polls/domain/access";
import { idsOfShard } from "../shards/shard-numbers";
import { deletesOld } from "../sql/delete-old";
import { type Queryable, rowOf, type Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";

const membershipSql = query<{ organizationId: bigint; role: OrganizationRole }>(
  "membership",
  `SELECT o.id AS organization_id, m.role FROM organizations o
   JOIN organization_members m ON m.organization_id = o.id
   WHERE o.public_id = $1 AND m.account_id = $2`,
  prepared,
);

/** The role of an account in an organization. Undefined if it is not a member. */
export const findRole = (queryable: Queryable, accountId: bigint, organizationPublicId: string) =>
  rowOf(queryable, membershipSql(organizationPublicId, String(accountId)));

const lockSql = command(
  "lock-organization",
  "SELECT 1 FROM organizations WHERE id = $1::bigint FOR NO KEY UPDATE",
);

/** Locks an organization until the transaction ends. */
export const lockOrganization = (tx: Transaction, id: bigint) => tx.run(lockSql(id));

const lockMembersSql = command(
  "lock-organization-members",
  "SELECT 1 FROM organizations WHERE id = $1::bigint FOR UPDATE",
);

/** Locks an organization until the transaction ends. New members wait for this lock too. */
export const lockOrganizationMembers = (tx: Transaction, id: bigint) => tx.run(lockMembersSql(id));

const renewalSql = query(
  "has-admin-hash-renewal",
  "SELECT 1 AS found FROM admin_hash_renewals WHERE after_poll_id >= $1::bigint AND after_poll_id < $2::bigint LIMIT 1",
);

/** Whether a shard has admin hashes that must still be replaced. */
export async function hasAdminHashRenewal(db: Queryable, shard: number): Promise<boolean> {
  const { before, last } = idsOfShard(shard);
  return (await db.run(renewalSql(String(before), String(last)))).rowCount > 0;
}

/** Deletes up to `limit` invitations of members, used or not, that expired before a time; returns their number. */
export const deleteExpiredInvitations = deletesOld("delete-expired-member-invitations", {
  table: "member_invitations",
  key: "id",
  time: "expires_at",
});
