import type { Vote } from "@polls/domain/votes";
import { Prisma } from "../generated/prisma/client";
import { voteFromRow } from "../rows/vote";
import { columnsOf } from "../sql/columns";
import { type Queryable, rowsOf } from "../sql/queryable";
import { prepared, query } from "../sql/statement";

const votesIn = (name: string, order: (votes: string) => string) =>
  query<Parameters<typeof voteFromRow>[0]>(
    name,
    `SELECT ${columnsOf(Prisma.VoteScalarFieldEnum, "v")}
     FROM unnest($1::bigint[]) AS r(participant_id) CROSS JOIN LATERAL (
       SELECT * FROM votes n WHERE n.participant_id = r.participant_id
       ORDER BY ${order("n")} LIMIT $2::int
     ) v
     ORDER BY v.participant_id, ${order("v")}`,
    prepared,
  );

const newestSql = votesIn("newest-votes-of-participants", (votes) => `${votes}.id DESC`);

const anonymousSql = votesIn(
  "anonymous-votes-of-participants",
  (votes) => `${votes}.option_id, ${votes}.public_id`,
);

interface VotesPage {
  /** The most votes of a participant. Undefined means all. */
  readonly limit?: number;
  /** Whether the order must not tell when votes were cast: by option, then by their random ids. */
  readonly anonymous?: boolean;
}

/** The votes of participants, those of one after those of another, newest first. */
export async function votesOfParticipants(
  queryable: Queryable,
  participantIds: readonly bigint[],
  { limit, anonymous = false }: VotesPage = {},
): Promise<readonly Vote[]> {
  if (participantIds.length === 0) return [];
  const statement = anonymous ? anonymousSql : newestSql;
  const rows = await rowsOf(queryable, statement(participantIds.map(String), limit ?? null));
  return rows.map(voteFromRow);
}

const countsSql = query<{ participantId: bigint; votes: bigint }>(
  "counts-of-votes-of-participants",
  `SELECT participant_id, count(*) AS votes FROM votes WHERE participant_id = ANY($1::bigint[])
   GROUP BY participant_id`,
  prepared,
);

/** How many votes participants have. Those without votes are missing. */
export async function countVotesOfParticipants(
  queryable: Queryable,
  participantIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, number>> {
  if (participantIds.length === 0) return new Map();
  const rows = await rowsOf(queryable, countsSql(participantIds.map(String)));
  return new Map(rows.map(({ participantId, votes }) => [participantId, Number(votes)]));
}
