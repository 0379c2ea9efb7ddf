import { type ApprovalState, type Option, optionSettingsOf } from "@polls/domain/options";
import { type AnswerFile, answerFile } from "../rows/answer-file";
import { nameColumnsWithFile, type StoredName } from "../rows/named-option";
import { isoTime } from "../sql/iso-time";
import { keysetOfPoll } from "../sql/keyset-of-poll";
import { batchesOf, type Queryable, rowsOf } from "../sql/queryable";
import { prepared, query } from "../sql/statement";

const OPTIONS = 500;
const PARTICIPANTS = 50;
/** Number of votes that one query reads: many rows take the main thread at a stretch. */
const VOTES = 1_000;

/** An exported participant. Times are ISO 8601 in UTC. */
export interface ExportedParticipant {
  readonly id: bigint;
  readonly voterId: string;
  readonly userName: string | null;
  readonly optinEmail: string | null;
  readonly additionalAttributes: Readonly<Record<string, string>>;
  readonly fraudulent: boolean;
  readonly paid: boolean | null;
  readonly confirmed: boolean;
  readonly createdAt: string;
  /** The position on the waiting list. Null: the participant does not wait. */
  readonly waitingPosition: number | null;
}

/** What every export says of a vote. */
export interface VoteInExport {
  readonly id: bigint;
  readonly type: string;
  readonly paidVotes: number | null;
  readonly counts: boolean;
  readonly votingCategoryId: number | null;
  readonly voteDate: string | null;
  readonly value: number | null;
  readonly text: string | null;
  readonly file: AnswerFile | null;
}

export interface ParticipantVote extends VoteInExport {
  readonly participantId: bigint;
  readonly optionId: bigint;
  readonly isComparison: boolean;
}

/** An option with what decides whether it takes votes. */
type VotedOption = Pick<Option, "type" | "settings" | "inputType">;

export interface ExportedOption extends VotedOption {
  readonly id: bigint;
  readonly optionId: string;
  readonly name: StoredName;
  readonly approvalState: ApprovalState;
  readonly decided: boolean;
  readonly parent: (VotedOption & { readonly id: bigint; readonly name: StoredName }) | undefined;
}

const participantsText = (
  where: string,
  order: string,
) => `SELECT id, public_id AS voter_id, user_name, optin_email,
     additional_attributes, fraudulent, paid, confirmed_at IS NOT NULL AS confirmed,
     ${isoTime("created_at")} AS created_at,
     CASE WHEN place = 'waiting' THEN (SELECT count(*)::int FROM participants w
       WHERE w.poll_id = $1::bigint AND w.place = 'waiting' AND w.id <= participants.id)
     END AS waiting_position
   FROM participants WHERE ${where} ORDER BY ${order} LIMIT ${PARTICIPANTS}`;

const keyset = keysetOfPoll();

const participantsSql = query<ExportedParticipant>(
  "export-participants",
  participantsText(keyset.where, keyset.order),
  prepared,
);

const newestFirstSql = query<ExportedParticipant>(
  "export-newest-participants",
  participantsText(
    "(poll_id, id) < ($1::bigint, $2::bigint) AND poll_id >= $1::bigint",
    "poll_id DESC, id DESC",
  ),
  prepared,
);

const anonymousSql = query<ExportedParticipant>(
  "export-anonymous-participants",
  participantsText("poll_id = $1::bigint AND public_id > $2::text", "public_id"),
  prepared,
);

/** What any of the participants of a poll has: of many, one value each. */
export type AnyParticipant = Pick<
  ExportedParticipant,
  "optinEmail" | "fraudulent" | "paid" | "confirmed" | "waitingPosition"
>;

const anySql = query<AnyParticipant>(
  "export-any-participant",
  `SELECT max(optin_email) AS optin_email, coalesce(bool_or(fraudulent), false) AS fraudulent,
     bool_and(paid) AS paid, coalesce(bool_and(confirmed_at IS NOT NULL), true) AS confirmed,
     CASE WHEN bool_or(place = 'waiting') THEN 1 END AS waiting_position
   FROM participants WHERE poll_id = $1::bigint`,
  prepared,
);

/** Tells which columns about participants would be empty. */
export async function anyParticipant(
  queryable: Queryable,
  pollId: bigint,
): Promise<AnyParticipant> {
  const [any] = await rowsOf(queryable, anySql(String(pollId)));
  if (any === undefined) throw new Error("an aggregate has no row");
  return any;
}

