import type { CastVote, Vote, VoteWeight } from "@polls/domain/votes";
import { Prisma } from "../generated/prisma/client";
import { isPublic } from "../options/siblings";
import { dateOf, voteFromRow } from "../rows/vote";
import { column, columns, columnsOf } from "../sql/columns";
import type { Transaction } from "../sql/queryable";
import { command, prepared, query } from "../sql/statement";

/** A vote or held vote, with what its options decide about it. */
export interface FoundVote extends Vote {
  /** The parent of its option. */
  readonly parentId: bigint | undefined;
  readonly offered: boolean;
}

/** The votes of a participant to load: all, or those on certain options. */
export interface VotesWanted {
  readonly participantId: bigint;
  /**
   * Undefined means all. A comparison has both options. Votes on certain options are `offered`: this is not looked up,
   * because only limits and ranks depend on it, which need all votes.
   */
  readonly optionIds: readonly bigint[] | undefined;
}

const isOwn = `owner_key =
  (SELECT p.owner_key FROM participants p WHERE p.id = v.participant_id)`;

const isSeen = `((${isPublic}) OR ${isOwn})`;

/**
 * What the options of a vote `v` decide, as columns of `facts`: `offered` is like `isOffered` of the domain. They
 * are looked up by key for each vote, the owner only for options that are not public. With EXISTS, PostgreSQL
 * could hash the whole table.
 */
export const optionFacts = `CROSS JOIN LATERAL (
     SELECT parent_id, ((((${isPublic}) AND (parent_id IS NULL OR
         (SELECT ${isSeen} FROM options WHERE id = o.parent_id))) OR ${isOwn})
       AND (v.loser_option_id IS NULL OR
         (SELECT ${isSeen} FROM options WHERE id = v.loser_option_id))) IS TRUE AS offered
     FROM options o WHERE id = v.option_id OFFSET 0) facts`;

export const factColumns = "facts.parent_id, facts.offered";

export type FoundVoteRow = Parameters<typeof voteFromRow>[0] & {
  readonly parentId: bigint | null;
  readonly offered: boolean;
};

export const foundVoteFromRow = (row: FoundVoteRow): FoundVote => ({
  ...voteFromRow(row),
  parentId: row.parentId ?? undefined,
  offered: row.offered,
});

const allColumns = columnsOf(Prisma.VoteScalarFieldEnum, "v");

const allVotesSql = query<FoundVoteRow>(
  "votes-of-participants",
  `SELECT ${allColumns}, ${factColumns} FROM votes v ${optionFacts}
   WHERE v.participant_id = ANY($1::bigint[])`,
  prepared,
);

const votesOnOptionsSql = query<FoundVoteRow>(
  "votes-of-participants-on-options",
  `SELECT ${allColumns}, (SELECT o.parent_id FROM options o WHERE o.id = v.option_id) AS parent_id,
     true AS offered
   FROM unnest($1::bigint[], $2::bigint[]) AS r(participant_id, option_id)
   CROSS JOIN LATERAL (
     SELECT * FROM votes
     WHERE participant_id = r.participant_id AND option_id = r.option_id
     UNION ALL
     SELECT * FROM votes
     WHERE participant_id = r.participant_id AND loser_option_id = r.option_id
   ) v`,
  prepared,
);

const nothing: { readonly rows: readonly FoundVoteRow[] } = { rows: [] };

