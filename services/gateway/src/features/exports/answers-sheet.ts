import type {
  AnswersPart,
  ExportedOption,
  ExportedParticipant,
  ParticipantVote,
} from "@polls/db/votes";
import { groupBy } from "@polls/domain/grouping";
import { describeVote, wordsOfPoll } from "@polls/domain/opt-ins";
import type { Poll } from "@polls/domain/polls";
import { voteTypeAs } from "@polls/domain/vote-types";
import type { ChoiceMeaning } from "@polls/domain/vote-values";
import { exactSum, participantCounts } from "@polls/domain/votes";
import type { AnswersWords } from "./answers-words";
import { widths } from "./closing-sheets";
import {
  attributeColumns,
  categoryTitles,
  type ExportView,
  emailOf,
  isSkipped,
  nameOf,
  textOf,
  timeIn,
  whatIsPaid,
} from "./export-row";
import { OPTION_COLUMNS_MAX, optionTitle, takesVotes } from "./workbook";
import { momentCell, type Sheet, type SheetCell, type SheetRow } from "./xlsx";

/** What the counting votes on an option come to. */
interface Total {
  /** How often each choice was made, such as yes. */
  readonly choices: Map<ChoiceMeaning, number>;
  values: number;
  sum: number;
  isNumber: boolean;
  /** Whether the sum means something: one of ranks or stars does not. */
  addsUp: boolean;
}

/** What all cells of the table share. */
interface AnswersAbout {
  readonly view: ExportView;
  readonly words: AnswersWords;
  readonly categories: ReadonlyMap<number, string>;
}

/** The table for people: participants and options, and what all votes come to (docs/reference/results.md#table-of-answers). */
export async function* answersSheet(
  view: ExportView,
  words: AnswersWords,
  parts: AsyncGenerator<AnswersPart>,
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
  parts: AsyncGenerator<AnswersPart>,
): Promise<Sheet> {
  const { poll } = view;
  const options: ExportedOption[] = [];
  let ahead = await parts.next();
  for (; ahead.value?.sheet === "options"; ahead = await parts.next()) {
    options.push(
      ...ahead.value.options.filter((option: ExportedOption) => takesVotes(poll, option)),
    );
  }
  const shown = options.slice(0, OPTION_COLUMNS_MAX);
  const attributes = attributeColumns(poll, new Set([words.name]));
  const about = { view, words, categories: categoryTitles(poll) };
  const totals = shown.map(
    (): Total => ({ choices: new Map(), values: 0, sum: 0, isNumber: false, addsUp: true }),
  );

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
        ...attributes.map(({ cell }) => cell(one)),
        ...shown.map((option, at) => {
          const found = byOption.get(option.id) ?? [];
          if (counts) for (const vote of found) addTo(totals[at], view, vote);
          return answerOf(about, option, found);
        }),
        noteOn(poll, words, one),
        emailOf(poll, one),
        momentCell(timeIn(poll, one.createdAt), "time"),
      ];
    }
  }
  async function* rows(): AsyncGenerator<Iterable<SheetRow>> {
    for (; ahead.value?.sheet === "participants"; ahead = await parts.next()) {
      yield rowsOf(ahead.value.participants, ahead.value.votes);
    }
    yield totalRows(view, words, totals, attributes.length);
  }
  return {
    name: words.sheet,
    widths: [
      widths.name,
      ...attributes.map(({ kind }) => widths[kind]),
      ...shown.map(() => widths.number),
      ...[widths.name, widths.name, widths.time],
    ],
    header: [
      words.name,
      ...attributes.map(({ title }) => title),
      ...shown.map((option) => optionTitle(view, option)),
      ...[words.note, words.email, words.createdAt],
    ],
    frozenColumns: 1,
    rows: rows(),
  };
}

const typeOf = ({ settings }: Poll, { type }: ParticipantVote) =>
  voteTypeAs(type, settings.voting_fee_type === "voting_sell_votes");

const storedIn = ({ value, text }: ParticipantVote) => ({
  value: value ?? undefined,
  text: text ?? undefined,
});

