import { Readable } from "node:stream";
import type { Db } from "@polls/db/connection";
import {
  type ExportedPoll,
  type ExportedVote,
  exportAnswers,
  exportComments,
  exportVotes,
  exportWorkbook,
} from "@polls/db/votes";
import { approvalStates } from "@polls/domain/options";
import { isAnonymous } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { voteTypes } from "@polls/domain/vote-types";
import type { Language } from "@polls/markup";
import { z } from "zod";
import { field } from "../../http/replies/schema-parts";
import type { CountWire } from "../results/count/present-count";
import { answersSheet } from "./answers-sheet";
import { answersWords } from "./answers-words";
import { csvLine } from "./csv";
import { type Column, commentColumns, type ExportView, exportColumns } from "./export-row";
import { workbookSheets } from "./workbook";
import { xlsxStream } from "./xlsx";

export interface ExportFormat {
  /** The name of the endpoint, the last part of its path and the default name of the file. */
  readonly id: `results.export.${string}`;
  readonly path: `${string}.${string}`;
  readonly name: "votes" | "answers" | "comments";
  readonly summary: string;
  readonly description: string;
  readonly extension: "csv" | "xlsx" | "json";
  readonly contentType: string;
  readonly schema: z.ZodType;
  readonly write: (request: ExportRequest) => Readable;
}

export interface ExportRequest extends ExportView {
  readonly db: Pick<Db, "largeReads">;
  readonly language: Language;
  readonly count?: CountWire | undefined;
  readonly now: Date;
  readonly address: string;
  /** Whether the file begins with a byte order mark, so that Excel reads it as UTF-8. */
  readonly bom: boolean;
}

const BOM = "\ufeff";

async function* csvText<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
  bom: boolean,
) {
  if (bom) yield BOM;
  yield csvLine(columns.map(({ title }) => title));
  for await (const batch of batches) {
    yield batch.map((row) => csvLine(columns.map(({ cell }) => cell(row)))).join("");
  }
}

async function* jsonText(
  columns: readonly Column[],
  batches: AsyncIterable<readonly ExportedVote[]>,
) {
  let separator = "[";
  for await (const batch of batches) {
    const objects = batch.map((row) =>
      JSON.stringify(Object.fromEntries(columns.map(({ title, cell }) => [title, cell(row)]))),
    );
    yield `${separator}\n${objects.join(",\n")}`;
    separator = ",";
  }
  yield separator === "[" ? "[]\n" : "\n]\n";
}

const textOrNull = z.string().nullable();

const exportedVotes = z
  .array(
    z
      .object({
        vote_id: field.text("Public id of the vote."),
        voter_id: field.text("The participant."),
        user_name: field.text("The name of the participant, as its readers see it."),
        optin_email: textOrNull.describe(
          "The address of the participant, if it gave one. Null with `anonymize_voter_names`.",
        ),
        fraudulent: field.flag(
          "Whether the participant is fraudulent, so that its votes do not count.",
        ),
        option_id: field.text("The id of the option. In comparisons: the option that won."),
        option: textOrNull.describe(
          "The name of the option: its `content`, else its dates, place, file name or number.",
        ),
        parent_option: textOrNull.describe("The name of the parent option."),
        approval_state: z
          .enum(approvalStates)
          .describe("The approval of the option. Only votes on approved options count in ranks."),
        decided: field.flag("In polls of dates: whether the option is a final date.").optional(),
        start_date: textOrNull
          .optional()
          .describe(
            "In polls of dates: when the option begins. A day, if its options have no times.",
          ),
        end_date: textOrNull.optional().describe("In polls of dates: when it ends, likewise."),
        loser_option_id: textOrNull.describe("In comparisons: the id of the option that lost."),
        type: z.enum(voteTypes.names).describe("The vote type."),
        voting_category: z
          .union([z.string(), z.number()])
          .nullable()
          .describe("The title of the voting category."),
        vote: field.number("The value; null for texts and abstentions.").nullable(),
        vote_text: textOrNull.describe(
          "The text; null for numbers and abstentions. Of a file: its name and a link that is valid for a week.",
        ),
        vote_date: textOrNull.describe("With `vote_per_day`: the day of the vote."),
        paid_votes: field.number("The number of bought votes that are paid.").nullable(),
        skipped: field
          .flag("In surveys: the participant skips the step, so the vote does not count.")
          .optional(),
        created_at: field.text("When the vote was cast."),
        updated_at: field.text("When the value of the vote was last changed."),
      })
      // Of any type: in generated types, this type must include those of the fields above.
      .catchall(z.unknown())
      .meta({
        id: "ExportedVote",
        description:
          "A vote in an export. Answers to additional attributes are fields named by their titles, with texts or null.",
      }),
  )
  .describe("All votes of the poll.");