/** The requested votes without duplicates, oldest first. */
export async function findVotes(
  tx: Transaction,
  wanted: readonly VotesWanted[],
): Promise<FoundVote[]> {
  const all = wanted.filter(({ optionIds }) => optionIds === undefined);
  const some = wanted.flatMap(({ participantId, optionIds = [] }) =>
    optionIds.map((optionId) => ({ participantId, optionId })),
  );
  // Two statements, because PostgreSQL plans the second one for each batch.
  const [ofParticipants, onOptions] = await Promise.all([
    all.length === 0
      ? nothing
      : tx.run(allVotesSql([...new Set(all.map(({ participantId }) => String(participantId)))])),
    some.length === 0
      ? nothing
      : tx.run(votesOnOptionsSql(...columns(some, "participantId", "optionId"))),
  ]);
  // The first rows know more, so they replace the others.
  const rows = [...onOptions.rows, ...ofParticipants.rows];
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

/** Days by participant. Undefined is the day of votes without a day. */
export type DaysByParticipant = ReadonlyMap<bigint, ReadonlySet<string | undefined>>;

/** Which of the given days have a counting vote. */
export async function findBallots(
  tx: Transaction,
  daysByParticipant: DaysByParticipant,
): Promise<DaysByParticipant> {
  if (daysByParticipant.size === 0) return new Map();
  const pairs = [...daysByParticipant].flatMap(([id, days]) =>
    [...days].map((day) => ({ id, day })),
  );
  const { rows } = await tx.run(ballotsSql(...columns(pairs, "id", "day")));
  const ballots = new Map<bigint, Set<string | undefined>>();
  for (const { participantId, voteDate } of rows) {
    const days = ballots.get(participantId) ?? new Set();
    days.add(dateOf(voteDate));
    ballots.set(participantId, days);
  }
  return ballots;
}

/** A vote to store, with its contribution to the tallies. */
export interface VoteToStore {
  readonly vote: CastVote;
  readonly weight: VoteWeight;
  readonly pollId: bigint;
  readonly at: Date;
  /** When the vote was first created, if that was before `at`. A replaced row keeps its time. */
  readonly createdAt?: Date | undefined;
  /** No vote has its public id: its participant is locked, and its id was made for it. */
  readonly isNew: boolean;
}

/** The columns that votes and held votes have in common, in the order of both statements. */
export const sharedColumns = (votes: readonly VoteToStore[]): string[] => [
  column(votes, ({ vote }) => vote.publicId),
  column(votes, ({ pollId }) => pollId),
  column(votes, ({ vote }) => vote.participantId),
  column(votes, ({ vote }) => vote.optionId),
  column(votes, ({ vote }) => vote.loserOptionId),
  column(votes, ({ vote }) => vote.type),
  column(votes, ({ vote }) => vote.votingCategoryId),
  column(votes, ({ vote }) => vote.voteDate),
  column(votes, ({ vote }) => vote.value),
  column(votes, ({ vote }) => vote.text),
];

const insertVotes = `INSERT INTO votes (public_id, poll_id, participant_id, option_id, loser_option_id, type,
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
       place_until, at, made)`;

const storeNewSql = command("store-new-votes", insertVotes, prepared);

const storeSql = command(
  "store-votes",
  `${insertVotes}
   ON CONFLICT (public_id) DO UPDATE
     SET value = excluded.value, text = excluded.text, counts = excluded.counts,
         score = excluded.score, says_no = excluded.says_no,
         paid_votes = excluded.paid_votes, place_until = excluded.place_until,
         updated_at = CASE
           WHEN votes.counts <> excluded.counts
             AND (votes.value, votes.text, votes.paid_votes)
               IS NOT DISTINCT FROM (excluded.value, excluded.text, excluded.paid_votes)
           THEN votes.updated_at ELSE excluded.updated_at END`,
  prepared,
);

/**
 * Inserts votes. A vote whose public id exists is updated. `updated_at` stays where only the step of
 * the vote is skipped now, or no longer.
 */
export async function storeVotes(tx: Transaction, votes: readonly VoteToStore[]): Promise<void> {
  // `ON CONFLICT` costs an insert a tenth (docs/performance.md#what-a-vote-costs).
  await Promise.all([
    storeWith(
      storeNewSql,
      tx,
      votes.filter(({ isNew }) => isNew),
    ),
    storeWith(
      storeSql,
      tx,
      votes.filter(({ isNew }) => !isNew),
    ),
  ]);
}

async function storeWith(
  sql: typeof storeSql,
  tx: Transaction,
  votes: readonly VoteToStore[],
): Promise<void> {
  if (votes.length === 0) return;
  await tx.run(
    sql(
      ...sharedColumns(votes),
      column(votes, ({ weight }) => weight.counts),
      column(votes, ({ weight }) => weight.score),
      column(votes, ({ weight }) => weight.saysNo),
      column(votes, ({ vote }) => vote.paidVotes),
      column(votes, ({ vote }) => vote.placeUntil),
      column(votes, ({ at }) => at),
      column(votes, ({ at, createdAt = at }) => createdAt),
    ),
  );
}

const removeSql = command("remove-votes", "DELETE FROM votes WHERE public_id = ANY($1)", prepared);

/** Deletes votes. The caller corrects the tallies in the same transaction. */
export async function removeVotes(tx: Transaction, publicIds: readonly string[]): Promise<void> {
  if (publicIds.length === 0) return;
  await tx.run(removeSql(publicIds));
}
