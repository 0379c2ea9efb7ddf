import { type Queryable, rowOf } from "../sql/queryable";
import { prepared, query } from "../sql/statement";

export interface Maintenance {
  /** For people, in the words of the operator. Undefined: the usual sentence. */
  readonly sentence: string | undefined;
}

/** What operators have set for the whole service. */
export interface ServiceState {
  readonly maintenance: Maintenance | undefined;
  /** A sentence on every page. Undefined: none. */
  readonly announcement: string | undefined;
  readonly blocked: ReadonlySet<bigint>;
}

const readSql = query<{
  readonly maintained: boolean;
  readonly sentence: string | null;
  readonly announcement: string | null;
  readonly blocked: readonly string[];
}>(
  "service-state",
  `SELECT s.maintenance_since IS NOT NULL AS maintained, s.maintenance_sentence AS sentence,
     s.announcement,
     ARRAY(SELECT id::text FROM accounts WHERE blocked_at IS NOT NULL) AS blocked
   FROM (SELECT 1) AS always LEFT JOIN service_states s ON s."only"`,
  prepared,
);

/** Reads what operators have set for the whole service. */
export async function readServiceState(queryable: Queryable): Promise<ServiceState> {
  const row = await rowOf(queryable, readSql());
  return {
    maintenance: row?.maintained ? { sentence: row.sentence ?? undefined } : undefined,
    announcement: row?.announcement ?? undefined,
    blocked: new Set((row?.blocked ?? []).map(BigInt)),
  };
}
