import type {
  AnswersTablePart,
  AnyParticipant,
  ExportedOption,
  ExportedParticipant,
  ParticipantVote,
} from "@polls/db/votes";
import { isPollOfDates } from "@polls/domain/decisions";
import { groupBy } from "@polls/domain/grouping";
import { isAnonymous } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { participantCounts } from "@polls/domain/votes";
import { answerOf, colored, typedCell } from "./answers-cells";
import { addTo, newTotal, totalRows } from "./answers-totals";
import type { AnswersWords } from "./answers-words";
import { widths } from "./closing-sheets";
import {
  attributeColumns,
  type Column,
  categoryTitles,
  type ExportView,
  emailOf,
  nameOf,
  timeIn,
  whatIsPaid,
} from "./export-row";
import { OPTION_COLUMNS_MAX, optionTitle, takesVotes } from "./workbook";
import { momentCell, type Sheet, type SheetRow } from "./xlsx";

/** The table for people: participants and options, and what all votes come to (docs/reference/results.md#table-of-answers). */
export async function* answersSheet(
  view: ExportView,
  words: AnswersWords,
  parts: AsyncGenerator<AnswersTablePart>,
): AsyncGenerator<Sheet> {
  try {
    yield await sheetOf(view, words, parts);
  } finally {
    await parts.return(undefined);
  }
}

async function sheetOf(
  view: ExportView,
  words: AnswersWords,
  parts: AsyncGenerator<AnswersTablePart>,
): Promise<Sheet> {
  const { poll } = view;
  const options: ExportedOption[] = [];
  let ahead = await parts.next();
  const any = ahead.value?.sheet === "any" ? ahead.value.any : undefined;
  if (any === undefined) throw new Error("what any participant has is not told");
  ahead = await parts.next();
  for (; ahead.value?.sheet === "options"; ahead = await parts.next()) {
    options.push(
      ...ahead.value.options.filter((option: ExportedOption) => takesVotes(poll, option)),
    );
  }
  if (isPollOfDates(poll)) options.sort(byDate);
  const shown = options.slice(0, OPTION_COLUMNS_MAX);
  const attributes = attributeColumns(poll, new Set([words.name]));
  // Of a removed one too.
  const attributeTypes = Object.values(poll.settings.additional_attributes).map(({ type }) => type);
  const about = { view, words, categories: categoryTitles(poll) };
  const facts = aboutParticipants(view, words, any);
  const totals = shown.map(newTotal);

  function* rowsOf(
    participants: readonly ExportedParticipant[],
    all: readonly ParticipantVote[],
  ): Generator<SheetRow> {
    const votes = groupBy(all, ({ participantId }) => participantId);
    for (const one of participants) {
      const byOption = groupBy(votes.get(one.id) ?? [], ({ optionId }) => optionId);
      const counts = participantCounts({ ...one, paid: one.paid ?? undefined });
      yield [
        nameOf(poll, one),
        ...attributes.map(({ cell }, at) => typedCell(view, attributeTypes[at], cell(one))),
        ...shown.map((option, at) => {
          const found = byOption.get(option.id) ?? [];
          if (counts) for (const vote of found) addTo(totals[at], view, vote);
          const answer = answerOf(about, option, found);
          return counts ? colored(view, found, answer) : answer;
        }),
        ...facts.map(({ cell }) => cell(one)),
      ];
    }
  }
  async function* rows(): AsyncGenerator<Iterable<SheetRow>> {
    for (; ahead.value?.sheet === "participants"; ahead = await parts.next()) {
      yield rowsOf(ahead.value.participants, ahead.value.votes);
    }
    yield totalRows(view, words, totals, attributes.length);
  }
  const titles = shown.map((option) => optionTitle(view, option, words.approvals));
  return {
    name: words.sheet,
    widths: [
      widths.name,
      ...attributes.map(({ kind }) => widths[kind]),
      ...shown.map((option, at) =>
        option.inputType === undefined ? widthOf(titles[at] ?? "") : widths.text,
      ),
      ...facts.map(({ kind }) => widths[kind]),
    ],
    header: [
      words.name,
      ...attributes.map(({ title }) => title),
      ...titles,
      ...facts.map(({ title }) => title),
    ],
    frozenColumns: 1,
    rows: rows(),
  };
}

/** Without the columns that would be empty. */
function aboutParticipants(view: ExportView, words: AnswersWords, any: AnyParticipant) {
  const { poll } = view;
  const isDay = isAnonymous(poll, "admin");
  const created = ({ createdAt }: ExportedParticipant) =>
    isDay
      ? momentCell(timeIn(poll, createdAt), "usualDay")
      : momentCell(createdAt, "usualTime", poll.settings.timezone);
  const columns: readonly Column<AnyParticipant>[] = [
    { title: words.note, kind: "name", cell: (one) => noteOn(poll, words, one) },
    { title: words.email, kind: "name", cell: (one) => emailOf(poll, one) },
  ];
  return [
    ...columns.filter(({ cell }) => cell(any) !== null),
    { title: words.createdAt, kind: "time", cell: created } as const,
  ];
}

/** By their beginning, as on pages. Those without dates are last, in the order of the poll. */
const byDate = ({ name: one }: ExportedOption, { name: other }: ExportedOption): number =>
  beginning(one.startDate) - beginning(other.startDate);

const beginning = (date: string | null): number =>
  date === null ? Number.MAX_VALUE : Date.parse(date);

/** Room for a title in two lines, or three of a long one. */
const widthOf = (title: string): number =>
  Math.min(Math.max(Math.ceil(title.length / 2) + 3, widths.number), widths.name);

/** Why the votes of a participant do not count, or not yet. */
function noteOn(
  poll: Poll,
  words: AnswersWords,
  { fraudulent, confirmed, paid, waitingPosition }: AnyParticipant,
): string | null {
  const notes = [
    fraudulent && words.fraud,
    !confirmed && words.unconfirmed,
    whatIsPaid(poll, paid) === false && words.unpaid,
    waitingPosition !== null && words.waits,
  ].filter(Boolean);
  return notes.length === 0 ? null : notes.join(", ");
}