const votesSql = query<ParticipantVote>(
  "export-votes-of-participants",
  `SELECT id, participant_id, option_id, type, paid_votes, counts, voting_category_id, vote_date::text, value::float8, text,
     ${answerFile("votes")}, loser_option_id IS NOT NULL AS is_comparison
   FROM votes WHERE participant_id = ANY($1::bigint[])
     AND (participant_id, option_id, id) > ($2::bigint, $3::bigint, $4::bigint)
   ORDER BY participant_id, option_id, id LIMIT ${VOTES}`,
  prepared,
);

interface OptionRow
  extends Pick<ExportedOption, "id" | "optionId" | "approvalState" | "decided" | "name"> {
  readonly settings: unknown;
  readonly inputType: string | null;
  readonly parentId: bigint | null;
  readonly parentSettings: unknown;
  readonly parentInputType: string | null;
  readonly parentName: StoredName | null;
}

/** The ids in one value, because many rows take the main thread at a stretch. */
const optionIdsSql = query<{ ids: string | null }>(
  "export-option-ids",
  `SELECT string_agg(o.id::text, ' ' ORDER BY coalesce(parent.position, o.position),
     coalesce(o.parent_id, o.id), o.parent_id IS NOT NULL, o.position, o.id) AS ids
   FROM options o LEFT JOIN options parent ON parent.id = o.parent_id
   WHERE o.poll_id = $1::bigint`,
);

const optionsSql = query<OptionRow>(
  "export-options",
  `SELECT o.id, o.public_id AS option_id, o.approval_state, o.settings, o.input_type, ${nameColumnsWithFile("o")} AS name,
     parent.id AS parent_id, parent.settings AS parent_settings, parent.input_type AS parent_input_type,
     CASE WHEN parent.id IS NOT NULL THEN ${nameColumnsWithFile("parent")} END AS parent_name,
     EXISTS (SELECT FROM decided_dates d
             WHERE d.poll_id = o.poll_id AND d.option_id = o.id AND NOT d.canceled) AS decided
   FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted(id, place)
   JOIN options o ON o.id = wanted.id LEFT JOIN options parent ON parent.id = o.parent_id
   ORDER BY wanted.place`,
);

const NO_ID_YET = { oldest: 0n, newest: 2n ** 63n - 1n };

/** The participants of a poll with their votes, in batches ordered by id; anonymous ones by their random public id. */
export async function* exportedParticipants(
  queryable: Queryable,
  { pollId, anonymous }: { readonly pollId: bigint; readonly anonymous: boolean },
  first: keyof typeof NO_ID_YET,
): AsyncGenerator<{
  readonly participants: readonly ExportedParticipant[];
  readonly votes: readonly ParticipantVote[];
}> {
  const byId = first === "oldest" ? participantsSql : newestFirstSql;
  const batches = batchesOf<ExportedParticipant>(queryable, (last) =>
    anonymous
      ? anonymousSql(String(pollId), last?.voterId ?? "")
      : byId(String(pollId), String(last?.id ?? NO_ID_YET[first])),
  );
  for await (const participants of batches) {
    const ids = participants.map(({ id }) => String(id));
    yield { participants, votes: await votesOf(queryable, ids) };
  }
}

/** The votes of participants; those on one option in the order in which they were cast. */
async function votesOf(
  queryable: Queryable,
  participantIds: readonly string[],
): Promise<readonly ParticipantVote[]> {
  const votes: ParticipantVote[] = [];
  for (;;) {
    const { participantId = 0n, optionId = 0n, id = 0n } = votes.at(-1) ?? {};
    const after = [participantId, optionId, id].map(String) as [string, string, string];
    const { rows } = await queryable.run(votesSql(participantIds, ...after));
    votes.push(...rows);
    if (rows.length < VOTES) return votes;
  }
}

/** The options of a poll in order, in batches. Each follows its parent. */
export async function* exportedOptions(
  queryable: Queryable,
  pollId: bigint,
): AsyncGenerator<readonly ExportedOption[]> {
  const { rows: found } = await queryable.run(optionIdsSql(String(pollId)));
  const ids = found[0]?.ids?.split(" ") ?? [];
  for (let from = 0; from < ids.length; from += OPTIONS) {
    const { rows } = await queryable.run(optionsSql(ids.slice(from, from + OPTIONS)));
    yield rows.map(exportedOption);
  }
}

const exportedOption = (row: OptionRow): ExportedOption => ({
  id: row.id,
  optionId: row.optionId,
  approvalState: row.approvalState,
  decided: row.decided,
  ...votedOption(row.name, row.settings, row.inputType),
  parent:
    row.parentId === null || row.parentName === null
      ? undefined
      : {
          id: row.parentId,
          ...votedOption(row.parentName, row.parentSettings, row.parentInputType),
        },
});

const votedOption = (name: StoredName, settings: unknown, inputType: string | null) => ({
  name,
  type: name.type,
  settings: optionSettingsOf(settings),
  inputType: inputType ?? undefined,
});
