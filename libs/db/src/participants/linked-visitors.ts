import type { OwnerKey } from "@polls/domain/access";
import { type Queryable, rowOf, type Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";

const ownerSql = query<{ ownerKey: OwnerKey }>(
  "owner-of-linked-visitor",
  `SELECT p.owner_key AS "ownerKey"
   FROM linked_visitors v JOIN participants p ON p.id = v.participant_id
   WHERE v.poll_id = $1::bigint AND v.visitor_key = $2::text`,
  prepared,
);

/** The owner for whom a browser acts in a poll, because it opened a personal link. */
export const findLinkedOwner = async (queryable: Queryable, pollId: bigint, visitorKey: string) =>
  (await rowOf(queryable, ownerSql(pollId, visitorKey)))?.ownerKey;

const linkSql = command(
  "link-visitor",
  `INSERT INTO linked_visitors (poll_id, visitor_key, participant_id, created_at)
   VALUES ($1::bigint, $2::text, $3::bigint, $4::timestamptz)
   ON CONFLICT (poll_id, visitor_key) DO UPDATE
     SET participant_id = excluded.participant_id, created_at = excluded.created_at`,
);

/** Lets a browser act for the owner of a participant. Replaces an earlier link of the browser in the poll. */
export const linkVisitor = (
  tx: Transaction,
  participant: { readonly pollId: bigint; readonly id: bigint },
  visitorKey: string,
  now: Date,
) => tx.run(linkSql(participant.pollId, visitorKey, participant.id, now));

const revokeSql = {
  visitors: command(
    "unlink-visitors",
    "DELETE FROM linked_visitors WHERE participant_id = $1::bigint",
  ),
  link: command(
    "revoke-personal-link",
    "UPDATE participants SET link_revision = link_revision + 1 WHERE id = $1::bigint",
  ),
} as const;

/** Ends the personal link of a participant, and the browsers that opened it. */
export async function revokePersonalLink(tx: Transaction, participantId: bigint): Promise<void> {
  await tx.run(revokeSql.link(participantId));
  await tx.run(revokeSql.visitors(participantId));
}
