import type { Db } from "@polls/db";
import type { VoteRow } from "./export-row";

/** Rows of one query, with up to 30 kB of text in each; two batches are in memory at a time. */
const BATCH = 1_000;

/**
 * All votes of a poll in the order they came, batch by batch; each batch is a query of its own. The
 * next one is read while the last is written.
 */
export async function* readVoteRows(db: Db, pollId: bigint): AsyncGenerator<readonly VoteRow[]> {
  let reading = ahead(nextRows(db, pollId, "0"));
  for (;;) {
    const rows = await reading;
    const last = rows.length < BATCH ? undefined : rows.at(-1);
    if (last !== undefined) reading = ahead(nextRows(db, pollId, last.id));
    if (rows.length > 0) yield rows;
    if (last === undefined) return;
  }
}

/** Whoever stops in the middle leaves a batch behind that nobody waits for, and whose failure is nobody's. */
function ahead(rows: Promise<VoteRow[]>): Promise<VoteRow[]> {
  rows.catch(() => undefined);
  return rows;
}

/** A batch is chosen by itself, so that the rest is looked up for its rows and no others. */
const TEXT = `
  WITH batch AS MATERIALIZED (
    SELECT * FROM votes WHERE poll_id = $1::bigint AND id > $2::bigint ORDER BY id LIMIT ${BATCH}
  )
  SELECT v.id, v.public_id, v.type, v.voting_category_id, v.vote_date::text, v.value::float8, v.text,
         v.paid_votes, ${secondsOf("v.created_at")}, ${secondsOf("v.updated_at")}, p.public_id,
         p.user_name, p.additional_attributes, p.fraudulent, o.public_id, o.content, parent.content,
         l.public_id
  FROM batch v
  JOIN participants p ON p.id = v.participant_id
  JOIN options o ON o.id = v.option_id
  LEFT JOIN options parent ON parent.id = o.parent_id
  LEFT JOIN options l ON l.id = v.loser_option_id
  ORDER BY v.id`;

/** In seconds, which cost a tenth of what a written time costs the database. */
function secondsOf(column: string): string {
  return `extract(epoch FROM ${column})::float8`;
}

/** As JSON writes a time. */
const isoTime = (seconds: number): string => new Date(Math.round(seconds * 1_000)).toISOString();

type Cells = readonly [
  id: string,
  voteId: string,
  type: string,
  votingCategoryId: number | null,
  voteDate: string | null,
  value: number | null,
  text: string | null,
  paidVotes: number | null,
  createdAt: number,
  updatedAt: number,
  voterId: string,
  userName: string | null,
  additionalAttributes: Readonly<Record<string, string>>,
  fraudulent: boolean,
  optionId: string,
  option: string | null,
  parentOption: string | null,
  loserOptionId: string | null,
];

async function nextRows(db: Db, pollId: bigint, after: string): Promise<VoteRow[]> {
  const { rows } = await db.pool.query({
    name: "export-votes",
    text: TEXT,
    values: [String(pollId), after],
    rowMode: "array",
  });
  return (rows as unknown as Cells[]).map(rowOf);
}

const rowOf = (cells: Cells): VoteRow => ({
  id: cells[0],
  voteId: cells[1],
  type: cells[2],
  votingCategoryId: cells[3],
  voteDate: cells[4],
  value: cells[5],
  text: cells[6],
  paidVotes: cells[7],
  createdAt: isoTime(cells[8]),
  updatedAt: isoTime(cells[9]),
  voterId: cells[10],
  userName: cells[11],
  additionalAttributes: cells[12],
  fraudulent: cells[13],
  optionId: cells[14],
  option: cells[15],
  parentOption: cells[16],
  loserOptionId: cells[17],
});
