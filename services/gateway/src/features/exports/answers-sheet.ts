import type {
  AnswersTablePart,
  AnyParticipant,
  ExportedOption,
  ExportedParticipant,
  ParticipantVote,
} from "@polls/db/votes";
import { isPollOfDates } from "@polls/domain/decisions";
import { groupBy } from "@polls/domain/grouping";
import { describeVote, wordsOfPoll } from "@polls/domain/opt-ins";
import { hasWholeDays } from "@polls/domain/option-types";
import { isAnonymous } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { voteTypeAs } from "@polls/domain/vote-types";
import { type ChoiceMeaning, choiceMeanings, choiceOf, meaningOf } from "@polls/domain/vote-values";
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
  const about = { view, words, categories: categoryTitles(poll) };
  const facts = aboutParticipants(view, words, any);
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
  const titles = shown.map((option) => optionTitle(view, option));
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
      ? momentCell(timeIn(poll, createdAt), "day")
      : momentCell(createdAt, "time", poll.settings.timezone);
  return [
    ...(noteOn(poll, words, any) === null
      ? []
      : [
          {
            title: words.note,
            kind: "name",
            cell: (one: ExportedParticipant): SheetCell => noteOn(poll, words, one),
          } as const,
        ]),
    ...(emailOf(poll, any) === null
      ? []
      : [
          {
            title: words.email,
            kind: "name",
            cell: (one: ExportedParticipant): SheetCell => emailOf(poll, one),
          } as const,
        ]),
    { title: words.createdAt, kind: "time", cell: created } as const,
  ];
}

/** By their beginning, as on pages. Those without dates are last, in the order of the poll. */
const byDate = ({ name: one }: ExportedOption, { name: other }: ExportedOption): number =>
  beginning(one.startDate) - beginning(other.startDate) || 0;

const beginning = (date: string | null): number =>
  date === null ? Number.MAX_VALUE : Date.parse(date);

/** Room for a title in two lines, or three of a long one. */
const widthOf = (title: string): number =>
  Math.min(Math.max(Math.ceil(title.length / 2) + 3, widths.number), widths.name);

/** A yes, maybe or no that counts has its color. */
function colored(
  { poll }: ExportView,
  votes: readonly ParticipantVote[],
  answer: SheetCell,
): SheetCell {
  const [vote] = votes;
  if (vote === undefined || votes.length > 1 || !vote.counts || vote.isComparison) return answer;
  const type = typeOf(poll, vote);
  if (typeof answer !== "string" || type.isAbstention(storedIn(vote))) return answer;
  const choice = choiceOf(type.choices, vote.value);
  return choice === undefined ? answer : { value: answer, style: choice.opinion };
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
  const choice = choiceOf(type.choices, vote.value);
  if (choice !== undefined) {
    const made = meaningOf(choice);
    total.choices.set(made, (total.choices.get(made) ?? 0) + 1);
    if (type.scale === undefined) return;
  }
  const meaning = type.meaning(value);
  total.values += 1;
  if (meaning === "text" || meaning === "winner") return;
  total.isNumber = true;
  total.sum = exactSum(total.sum, vote.paidVotes ?? vote.value ?? 0);
  if (meaning === "rank" || type.scale !== undefined) total.addsUp = false;
}

/** Below the participants, after an empty row. A last row says in which zone times are. */
function* totalRows(
  { poll, reader }: ExportView,
  words: AnswersWords,
  totals: readonly Total[],
  attributes: number,
): Generator<SheetRow> {
  const before = Array<null>(attributes).fill(null);
  const row = (title: string, cells: readonly (number | null)[]): readonly SheetRow[] =>
    cells.every((cell) => cell === null)
      ? []
      : [[bold(title), ...before, ...cells.map((cell) => (cell === null ? null : bold(cell)))]];
  yield [];
  yield [bold(words.total)];
  const said = wordsOfPoll(poll, reader);
  for (const meaning of choiceMeanings) {
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
  const datesHaveTimes = isPollOfDates(poll) && !hasWholeDays(poll.settings.option_type);
  if (isAnonymous(poll, "admin") && !datesHaveTimes) return;
  yield [];
  yield [words.times(zoneName(poll.settings.timezone, reader.locale))];
}

const bold = (value: string | number): SheetCell => ({ value, style: "bold" });

/** As pages name it; `Intl` calls UTC an offset. */
const zoneName = (timeZone: string, locale: string): string => {
  if (timeZone === "UTC") return timeZone;
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "longGeneric" });
  return format.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
};

/** Why the votes of a participant do not count, or not yet. */
function noteOn(
  poll: Poll,
  words: AnswersWords,
  { fraudulent, confirmed, paid, waitingPosition }: Omit<AnyParticipant, "optinEmail">,
): string | null {
  const notes = [
    fraudulent && words.fraud,
    !confirmed && words.unconfirmed,
    whatIsPaid(poll, paid) === false && words.unpaid,
    waitingPosition !== null && words.waits,
  ].filter(Boolean);
  return notes.length === 0 ? null : notes.join(", ");
}
