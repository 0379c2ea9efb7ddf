import type { Vote } from "@polls/domain/votes";
import { voteFromRow } from "../rows/vote";
import { oneRow, type Queryable, rowsOf } from "../sql/queryable";
import { prepared, query } from "../sql/statement";

/** A vote in JSON, because Prisma converts each cell of a row. Numbers in JSON have fewer than 64 bits. */
interface VoteJson
  extends Pick<
    Parameters<typeof voteFromRow>[0],
    "publicId" | "type" | "votingCategoryId" | "value" | "text" | "paidVotes" | "counts"
  > {
  readonly id: string;
  readonly pollId: string;
  readonly participantId: string;
  readonly optionId: string;
  readonly loserOptionId: string | null;
  readonly voteDate: string | null;
  readonly placeUntil: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const jsonColumns = `id::text, public_id AS "publicId", poll_id::text AS "pollId",
  participant_id::text AS "participantId", option_id::text AS "optionId",
  loser_option_id::text AS "loserOptionId", type, voting_category_id AS "votingCategoryId",
  vote_date AS "voteDate", value, text, paid_votes AS "paidVotes", place_until AS "placeUntil",
  counts, created_at AS "createdAt", updated_at AS "updatedAt"`;

const bigintOf = (text: string | null) => (text === null ? null : BigInt(text));
const timeOf = (text: string | null) => (text === null ? null : new Date(text));

const voteFromJson = (json: VoteJson): Vote =>
  voteFromRow({
    publicId: json.publicId,
    type: json.type,
    votingCategoryId: json.votingCategoryId,
    value: json.value,
    text: json.text,
    paidVotes: json.paidVotes,
    counts: json.counts,
    id: BigInt(json.id),
    pollId: BigInt(json.pollId),
    participantId: BigInt(json.participantId),
    optionId: BigInt(json.optionId),
    loserOptionId: bigintOf(json.loserOptionId),
    voteDate: timeOf(json.voteDate),
    placeUntil: timeOf(json.placeUntil),
    createdAt: new Date(json.createdAt),
    updatedAt: new Date(json.updatedAt),
  });

const votesIn = (name: string, order: (votes: string) => string) =>
  query<{ votes: readonly VoteJson[] }>(
    name,
    `SELECT coalesce(json_agg(v), '[]') AS votes FROM (
       SELECT ${jsonColumns}
       FROM unnest($1::bigint[]) AS r(of_participant) CROSS JOIN LATERAL (
         SELECT * FROM votes n WHERE n.participant_id = r.of_participant
         ORDER BY ${order("n")} LIMIT $2::int
       ) v
       ORDER BY v.participant_id, ${order("v")}) v`,
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
  const { votes } = await oneRow(queryable, statement(participantIds.map(String), limit ?? null));
  return votes.map(voteFromJson);
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
