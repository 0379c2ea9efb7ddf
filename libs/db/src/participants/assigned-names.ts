import type { Queryable } from "../sql/queryable";
import { query } from "../sql/statement";

export interface AssignedNames {
  readonly voterId: string;
  readonly optionId: string;
}

// Each row is looked up by key.
const namesSql = query<AssignedNames>(
  "assigned-names",
  `SELECT p.public_id AS voter_id, o.public_id AS option_id
   FROM unnest($2::bigint[], $3::bigint[]) WITH ORDINALITY AS given(participant_id, option_id, place)
     JOIN participants p ON p.id = given.participant_id AND p.poll_id = $1::bigint
     JOIN options o ON o.id = given.option_id AND o.poll_id = $1::bigint
   WHERE $4::text IS NULL OR p.owner_key = $4::text
   ORDER BY given.place`,
);

/** The public ids of assignments, in order, without deleted ones; with an `ownerKey` only those of this owner. */
export async function nameAssigned(
  queryable: Queryable,
  pollId: bigint,
  assigned: readonly { readonly participantId: bigint; readonly optionId: bigint }[],
  ownerKey: string | undefined,
): Promise<readonly AssignedNames[]> {
  const participants = assigned.map(({ participantId }) => String(participantId));
  const options = assigned.map(({ optionId }) => String(optionId));
  return (await queryable.run(namesSql(pollId, participants, options, ownerKey ?? null))).rows;
}
