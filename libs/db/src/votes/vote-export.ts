import type { Db } from "../connection/connect";
import { type ExportedComment, exportedComments } from "../options/comments";
import { answerFile } from "../rows/answer-file";
import { nameColumnsWithFile, type StoredName } from "../rows/named-option";
import { isoTime } from "../sql/iso-time";
import { keysetOfPoll } from "../sql/keyset-of-poll";
import { beginLongSnapshot } from "../sql/long-snapshot";
import { batchesOf, type Queryable, rowsOf } from "../sql/queryable";
import { prepared, query } from "../sql/statement";
import {
  type AnyParticipant,
  anyParticipant,
  type ExportedOption,
  type ExportedParticipant,
  exportedOptions,
  exportedParticipants,
  type ParticipantVote,
  type VoteInExport,
} from "./workbook-export";

const BATCH = 1_000;
/** Number of participants whose votes are one batch of an anonymous export. */
const VOTERS = 50;
/** Number of batches whose boundaries one query finds. */
const BATCHES = 20;

const keyset = keysetOfPoll();

const endsSql = query<{ id: bigint }>(
  "export-ends",
  `SELECT id FROM (
     SELECT id, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS places
     FROM (SELECT id FROM votes WHERE ${keyset.where}
           ORDER BY ${keyset.order} LIMIT ${BATCH * BATCHES}) AS next
   ) AS counted
   WHERE place % ${BATCH} = 0 OR place = places ORDER BY id`,
  prepared,
);

interface VoteRange {
  readonly after: bigint;
  readonly upTo: bigint;
}

/** Ranges of up to 1,000 votes of a poll, ordered by id. */
async function* exportRanges(queryable: Queryable, pollId: bigint): AsyncGenerator<VoteRange> {
  let after = 0n;
  for (;;) {
    const { rows } = await queryable.run(endsSql(String(pollId), String(after)));
    for (const { id } of rows) {
      yield { after, upTo: id };
      after = id;
    }
    if (rows.length < BATCHES) return;
  }
}

type Voter = Pick<
  ExportedParticipant,
  "voterId" | "userName" | "optinEmail" | "additionalAttributes" | "fraudulent"
>;

/** An exported vote. Times are ISO 8601 in UTC. */
export interface ExportedVote extends VoteInExport, Voter {
  readonly voteId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly optionId: string;
  readonly option: string | null;
  readonly parentOption: string | null;
  /** What the option is called by, where it has no text. */
  readonly optionName: StoredName | null;
  readonly approvalState: string;
  readonly parentName: StoredName | null;
  readonly loserOptionId: string | null;
  readonly decided: boolean;
  /** When the option takes place, where it is a date. */
  readonly startDate: string | null;
  readonly endDate: string | null;
}

// The batch is materialized, so that the joins look up only its rows.
const votesText = (batch: string, order: string) => `WITH batch AS MATERIALIZED (
     SELECT * FROM votes WHERE ${batch}
   )
   SELECT v.id, v.public_id AS vote_id, v.type, v.voting_category_id, v.vote_date::text,
     v.value::float8, v.text, ${answerFile("v")}, v.paid_votes, v.counts, ${isoTime("v.created_at")} AS created_at,
     ${isoTime("v.updated_at")} AS updated_at, p.public_id AS voter_id, p.user_name,
     p.optin_email, p.additional_attributes, p.fraudulent, o.public_id AS option_id, o.content AS option, o.approval_state,
     parent.content AS parent_option,
     CASE WHEN o.content IS NULL THEN ${nameColumnsWithFile("o")} END AS option_name,
     CASE WHEN parent.id IS NOT NULL AND parent.content IS NULL
       THEN ${nameColumnsWithFile("parent")} END AS parent_name, l.public_id AS loser_option_id,
     v.option_id = ANY(ARRAY(
       SELECT option_id FROM decided_dates
       WHERE poll_id = (SELECT poll_id FROM batch LIMIT 1) AND NOT canceled
     )) AS decided, ${isoTime("o.start_date")} AS start_date, ${isoTime("o.end_date")} AS end_date
   FROM batch v
   JOIN participants p ON p.id = v.participant_id
   JOIN options o ON o.id = v.option_id
   LEFT JOIN options parent ON parent.id = o.parent_id
   LEFT JOIN options l ON l.id = v.loser_option_id
   ORDER BY ${order}`;

const votesSql = query<ExportedVote>(
  "export-votes",
  votesText("poll_id = $1::bigint AND id > $2::bigint AND id <= $3::bigint", "v.id"),
  prepared,
);

const anonymousVotesSql = query<ExportedVote>(
  "export-anonymous-votes",
  votesText("participant_id = ANY($1::bigint[])", "p.public_id, o.id, v.public_id"),
  prepared,
);

const votersSql = query<{ id: bigint; publicId: string }>(
  "export-anonymous-voters",
  `SELECT id, public_id FROM participants WHERE poll_id = $1::bigint AND public_id > $2::text
   ORDER BY public_id LIMIT ${VOTERS}`,
  prepared,
);

