import type {
  ExportedOption,
  ExportedParticipant,
  ExportedVote,
  ParticipantVote,
  WorkbookPart,
} from "@polls/db/votes";
import { groupBy } from "@polls/domain/grouping";
import { nameBelow } from "@polls/domain/naming";
import type { ApprovalState } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { exactSum, voteSettingsOn } from "@polls/domain/votes";
import { createPauses } from "../ratings/in-slices";
import type { CountWire } from "../results/count/present-count";
import {
  cellOf,
  countSheet,
  noVotes,
  type OptionSum,
  summarySheet,
  widths,
} from "./closing-sheets";
import {
  attributeColumns,
  type Column,
  categoryTitles,
  commentColumns,
  type ExportView,
  emailOf,
  exportColumns,
  isSkipped,
  nameIn,
  nameOf,
  textOf,
  timeIn,
  whatIsPaid,
} from "./export-row";
import type { Sheet, SheetCell, SheetRow } from "./xlsx";

/** The largest number of options with their own column in the sheet of participants. */
export const OPTION_COLUMNS_MAX = 1_000;

const headOf = (columns: readonly Pick<Column, "kind" | "title">[]) => ({
  widths: columns.map(({ kind }) => widths[kind]),
  header: columns.map(({ title }) => title),
});

/** The database is read once, in the order of the sheets (docs/reference/results.md#workbook). */
export async function* workbookSheets(
  view: ExportView,
  parts: AsyncGenerator<WorkbookPart>,
  about: {
    readonly now: Date;
    readonly address: string;
    readonly count?: CountWire | undefined;
  },
): AsyncGenerator<Sheet> {
  const { poll } = view;
  const columns = exportColumns(view);
  const sums = new Map<string, OptionSum>();
  const counts = { votes: 0, participants: 0 };
  const pauses = createPauses();
  let ahead = await parts.next();
  /** The rows of one sheet. Stops at the first part of the next sheet without consuming it. */
  async function* rowsOf<Name extends WorkbookPart["sheet"]>(
    sheet: Name,
    read: (part: Extract<WorkbookPart, { sheet: Name }>) => Iterable<SheetRow>,
  ): AsyncGenerator<Iterable<SheetRow>> {
    for (; ahead.done !== true && ahead.value.sheet === sheet; ahead = await parts.next()) {
      yield read(ahead.value as Extract<WorkbookPart, { sheet: Name }>);
    }
  }

  try {
    yield {
      name: "Votes",
      ...headOf(columns),
      rows: rowsOf("votes", function* ({ votes }) {
        counts.votes += votes.length;
        for (const vote of votes) {
          addTo(sums, poll, vote);
          yield columns.map((column) => cellOf(column, vote));
        }
      }),
    };
    const options: ExportedOption[] = [];
    for await (const _ of rowsOf("options", (part) => {
      for (const option of part.options) {
        if (sums.has(option.optionId) || takesVotes(poll, option)) options.push(option);
      }
      return [];
    })) {
      if (pauses.isDue()) await pauses.take();
    }
    const shown = withColumn(options, sums);
    const participant = participantColumns(poll);
    const head = headOf(participant);
    yield {
      name: "Participants",
      widths: [...head.widths, ...shown.map(() => widths.number)],
      header: [...head.header, ...shown.map((option) => optionTitle(view, option))],
      rows: rowsOf("participants", function* (part) {
        counts.participants += part.participants.length;
        const votes = groupBy(part.votes, ({ participantId }) => participantId);
        for (const one of part.participants) {
          yield [
            ...participant.map((column) => cellOf(column, one)),
            ...answersOf(view, votes.get(one.id) ?? [], shown),
          ];
        }
      }),
    };
    const aboutComments = commentColumns(view);
    yield {
      name: "Comments",
      ...headOf(aboutComments),
      rows: rowsOf("comments", function* (part) {
        for (const comment of part.comments) {
          yield aboutComments.map((column) => cellOf(column, comment));
        }
      }),
    };
    if (about.count !== undefined) yield countSheet(about.count);
    yield summarySheet(view, { options, sums, counts, ...about });
  } finally {
    await parts.return(undefined);
  }
}

