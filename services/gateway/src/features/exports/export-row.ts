import type { ExportedComment } from "@polls/db/options";
import { type AnswerFile, namedOption, type StoredName } from "@polls/db/rows";
import type { ExportedVote } from "@polls/db/votes";
import { isPollOfDates } from "@polls/domain/decisions";
import { type NameReader, nameOption } from "@polls/domain/naming";
import type { ValueWords } from "@polls/domain/opt-ins";
import { hasWholeDays } from "@polls/domain/option-types";
import { isAnonymous, shownMoment, shownName } from "@polls/domain/participants";
import { pollTypes } from "@polls/domain/poll-types";
import type { Poll } from "@polls/domain/polls";
import { dayIn } from "@polls/domain/time";
import { weightOf } from "@polls/domain/votes";

/** A cell of an export. Null is an empty cell. */
export type Cell = string | number | boolean | null;

/** The type of a column, by which spreadsheets format its cells. Times and days are ISO 8601. */
export type ColumnKind = "id" | "name" | "text" | "number" | "flag" | "time" | "day";

export interface Column<Row = ExportedVote> {
  readonly title: string;
  readonly kind: ColumnKind;
  readonly cell: (row: Row) => Cell;
}

export interface ExportView {
  readonly poll: Poll;
  /** In whose language options are named and votes described. */
  readonly reader: NameReader & ValueWords;
  readonly fileUrl: (storageKey: string) => string;
}

/**
 * Answers to removed attributes have columns too. An attribute with the title of another column gets its
 * id appended (docs/reference/results.md#export-columns).
 */
export function exportColumns(view: ExportView): readonly Column[] {
  const { poll } = view;
  const categories = categoryTitles(poll);
  const voter: readonly Column[] = [
    { title: "vote_id", kind: "id", cell: ({ voteId }) => voteId },
    { title: "voter_id", kind: "id", cell: ({ voterId }) => voterId },
    { title: "user_name", kind: "name", cell: (row) => nameOf(poll, row) },
    { title: "optin_email", kind: "name", cell: (row) => emailOf(poll, row) },
  ];
  const vote: readonly Column[] = [
    { title: "fraudulent", kind: "flag", cell: ({ fraudulent }) => fraudulent },
    { title: "option_id", kind: "id", cell: ({ optionId }) => optionId },
    {
      title: "option",
      kind: "text",
      cell: ({ option, optionName }) => option ?? nameIn(view, optionName),
    },
    {
      title: "parent_option",
      kind: "text",
      cell: ({ parentOption, parentName }) => parentOption ?? nameIn(view, parentName),
    },
    { title: "approval_state", kind: "name", cell: ({ approvalState }) => approvalState },
    ...(isPollOfDates(poll)
      ? [
          { title: "decided", kind: "flag", cell: (row: ExportedVote) => row.decided } as const,
          ...dateColumns(poll),
        ]
      : []),
    { title: "loser_option_id", kind: "id", cell: ({ loserOptionId }) => loserOptionId },
    { title: "type", kind: "name", cell: ({ type }) => type },
    {
      title: "voting_category",
      kind: "name",
      cell: ({ votingCategoryId }) => categories.get(votingCategoryId ?? 0) ?? votingCategoryId,
    },
    { title: "vote", kind: "number", cell: ({ value }) => value },
    { title: "vote_text", kind: "text", cell: (row) => textOf(view, row) },
    { title: "vote_date", kind: "day", cell: ({ voteDate }) => voteDate },
    { title: "paid_votes", kind: "number", cell: ({ paidVotes }) => whatIsPaid(poll, paidVotes) },
    ...(pollTypes.get(poll.type).hasSteps
      ? [
          {
            title: "skipped",
            kind: "flag",
            cell: (row: ExportedVote) => isSkipped(poll, row),
          } as const,
        ]
      : []),
    { title: "created_at", kind: "time", cell: ({ createdAt }) => timeIn(poll, createdAt) },
    { title: "updated_at", kind: "time", cell: ({ updatedAt }) => timeIn(poll, updatedAt) },
  ];
  const taken = new Set([...voter, ...vote].map(({ title }) => title));
  return [...voter, ...attributeColumns(poll, taken), ...vote];
}