/** The poll of an export, and whether the order must not tell when votes were cast. */
export interface ExportedPoll {
  readonly pollId: bigint;
  readonly anonymous: boolean;
}

/**
 * All votes of a poll at one moment, in batches ordered by id; anonymous ones by the random ids of participants. Holds
 * a connection of the pool until the last batch. Reads the next batch while the caller writes one.
 */
export const exportVotes = (
  db: Pick<Db, "largeReads">,
  poll: ExportedPoll,
): AsyncGenerator<readonly ExportedVote[]> => streamSnapshot(db, (tx) => votesOf(tx, poll));

/** Options, then participants with their votes. */
export type AnswersPart =
  | { readonly sheet: "options"; readonly options: readonly ExportedOption[] }
  | {
      readonly sheet: "participants";
      readonly participants: readonly ExportedParticipant[];
      readonly votes: readonly ParticipantVote[];
    };

/** A part of a table of answers, which begins with what any participant has. */
export type AnswersTablePart =
  | { readonly sheet: "any"; readonly any: AnyParticipant }
  | AnswersPart;

/** A part of a workbook. Its sheets are read one after the other. */
export type WorkbookPart =
  | { readonly sheet: "votes"; readonly votes: readonly ExportedVote[] }
  | AnswersPart
  | { readonly sheet: "comments"; readonly comments: readonly ExportedComment[] };

/** The votes, options and participants of a poll at one moment, in batches. */
export const exportWorkbook = (
  db: Pick<Db, "largeReads">,
  poll: ExportedPoll,
): AsyncGenerator<WorkbookPart> => streamSnapshot(db, (tx) => partsOf(tx, poll));

async function* partsOf(tx: Queryable, poll: ExportedPoll): AsyncGenerator<WorkbookPart> {
  for await (const votes of votesOf(tx, poll)) yield { sheet: "votes", votes };
  yield* answersOf(tx, poll, "oldest");
  for await (const comments of exportedComments(tx, poll)) yield { sheet: "comments", comments };
}

/** The options, and who answered them what, at one moment, in batches. The newest participants are first, as on pages. */
export const exportAnswers = (
  db: Pick<Db, "largeReads">,
  poll: ExportedPoll,
): AsyncGenerator<AnswersTablePart> => streamSnapshot(db, (tx) => tableOf(tx, poll));

async function* tableOf(tx: Queryable, poll: ExportedPoll): AsyncGenerator<AnswersTablePart> {
  yield { sheet: "any", any: await anyParticipant(tx, poll.pollId) };
  yield* answersOf(tx, poll, "newest");
}

async function* answersOf(
  tx: Queryable,
  poll: ExportedPoll,
  first: "oldest" | "newest",
): AsyncGenerator<AnswersPart> {
  for await (const options of exportedOptions(tx, poll.pollId)) yield { sheet: "options", options };
  for await (const batch of exportedParticipants(tx, poll, first)) {
    yield { sheet: "participants", ...batch };
  }
}

/** All comments of a poll at one moment, in batches. */
export const exportComments = (
  db: Pick<Db, "largeReads">,
  poll: ExportedPoll,
): AsyncGenerator<readonly ExportedComment[]> =>
  streamSnapshot(db, (tx) => exportedComments(tx, poll));

/** Reads batches at one moment. Reads the next batch while the caller writes one. */
async function* streamSnapshot<Batch>(
  db: Pick<Db, "largeReads">,
  read: (tx: Queryable) => AsyncGenerator<Batch>,
): AsyncGenerator<Batch> {
  const { tx, end } = await beginLongSnapshot(db);
  let outcome: "complete" | "failed" = "failed";
  let reading: Promise<unknown> = Promise.resolve();
  try {
    const batches = read(tx);
    let next = batches.next();
    reading = next;
    for (let batch = await next; batch.done !== true; batch = await next) {
      next = batches.next();
      reading = next;
      // An export that ends early does not wait for the next batch.
      next.catch(() => undefined);
      yield batch.value;
    }
    outcome = "complete";
  } finally {
    reading.catch(() => undefined);
    await end(outcome);
  }
}

async function* votesOf(
  tx: Queryable,
  { pollId, anonymous }: ExportedPoll,
): AsyncGenerator<readonly ExportedVote[]> {
  if (anonymous) return yield* anonymousVotesOf(tx, pollId);
  for await (const { after, upTo } of exportRanges(tx, pollId)) {
    yield (await tx.run(votesSql(String(pollId), String(after), String(upTo)))).rows;
  }
}

async function* anonymousVotesOf(
  tx: Queryable,
  pollId: bigint,
): AsyncGenerator<readonly ExportedVote[]> {
  const batches = batchesOf<{ id: bigint; publicId: string }>(tx, (last) =>
    votersSql(String(pollId), last?.publicId ?? ""),
  );
  for await (const voters of batches) {
    yield rowsOf(tx, anonymousVotesSql(voters.map(({ id }) => String(id))));
  }
}
