import { type HeldVote as HeldVoteRow, Prisma } from "../generated/prisma/client";
import { column, columnsOf } from "../sql/columns";
import type { Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";
import {
  type FoundVote,
  type FoundVoteRow,
  factColumns,
  foundVoteFromRow,
  optionFacts,
  sharedColumns,
  type VoteToStore,
} from "./votes";

const heldVotesSql = query<HeldVoteRow & Pick<FoundVoteRow, "parentId" | "offered">>(
  "held-votes-of-participants",
  `SELECT ${columnsOf(Prisma.HeldVoteScalarFieldEnum, "v")}, ${factColumns}
   FROM held_votes v ${optionFacts}
   WHERE v.participant_id = ANY($1::bigint[]) ORDER BY v.id`,
  prepared,
);

/** All held votes of the participants, oldest first. */
export async function findHeldVotes(
  tx: Transaction,
  participantIds: readonly bigint[],
): Promise<FoundVote[]> {
  if (participantIds.length === 0) return [];
  const { rows } = await tx.run(heldVotesSql(participantIds.map(String)));
  return rows.map((row) =>
    foundVoteFromRow({ ...row, paidVotes: null, placeUntil: null, counts: true }),
  );
}

const storeSql = command(
  "store-held-votes",
  `INSERT INTO held_votes (public_id, poll_id, participant_id, option_id, loser_option_id,
     type, voting_category_id, vote_date, value, text, created_at, updated_at)
   SELECT public_id, poll_id, participant_id, option_id, loser_option_id,
     type, voting_category_id, vote_date, value, text, made, at
   FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[],
     $6::text[], $7::int[], $8::date[], $9::numeric[], $10::text[], $11::timestamptz[],
     $12::timestamptz[])
     AS r(public_id, poll_id, participant_id, option_id, loser_option_id,
       type, voting_category_id, vote_date, value, text, at, made)
   ON CONFLICT (public_id) DO UPDATE
     SET value = excluded.value, text = excluded.text, updated_at = excluded.updated_at`,
  prepared,
);

/** Stores votes of unconfirmed participants. A vote with an existing public id replaces the value. */
export async function storeHeldVotes(
  tx: Transaction,
  votes: readonly VoteToStore[],
): Promise<void> {
  if (votes.length === 0) return;
  await tx.run(
    storeSql(
      ...sharedColumns(votes),
      column(votes, ({ at }) => at),
      column(votes, ({ at, createdAt = at }) => createdAt),
    ),
  );
}

const removeSql = command(
  "remove-held-votes",
  "DELETE FROM held_votes WHERE public_id = ANY($1)",
  prepared,
);

/** Deletes held votes after they are cast or dropped. */
export async function removeHeldVotes(
  tx: Transaction,
  publicIds: readonly string[],
): Promise<void> {
  if (publicIds.length === 0) return;
  await tx.run(removeSql(publicIds));
}