/** The value of one vote: a word, a text, or a number with which a spreadsheet counts. */
function valueCell(view: ExportView, option: ExportedOption, vote: ParticipantVote) {
  const type = typeOf(view.poll, vote);
  const value = storedIn(vote);
  const meaning = type.isAbstention(value) ? "abstains" : type.meaning(value);
  if (["number", "rank", "votes"].includes(meaning) && vote.value !== null) return vote.value;
  if (vote.file !== null || (vote.value !== null && vote.text !== null)) return textOf(view, vote);
  const facts = { type: vote.type, ...value, options: [], loser: undefined };
  const about = { inputType: option.inputType, votingCategoryId: undefined, voteDate: undefined };
  return describeVote({ ...facts, ...about }, view.poll, view.reader, (text) => text).value;
}

/** What a participant says of an option; in comparisons how often it won. */
function answerOf(
  { view, words, categories }: AnswersAbout,
  option: ExportedOption,
  votes: readonly ParticipantVote[],
): SheetCell {
  const { poll } = view;
  const [first] = votes;
  if (first === undefined) return null;
  if (first.isComparison) return votes.length;
  const said = votes.map((vote): SheetCell => {
    const value = valueCell(view, option, vote);
    const { paidVotes, votingCategoryId, voteDate } = vote;
    const isUnpaid = whatIsPaid(poll, paidVotes) !== null && (paidVotes ?? 0) < (vote.value ?? 0);
    const note = isSkipped(poll, vote)
      ? ` (${words.skipped})`
      : isUnpaid
        ? ` (${words.paid(paidVotes ?? 0)})`
        : "";
    const about = [categories.get(votingCategoryId ?? 0), voteDate].filter(Boolean).join(" ");
    return note === "" && about === ""
      ? value
      : `${about}${about === "" ? "" : ": "}${value ?? ""}${note}`;
  });
  return said.length <= 1 ? (said[0] ?? null) : said.join("; ");
}

function addTo(total: Total | undefined, view: ExportView, vote: ParticipantVote): void {
  const type = typeOf(view.poll, vote);
  const value = storedIn(vote);
  if (total === undefined || !vote.counts || type.isAbstention(value)) return;
  const meaning = type.meaning(value);
  if (meaning === "yes" || meaning === "maybe" || meaning === "no" || meaning === "chosen") {
    total.choices.set(meaning, (total.choices.get(meaning) ?? 0) + 1);
    return;
  }
  total.values += 1;
  if (meaning === "text" || meaning === "winner") return;
  total.isNumber = true;
  total.sum = exactSum(total.sum, vote.paidVotes ?? vote.value ?? 0);
  if (meaning === "rank" || type.scale !== undefined) total.addsUp = false;
}

/** Below the participants, after an empty row. */
function* totalRows(
  { poll, reader }: ExportView,
  words: AnswersWords,
  totals: readonly Total[],
  attributes: number,
): Generator<SheetRow> {
  const before = Array<null>(attributes).fill(null);
  const row = (title: string, cells: readonly (number | null)[]): readonly SheetRow[] =>
    cells.every((cell) => cell === null) ? [] : [[title, ...before, ...cells]];
  yield [];
  const said = wordsOfPoll(poll, reader);
  for (const meaning of ["yes", "maybe", "no", "chosen"] as const) {
    yield* row(
      said[meaning],
      totals.map((total) => total.choices.get(meaning) ?? null),
    );
  }
  const ofNumbers = (cell: (total: Total) => number | null) =>
    totals.map((total) => (total.isNumber ? cell(total) : null));
  yield* row(
    words.answers,
    totals.map(({ values }) => values || null),
  );
  yield* row(
    words.sum,
    ofNumbers(({ sum, addsUp }) => (addsUp ? sum : null)),
  );
  yield* row(
    words.average,
    ofNumbers(({ sum, values }) => sum / values),
  );
}

/** Why the votes of a participant do not count, or not yet. */
function noteOn(
  poll: Poll,
  words: AnswersWords,
  { fraudulent, confirmed, paid, waitingPosition }: ExportedParticipant,
): string | null {
  const notes = [
    fraudulent && words.fraud,
    !confirmed && words.unconfirmed,
    whatIsPaid(poll, paid) === false && words.unpaid,
    waitingPosition !== null && words.waits,
  ].filter(Boolean);
  return notes.length === 0 ? null : notes.join(", ");
}