const exportedPoll = (poll: Poll) => ({ pollId: poll.id, anonymous: isAnonymous(poll, "admin") });

const ofVotes = <Extension extends "csv" | "xlsx" | "json">(extension: Extension) =>
  ({
    id: `results.export.${extension}`,
    path: `export.${extension}`,
    name: "votes",
    summary: `Export the votes of a poll as ${extension.toUpperCase()}`,
    description:
      "Streams the votes of all days in the order in which they were cast. The file shows the moment when the export begins. Members get 404. An account may run two exports at the same time.",
    extension,
  }) as const;

const csvSchema = field.text(
  "Comma-separated values (RFC 4180). The first line has the titles of the columns.",
);

const csvFile = <Row>(
  columnsOf: (view: ExportView) => readonly Column<Row>[],
  batchesOf: (db: ExportRequest["db"], poll: ExportedPoll) => AsyncIterable<readonly Row[]>,
) => ({
  contentType: "text/csv; charset=utf-8",
  schema: csvSchema,
  write: ({ db, bom, ...view }: ExportRequest) =>
    Readable.from(csvText(columnsOf(view), batchesOf(db, exportedPoll(view.poll)), bom), {
      objectMode: false,
    }),
});

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The formats of exports (docs/reference/results.md#exports). */
export const exportFormats: readonly ExportFormat[] = [
  { ...ofVotes("csv"), ...csvFile(exportColumns, exportVotes) },
  {
    ...ofVotes("xlsx"),
    contentType: XLSX,
    schema: z
      .file()
      .describe(
        "A workbook with four sheets: votes, participants, comments, summary. In polls with a `counting_method` also the count.",
      ),
    write: ({ db, now, address, count, ...view }) =>
      xlsxStream(
        workbookSheets(view, exportWorkbook(db, exportedPoll(view.poll)), { now, address, count }),
      ),
  },
  {
    ...ofVotes("json"),
    contentType: "application/json; charset=utf-8",
    schema: exportedVotes,
    write: ({ db, ...view }) =>
      Readable.from(jsonText(exportColumns(view), exportVotes(db, exportedPoll(view.poll))), {
        objectMode: false,
      }),
  },
  {
    id: "results.export.answers",
    path: "answers.xlsx",
    name: "answers",
    summary: "Export who answered what as XLSX",
    description:
      "Streams a table for people: a row for each participant, a column for each option, and the totals. The file shows the moment when the export begins. Members get 404. An account may run two exports at the same time.",
    extension: "xlsx",
    contentType: XLSX,
    schema: z.file().describe("A workbook with one sheet, in the language of `Accept-Language`."),
    write: ({ db, language, ...view }) =>
      xlsxStream(
        answersSheet(view, answersWords[language], exportAnswers(db, exportedPoll(view.poll))),
      ),
  },
  {
    id: "results.export.comments",
    path: "comments.csv",
    name: "comments",
    summary: "Export the comments of a poll as CSV",
    description:
      "Streams the comments on all options, also hidden ones, in the order in which they were written. The file shows the moment when the export begins. Members get 404. An account may run two exports at the same time.",
    extension: "csv",
    ...csvFile(commentColumns, exportComments),
  },
];