function addTo(sums: Map<string, OptionSum>, poll: Poll, vote: ExportedVote): void {
  const { optionId, value } = vote;
  const sum = sums.get(optionId) ?? noVotes();
  sums.set(optionId, sum);
  if (vote.fraudulent || isSkipped(poll, vote)) return;
  sum.votes += 1;
  if (value === null) return;
  sum.values += 1;
  sum.sum = exactSum(sum.sum, value);
}

export const takesVotes = (poll: Poll, option: ExportedOption): boolean =>
  voteSettingsOn(poll, { option, parent: option.parent }) !== undefined;

/** The options that have a column: the first ones, and of too many, those with votes before others. */
function withColumn(
  options: readonly ExportedOption[],
  sums: ReadonlyMap<string, OptionSum>,
): readonly ExportedOption[] {
  if (options.length <= OPTION_COLUMNS_MAX) return options;
  const hasVotes = ({ optionId }: ExportedOption) => sums.has(optionId);
  const votedFirst = [...options.filter(hasVotes), ...options.filter((one) => !hasVotes(one))];
  const shown = new Set(votedFirst.slice(0, OPTION_COLUMNS_MAX));
  return options.filter((option) => shown.has(option));
}

const participantColumns = (poll: Poll): readonly Column<ExportedParticipant>[] => {
  const before: readonly Column<ExportedParticipant>[] = [
    { title: "voter_id", kind: "id", cell: ({ voterId }) => voterId },
    { title: "user_name", kind: "name", cell: (row) => nameOf(poll, row) },
    { title: "optin_email", kind: "name", cell: (row) => emailOf(poll, row) },
  ];
  const after: readonly Column<ExportedParticipant>[] = [
    { title: "fraudulent", kind: "flag", cell: ({ fraudulent }) => fraudulent },
    { title: "confirmed", kind: "flag", cell: ({ confirmed }) => confirmed },
    { title: "paid", kind: "flag", cell: ({ paid }) => whatIsPaid(poll, paid) },
    ...(poll.settings.participant_limit === undefined ? [] : [waitingPosition(poll)]),
    { title: "created_at", kind: "time", cell: ({ createdAt }) => timeIn(poll, createdAt) },
  ];
  const taken = new Set([...before, ...after].map(({ title }) => title));
  return [...before, ...attributeColumns(poll, taken), ...after];
};

/** The order of anonymous participants is not told. */
const waitingPosition = (poll: Poll): Column<ExportedParticipant> => ({
  title: "waiting_position",
  kind: "number",
  cell: (row) => (poll.settings.anonymize_voter_names ? null : row.waitingPosition),
});

/** One that is not approved is marked, also for readers who do not look for that. */
export function optionTitle(
  view: ExportView,
  { name, parent, approvalState }: ExportedOption,
  marks: Readonly<Partial<Record<ApprovalState, string>>> = {},
): string {
  const called = [parent?.name ?? null, name]
    .flatMap((one) => nameIn(view, one) ?? [])
    .reduce(nameBelow);
  return approvalState === "approved"
    ? called
    : `${called} (${marks[approvalState] ?? approvalState})`;
}

/** A value, several values as one text, or the number of comparisons that the option won. */
function answersOf(
  view: ExportView,
  votes: readonly ParticipantVote[],
  options: readonly ExportedOption[],
): readonly SheetCell[] {
  const { poll } = view;
  const categories = categoryTitles(poll);
  const byOption = groupBy(votes, ({ optionId }) => optionId);
  return options.map(({ id }): SheetCell => {
    const found = byOption.get(id) ?? [];
    const [first] = found;
    if (first === undefined) return null;
    if (first.isComparison) return found.length;
    const isPlain = first.votingCategoryId === null && first.voteDate === null;
    if (found.length === 1 && isPlain && !isSkipped(poll, first)) return answerOf(view, first);
    return found
      .map((vote) => {
        const { votingCategoryId, voteDate } = vote;
        const about = [
          categories.get(votingCategoryId ?? 0),
          voteDate,
          isSkipped(poll, vote) ? "skipped" : undefined,
        ]
          .filter(Boolean)
          .join(" ");
        const said = answerOf(view, vote) ?? "-";
        return about === "" ? `${said}` : `${about}: ${said}`;
      })
      .join("; ");
  });
}

const answerOf = (view: ExportView, vote: ParticipantVote): string | number | null =>
  textOf(view, vote) ?? vote.value;
