import type { Db } from "@polls/db";
import type { VoteRow } from "./export-row";

/** Rows of one query, with up to 30 kB of text in each. */
const BATCH = 1_000;
/** Batches that are read while one is written: the database takes longer for a row than we do. */
const AHEAD = 2;
/** Batches whose ends are looked up together. */
const ENDS = 20;

/** All votes of a poll in the order they came, batch by batch; each batch is a query of its own. */
export async function* readVoteRows(db: Db, pollId: bigint): AsyncGenerator<readonly VoteRow[]> {
  const reading: Promise<VoteRow[]>[] = [];
  for await (const range of ranges(db, pollId)) {
    reading.push(ahead(rowsIn(db, pollId, range)));
    if (reading.length > AHEAD) yield* batchOf(await reading.shift());
  }
  for (const rows of reading) yield* batchOf(await rows);
}

/** None where all of its votes were withdrawn meanwhile. */
const batchOf = (rows: readonly VoteRow[] = []) => (rows.length === 0 ? [] : [rows]);

/** Votes of a poll after one id, up to and with another. */
interface Range {
  readonly after: string;
  readonly upTo: string;
}

/** Where each batch ends. */
const ENDS_TEXT = `
  SELECT id FROM (
    SELECT id, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS places
    FROM (SELECT id FROM votes WHERE poll_id = $1::bigint AND id > $2::bigint
          ORDER BY id LIMIT ${BATCH * ENDS}) AS next
  ) AS counted
  WHERE place % ${BATCH} = 0 OR place = places ORDER BY id`;

async function* ranges(db: Db, pollId: bigint): AsyncGenerator<Range> {
  let after = "0";
  for (;;) {
    const { rows } = await db.pool.query<{ id: string }>({
      name: "export-ends",
      text: ENDS_TEXT,
      values: [String(pollId), after],
    });
    for (const { id } of rows) {
      yield { after, upTo: id };
      after = id;
    }
    if (rows.length < ENDS) return;
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
    SELECT * FROM votes WHERE poll_id = $1::bigint AND id > $2::bigint AND id <= $3::bigint
  )
  SELECT v.id, v.public_id, v.type, v.voting_category_id, v.vote_date::text, v.value::float8, v.text,
         v.paid_votes, ${isoTime("v.created_at")}, ${isoTime("v.updated_at")}, p.public_id,
         p.user_name, p.additional_attributes, p.fraudulent, o.public_id, o.content, parent.content,
         l.public_id
  FROM batch v
  JOIN participants p ON p.id = v.participant_id
  JOIN options o ON o.id = v.option_id
  LEFT JOIN options parent ON parent.id = o.parent_id
  LEFT JOIN options l ON l.id = v.loser_option_id
  ORDER BY v.id`;

/** As JSON writes a time. */
function isoTime(column: string): string {
  return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

type Cells = readonly [
  id: string,
  voteId: string,
  type: string,
  votingCategoryId: number | null,
  voteDate: string | null,
  value: number | null,
  text: string | null,
  paidVotes: number | null,
  createdAt: string,
  updatedAt: string,
  voterId: string,
  userName: string | null,
  additionalAttributes: Readonly<Record<string, string>>,
  fraudulent: boolean,
  optionId: string,
  option: string | null,
  parentOption: string | null,
  loserOptionId: string | null,
];

async function rowsIn(db: Db, pollId: bigint, { after, upTo }: Range): Promise<VoteRow[]> {
  const { rows } = await db.pool.query({
    name: "export-votes",
    text: TEXT,
    values: [String(pollId), after, upTo],
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
  createdAt: cells[8],
  updatedAt: cells[9],
  voterId: cells[10],
  userName: cells[11],
  additionalAttributes: cells[12],
  fraudulent: cells[13],
  optionId: cells[14],
  option: cells[15],
  parentOption: cells[16],
  loserOptionId: cells[17],
});
