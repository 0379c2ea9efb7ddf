import type { CastVote, TallyChange, VoteWeight } from "@polls/domain/votes";
import type { Transaction } from "../sql/queryable";
import { command, prepared } from "../sql/statement";
import { column } from "../tables/columns";

/** A vote to be stored, with what it weighs in the tallies. */
export interface NewVote extends CastVote, VoteWeight {
  readonly pollId: bigint;
  readonly at: Date;
  /** When it was made, where that was before `at`; a row that is replaced keeps its own. */
  readonly createdAt?: Date | undefined;
}

/** The columns that cast and held votes share, in the order of both statements. */
const whatWasVoted = (votes: readonly NewVote[]): unknown[][] => [
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

const storeVotesSql = command(
  "store-votes",
  `INSERT INTO votes (public_id, poll_id, participant_id, option_id, loser_option_id, type,
     voting_category_id, vote_date, value, text, counts, score, says_no, paid_votes,
     created_at, updated_at)
   SELECT public_id, poll_id, participant_id, option_id, loser_option_id, type,
     voting_category_id, vote_date, value, text, counts, score, says_no, paid_votes, made, at
   FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[],
     $7::int[], $8::date[], $9::numeric[], $10::text[], $11::bool[], $12::numeric[],
     $13::bool[], $14::int[], $15::timestamptz[], $16::timestamptz[])
     AS r(public_id, poll_id, participant_id, option_id, loser_option_id, type,
       voting_category_id, vote_date, value, text, counts, score, says_no, paid_votes, at,
       made)
   ON CONFLICT (public_id) DO UPDATE
     SET value = excluded.value, text = excluded.text, counts = excluded.counts,
         score = excluded.score, says_no = excluded.says_no,
         paid_votes = excluded.paid_votes, updated_at = excluded.updated_at`,
  prepared,
);

/** Stores votes; a vote of the same public id is replaced (an unpaid purchase, decisions 6). */
export async function storeVotes(tx: Transaction, votes: readonly NewVote[]): Promise<void> {
  if (votes.length === 0) return;
  await tx.run(
    storeVotesSql(
      ...whatWasVoted(votes),
      column(votes, (vote) => vote.counts),
      column(votes, (vote) => vote.score),
      column(votes, (vote) => vote.saysNo),
      column(votes, (vote) => vote.paidVotes),
      column(votes, (vote) => vote.at),
      column(votes, (vote) => vote.createdAt ?? vote.at),
    ),
  );
}

const storeHeldVotesSql = command(
  "store-held-votes",
  `INSERT INTO held_votes (public_id, poll_id, participant_id, option_id, loser_option_id,
     type, voting_category_id, vote_date, value, text, created_at, updated_at)
   SELECT public_id, poll_id, participant_id, option_id, loser_option_id,
     type, voting_category_id, vote_date, value, text, made, at
   FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[],
     $6::text[], $7::int[], $8::date[], $9::numeric[], $10::text[], $11::timestamptz[],
     $12::timestamptz[])
     AS r(public_id, poll_id, participant_id, option_id, loser_option_id,
       type, voting_category_id, vote_date, value, text, at, made)
   ON CONFLICT (public_id) DO UPDATE
     SET value = excluded.value, text = excluded.text, updated_at = excluded.updated_at`,
  prepared,
);

/** Keeps votes of unconfirmed participants; a repeat replaces the value of the first (decisions 9). */
export async function storeHeldVotes(tx: Transaction, votes: readonly NewVote[]): Promise<void> {
  if (votes.length === 0) return;
  await tx.run(
    storeHeldVotesSql(
      ...whatWasVoted(votes),
      column(votes, (vote) => vote.at),
      column(votes, (vote) => vote.createdAt ?? vote.at),
    ),
  );
}

const changeOptionTalliesSql = command(
  "change-option-tallies",
  `INSERT INTO option_tallies AS t
     (option_id, voting_category_id, slot, votes, total, noes, voters, places)
   SELECT option_id, category, pg_backend_pid() % 64, votes, total, noes, voters, places
   FROM unnest($1::bigint[], $2::int[], $3::int[], $4::numeric[], $5::int[], $6::int[],
     $7::int[]) AS r(option_id, category, votes, total, noes, voters, places)
   ORDER BY option_id, category
   ON CONFLICT (option_id, voting_category_id, slot) DO UPDATE
     SET votes = t.votes + excluded.votes, total = t.total + excluded.total,
         noes = t.noes + excluded.noes, voters = t.voters + excluded.voters,
         places = t.places + excluded.places`,
  prepared,
);

const changePollBallotsSql = command(
  "change-poll-ballots",
  `INSERT INTO poll_tallies AS t (poll_id, slot, ballots)
   SELECT poll_id, pg_backend_pid() % 64, ballots
   FROM unnest($1::bigint[], $2::int[]) AS r(poll_id, ballots) ORDER BY poll_id
   ON CONFLICT (poll_id, slot) DO UPDATE SET ballots = t.ballots + excluded.ballots`,
  prepared,
);

/**
 * Adds a change to the tallies, in the transaction of the votes that cause it and last of all, as
 * these rows are the ones others wait for. Rows are touched in the order of their keys.
 */
export async function changeTallies(
  tx: Transaction,
  { options }: Pick<TallyChange, "options">,
  ballots: ReadonlyMap<bigint, number>,
): Promise<void> {
  const ofOptions =
    options.length > 0 &&
    tx.run(
      changeOptionTalliesSql(
        column(options, (change) => change.optionId),
        column(options, (change) => change.votingCategoryId),
        column(options, (change) => change.votes),
        column(options, (change) => change.total),
        column(options, (change) => change.noes),
        column(options, (change) => change.voters),
        column(options, (change) => change.places),
      ),
    );
  const polls = [...ballots].filter(([, change]) => change !== 0);
  const ofPolls =
    polls.length > 0 &&
    tx.run(
      changePollBallotsSql(
        polls.map(([id]) => String(id)),
        polls.map(([, change]) => change),
      ),
    );
  await Promise.all([ofOptions, ofPolls]);
}

const touchPollTallySql = command(
  "touch-poll-tally",
  `INSERT INTO poll_tallies AS t (poll_id, slot) VALUES ($1::bigint, pg_backend_pid() % 64)
   ON CONFLICT (poll_id, slot) DO UPDATE SET ballots = t.ballots`,
  prepared,
);

/**
 * Renews a row of the poll's counts and leaves the counts alone: where votes changed and no count did,
 * such as the text of an answer, whoever waits for other results is told so (ADR 0013).
 */
export async function touchPollTally(tx: Transaction, pollId: bigint): Promise<void> {
  await tx.run(touchPollTallySql(String(pollId)));
}

const removeVotesSql = command(
  "remove-votes",
  "DELETE FROM votes WHERE public_id = ANY($1)",
  prepared,
);

/** Takes votes away, in the transaction that also corrects the tallies. */
export async function removeVotes(tx: Transaction, publicIds: readonly string[]): Promise<void> {
  if (publicIds.length === 0) return;
  await tx.run(removeVotesSql(publicIds));
}

const removeHeldVotesSql = command(
  "remove-held-votes",
  "DELETE FROM held_votes WHERE public_id = ANY($1)",
  prepared,
);

/** Takes held votes away once they are cast or dropped. */
export async function removeHeldVotes(
  tx: Transaction,
  publicIds: readonly string[],
): Promise<void> {
  if (publicIds.length === 0) return;
  await tx.run(removeHeldVotesSql(publicIds));
}

const removePairOfferSql = command(
  "remove-pair-offer",
  "DELETE FROM pair_offers WHERE participant_id = $1::bigint",
  prepared,
);

const storePairOfferSql = command(
  "store-pair-offer",
  `INSERT INTO pair_offers (participant_id, first_id, second_id)
   VALUES ($1::bigint, $2::bigint, $3::bigint)
   ON CONFLICT (participant_id) DO UPDATE
     SET first_id = excluded.first_id, second_id = excluded.second_id, created_at = now()`,
  prepared,
);

/** Sets the pair a participant is asked about; undefined: none, until the next is chosen. */
export async function storePairOffer(
  tx: Transaction,
  participantId: bigint,
  pair: readonly [bigint, bigint] | undefined,
): Promise<void> {
  if (pair === undefined) {
    await tx.run(removePairOfferSql(String(participantId)));
    return;
  }
  await tx.run(storePairOfferSql(String(participantId), ...pair.map(String)));
}
