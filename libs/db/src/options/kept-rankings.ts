import { type Queryable, rowOf } from "../sql/queryable";
import { command, query } from "../sql/statement";
import type { ChangeCursor } from "./rating-changes";
import type { SiblingsKey } from "./siblings";

/** The ranking of a large set, as it is stored (docs/adr/0140-rankings-are-stored-for-gateways-that-start.md). */
export interface KeptRanking extends ChangeCursor {
  /** What the figures depend on, other than votes and options. */
  readonly settings: string;
  readonly figures: Uint8Array;
}

const valuesOf = ({ pollId, parentId }: SiblingsKey) => [String(pollId), String(parentId ?? 0n)];

const readSql = query<KeptRanking>(
  "read-kept-ranking",
  `SELECT settings, vote_id, change_id, figures FROM kept_rankings
   WHERE poll_id = $1::bigint AND parent_id = $2::bigint AND settings = $3`,
);

/** The stored ranking of a set that was made with the same settings. */
export const readKeptRanking = (queryable: Queryable, set: SiblingsKey, settings: string) =>
  rowOf(queryable, readSql(...valuesOf(set), settings));

interface KeptRankingState extends Omit<KeptRanking, "figures"> {
  readonly ageMs: number;
}

const stateSql = query<KeptRankingState>(
  "state-of-kept-ranking",
  `SELECT settings, vote_id, change_id,
     (extract(epoch FROM statement_timestamp() - kept_at) * 1000)::float8 AS age_ms
   FROM kept_rankings WHERE poll_id = $1::bigint AND parent_id = $2::bigint`,
);

/** When the ranking of a set was stored, and up to which changes. */
export const stateOfKeptRanking = (queryable: Queryable, set: SiblingsKey) =>
  rowOf(queryable, stateSql(...valuesOf(set)));

const keepSql = command(
  "keep-ranking",
  `INSERT INTO kept_rankings (poll_id, parent_id, settings, vote_id, change_id, figures, kept_at)
   VALUES ($1::bigint, $2::bigint, $3, $4::bigint, $5::bigint, $6::bytea, statement_timestamp())
   ON CONFLICT (poll_id, parent_id) DO UPDATE SET settings = excluded.settings,
     vote_id = excluded.vote_id, change_id = excluded.change_id, figures = excluded.figures,
     kept_at = excluded.kept_at`,
);

/** Stores the ranking of a set in place of the last one. */
export async function keepRanking(
  queryable: Queryable,
  set: SiblingsKey,
  { settings, voteId, changeId, figures }: KeptRanking,
): Promise<void> {
  const values = [settings, String(voteId), String(changeId), Buffer.from(figures)];
  await queryable.run(keepSql(...valuesOf(set), ...values));
}
