import { type Db, sqlOn } from "@polls/db";
import type { VoteRow } from "./export-row";

/** Rows of one query: what an export holds in memory at a time, with up to 30 kB of text in each. */
const BATCH = 1_000;

/** All votes of a poll in the order they came, batch by batch; each batch is a query of its own. */
export async function* readVoteRows(db: Db, pollId: bigint): AsyncGenerator<readonly VoteRow[]> {
  let after = 0n;
  for (;;) {
    const rows = await nextRows(db, pollId, after);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.id;
  }
}

async function nextRows(db: Db, pollId: bigint, after: bigint): Promise<VoteRow[]> {
  const client = await db.pool.connect();
  try {
    return await sqlOn(client)<VoteRow>({
      name: "export-votes",
      text: `SELECT v.id, v.public_id AS vote_id, v.type, v.voting_category_id, v.vote_date, v.value,
               v.text, v.paid_votes, v.created_at, v.updated_at, p.public_id AS voter_id,
               p.user_name, p.additional_attributes, p.fraudulent, o.public_id AS option_id,
               o.content AS option, parent.content AS parent_option, l.public_id AS loser_option_id
             FROM votes v
             JOIN participants p ON p.id = v.participant_id
             JOIN options o ON o.id = v.option_id
             LEFT JOIN options parent ON parent.id = o.parent_id
             LEFT JOIN options l ON l.id = v.loser_option_id
             WHERE v.poll_id = $1 AND v.id > $2 ORDER BY v.id LIMIT $3`,
      values: [String(pollId), String(after), BATCH],
    });
  } finally {
    client.release();
  }
}
