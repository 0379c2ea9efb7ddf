import type { CastVote, Vote, VoteWeight } from "@polls/domain/votes";
import { Prisma } from "../generated/prisma/client";
import { voteFromRow } from "../rows/vote";
import type { Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";
import { column, columnsOf } from "./columns";

/** A vote or held vote, and the parent of its option. */
export interface FoundVote extends Vote {
  readonly parentId: bigint | undefined;
}

/** The votes of a participant that are needed: all, or those on the options of a cast. */
export interface VotesWanted {
  readonly participantId: bigint;
  /** Undefined: all. A comparison has both options. */
  readonly optionIds: readonly bigint[] | undefined;
}

/** The parent of the option of a vote `v`, looked up by key for each vote. */
export const parentColumn =
  "(SELECT o.parent_id FROM options o WHERE o.id = v.option_id) AS parent_id";

export type FoundVoteRow = Parameters<typeof voteFromRow>[0] & { readonly parentId: bigint | null };

export const foundVoteFromRow = (row: FoundVoteRow): FoundVote => ({
  ...voteFromRow(row),
  parentId: row.parentId ?? undefined,
});

const allColumns = columnsOf(Prisma.VoteScalarFieldEnum, "v");

const votesSql = query<FoundVoteRow>(
  "votes-of-participants",
  `SELECT ${allColumns}, ${parentColumn} FROM votes v WHERE v.participant_id = ANY($1::bigint[])
   UNION ALL
   SELECT ${allColumns}, ${parentColumn} FROM unnest($2::bigint[], $3::bigint[]) AS r(participant_id, option_id)
   CROSS JOIN LATERAL (
     SELECT * FROM votes
     WHERE participant_id = r.participant_id AND option_id = r.option_id
     UNION ALL
     SELECT * FROM votes
     WHERE participant_id = r.participant_id AND loser_option_id = r.option_id
   ) v`,
  prepared,
);

/** The votes that are needed, each once, oldest first. */
export async function findVotes(
  tx: Transaction,
  wanted: readonly VotesWanted[],
): Promise<FoundVote[]> {
  const all = wanted.filter(({ optionIds }) => optionIds === undefined);
  const some = wanted.flatMap(({ participantId, optionIds = [] }) =>
    optionIds.map((optionId) => ({ participantId, optionId })),
  );
  const { rows } = await tx.run(
    votesSql(
      all.map(({ participantId }) => String(participantId)),
      some.map(({ participantId }) => String(participantId)),
      some.map(({ optionId }) => String(optionId)),
    ),
  );
  const byId = new Map(rows.map((row) => [row.id, foundVoteFromRow(row)]));
  return [...byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

const ballotsSql = query<{ participantId: bigint; voteDate: Date | null }>(
  "ballots-of-participants",
  `SELECT r.participant_id, r.vote_date
   FROM unnest($1::bigint[], $2::date[]) AS r(participant_id, vote_date)
   WHERE EXISTS (
     SELECT FROM votes v WHERE v.participant_id = r.participant_id
        AND v.vote_date IS NOT DISTINCT FROM r.vote_date AND v.counts)`,
  prepared,
);

/** Of the given days (undefined: a vote without a day), those with a counting vote, by participant. */
export async function findBallots(
  tx: Transaction,
  asked: readonly { readonly participantId: bigint; readonly voteDate: string | undefined }[],
): Promise<ReadonlyMap<bigint, ReadonlySet<string | undefined>>> {
  if (asked.length === 0) return new Map();
  const { rows } = await tx.run(
    ballotsSql(
      asked.map(({ participantId }) => String(participantId)),
      asked.map(({ voteDate }) => voteDate ?? null),
    ),
  );
  const ballots = new Map<bigint, Set<string | undefined>>();
  for (const { participantId, voteDate } of rows) {
    const days = ballots.get(participantId) ?? new Set();
    days.add(voteDate?.toISOString().slice(0, 10));
    ballots.set(participantId, days);
  }
  return ballots;
}

/** A vote to be stored, with what it adds to the tallies. */
export interface NewVote extends CastVote, VoteWeight {
  readonly pollId: bigint;
  readonly at: Date;
  /** When the vote was first made, if that was before `at`. A row that is replaced keeps its time. */
  readonly createdAt?: Date | undefined;
}

/** The columns that votes and held votes share, in the order of both statements. */
export const sharedColumns = (votes: readonly NewVote[]): unknown[][] => [
  column(votes, (vote) => vote.publicId),
  column(votes, (vote) => vote.pollId),
  column(votes, (vote) => vote.participantId),
  column(votes, (vote) => vote.optionId),
  column(votes, (vote) => vote.loserOptionId),
  column(votes, (vote) => vote.type),
  column(votes, (vote) => vote.votingCategoryId),
  column(votes, (vote) => vote.voteDate),
  column(votes, (vote) => vote.value),
  column(votes, (vote) => vote.text),
];

const storeSql = command(
  "store-votes",
  `INSERT INTO votes (public_id, poll_id, participant_id, option_id, loser_option_id, type,
     voting_category_id, vote_date, value, text, counts, score, says_no, paid_votes, place_until,
     created_at, updated_at)
   SELECT public_id, poll_id, participant_id, option_id, loser_option_id, type,
     voting_category_id, vote_date, value, text, counts, score, says_no, paid_votes, place_until,
     made, at
   FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[],
     $7::int[], $8::date[], $9::numeric[], $10::text[], $11::bool[], $12::numeric[],
     $13::bool[], $14::int[], $15::timestamptz[], $16::timestamptz[], $17::timestamptz[])
     AS r(public_id, poll_id, participant_id, option_id, loser_option_id, type,
       voting_category_id, vote_date, value, text, counts, score, says_no, paid_votes,
       place_until, at, made)
   ON CONFLICT (public_id) DO UPDATE
     SET value = excluded.value, text = excluded.text, counts = excluded.counts,
         score = excluded.score, says_no = excluded.says_no,
         paid_votes = excluded.paid_votes, place_until = excluded.place_until,
         updated_at = excluded.updated_at`,
  prepared,
);

/** Stores votes. A vote with the same public id, which is an unpaid purchase, is replaced. */
export async function storeVotes(tx: Transaction, votes: readonly NewVote[]): Promise<void> {
  if (votes.length === 0) return;
  await tx.run(
    storeSql(
      ...sharedColumns(votes),
      column(votes, (vote) => vote.counts),
      column(votes, (vote) => vote.score),
      column(votes, (vote) => vote.saysNo),
      column(votes, (vote) => vote.paidVotes),
      column(votes, (vote) => vote.placeUntil),
      column(votes, (vote) => vote.at),
      column(votes, (vote) => vote.createdAt ?? vote.at),
    ),
  );
}

const removeSql = command("remove-votes", "DELETE FROM votes WHERE public_id = ANY($1)", prepared);

/** Deletes votes. The caller corrects the tallies in the same transaction. */
export async function removeVotes(tx: Transaction, publicIds: readonly string[]): Promise<void> {
  if (publicIds.length === 0) return;
  await tx.run(removeSql(publicIds));
}