/** The columns of the comments of a poll (docs/reference/comments.md#exports-of-comments). */
export const commentColumns = (view: ExportView): readonly Column<ExportedComment>[] => [
  { title: "comment_id", kind: "id", cell: ({ commentId }) => commentId },
  { title: "parent_comment_id", kind: "id", cell: ({ parentCommentId }) => parentCommentId },
  { title: "option_id", kind: "id", cell: ({ optionId }) => optionId },
  { title: "option", kind: "text", cell: ({ optionName }) => nameIn(view, optionName) },
  { title: "voter_id", kind: "id", cell: ({ voterId }) => voterId },
  {
    title: "user_name",
    kind: "name",
    cell: ({ voterId, userName }) =>
      voterId === null ? null : nameOf(view.poll, { voterId, userName }),
  },
  { title: "content", kind: "text", cell: ({ content }) => content },
  { title: "hidden", kind: "flag", cell: ({ hidden }) => hidden },
  { title: "approval_state", kind: "name", cell: ({ approvalState }) => approvalState },
  { title: "created_at", kind: "time", cell: ({ createdAt }) => timeIn(view.poll, createdAt) },
  { title: "by_organizer", kind: "flag", cell: ({ voterId }) => voterId === null },
];

/** A time in an export, which only admins get. */
export const timeIn = (poll: Poll, text: string): string =>
  shownMoment(text, isAnonymous(poll, "admin"));

/** The dates of an option, which are days where the options of the poll have no times. */
export function dateColumns({
  settings: { option_type, timezone },
}: Poll): readonly Column<Pick<ExportedVote, "startDate" | "endDate">>[] {
  const kind = hasWholeDays(option_type) ? "day" : "time";
  const written = (moment: string | null) =>
    moment !== null && kind === "day" ? dayIn(timezone, new Date(moment)) : moment;
  return [
    { title: "start_date", kind, cell: ({ startDate }) => written(startDate) },
    { title: "end_date", kind, cell: ({ endDate }) => written(endDate) },
  ];
}

/** A refund would tell whose votes are paid. */
export const whatIsPaid = <Value>(poll: Poll, value: Value): Value | null =>
  isAnonymous(poll, "admin") ? null : value;

type WithWeight = Pick<ExportedVote, "type" | "value" | "text" | "paidVotes" | "counts">;

/** Whether the participant of a survey skips the step of the vote, so that the vote does not count. */
export const isSkipped = (
  { type: pollType }: Poll,
  { type, value, text, paidVotes, counts }: WithWeight,
): boolean =>
  pollTypes.get(pollType).hasSteps &&
  !counts &&
  weightOf({
    type,
    value: value ?? undefined,
    text: text ?? undefined,
    paidVotes: paidVotes ?? undefined,
    skipped: false,
  }).counts;

export const nameIn = ({ reader }: ExportView, stored: StoredName | null): string | null =>
  stored && nameOption(namedOption(stored), reader);

/** A text, or the name of the file that it stands for, with a link. */
export const textOf = (
  { fileUrl }: ExportView,
  { text, file }: { readonly text: string | null; readonly file: AnswerFile | null },
): string | null =>
  file === null ? text : [file.name ?? text, fileUrl(file.storageKey)].join(" ");

export const categoryTitles = ({ votingCategories }: Poll): ReadonlyMap<number, string> =>
  new Map(votingCategories.map(({ id, title }) => [id, title]));

/** Also of removed attributes. Titles are made unique and added to `taken`. */
export const attributeColumns = (
  { settings }: Poll,
  taken: Set<string>,
): Column<Pick<ExportedVote, "additionalAttributes">>[] =>
  Object.entries(settings.additional_attributes).map(([id, attribute]) => {
    let { title } = attribute;
    while (taken.has(title)) title = `${title} (${id})`;
    taken.add(title);
    return {
      title,
      kind: "text",
      cell: ({ additionalAttributes }) => additionalAttributes[id] ?? null,
    };
  });

export const nameOf = (
  poll: Poll,
  { voterId, userName }: Pick<ExportedVote, "voterId" | "userName">,
): string => shownName({ publicId: voterId, userName: userName ?? undefined }, poll);

/** The confirmed address of a participant, unless it would tell who voted. */
export const emailOf = (
  { settings }: Poll,
  { optinEmail }: Pick<ExportedVote, "optinEmail">,
): string | null => (settings.anonymize_voter_names ? null : optinEmail);
