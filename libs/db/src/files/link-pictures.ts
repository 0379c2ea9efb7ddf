import { roundOf } from "../outbox/queue-rounds";
import { rowOf, type Transaction } from "../sql/queryable";
import { query } from "../sql/statement";

/** What the picture of links to a poll shall show. */
export interface WantedLinkPicture {
  readonly pollId: bigint;
  /** The digest of all that the picture shows. */
  readonly source: string;
  readonly title: string | undefined;
  readonly brand: string | undefined;
  readonly color: string;
}

// Citus refuses to read another table in RETURNING.
const wantSql = query<{ round: number }>(
  "want-link-picture",
  `WITH wanted AS (
     INSERT INTO link_pictures AS p (poll_id, source, title, brand, color)
     SELECT id, $2::text, $3::text, $4::text, $5::text FROM polls WHERE id = $1::bigint
     ON CONFLICT (poll_id) DO UPDATE SET source = EXCLUDED.source, title = EXCLUDED.title,
       brand = EXCLUDED.brand, color = EXCLUDED.color, storage_key = NULL, byte_size = NULL
     WHERE p.source <> EXCLUDED.source
     RETURNING p.poll_id
   )
   SELECT ${roundOf("'media'")} AS round FROM wanted`,
);

/**
 * Records what the picture of links to a poll shall show. Returns the round of the queue `media` if a job must draw it.
 * Undefined: another transaction has recorded the same.
 */
export const wantLinkPicture = async (
  tx: Transaction,
  { pollId, source, title, brand, color }: WantedLinkPicture,
) => (await rowOf(tx, wantSql(pollId, source, title, brand, color)))?.round;
