import type { ParticipantVote } from "@polls/db/votes";
import { isPollOfDates } from "@polls/domain/decisions";
import { wordsOfPoll } from "@polls/domain/opt-ins";
import { hasWholeDays } from "@polls/domain/option-types";
import { isAnonymous } from "@polls/domain/participants";
import { zoneName } from "@polls/domain/time";
import { type ChoiceMeaning, choiceMeanings, choiceOf, meaningOf } from "@polls/domain/vote-values";
import { exactSum } from "@polls/domain/votes";
import { storedIn, typeOf } from "./answers-cells";
import type { AnswersWords } from "./answers-words";
import type { ExportView } from "./export-row";
import type { SheetCell, SheetRow } from "./xlsx";

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

export const newTotal = (): Total => ({
  choices: new Map(),
  values: 0,
  sum: 0,
  isNumber: false,
  addsUp: true,
});

/** Adds a vote to the total of its option, unless it abstains or does not count. */
export function addTo(total: Total | undefined, view: ExportView, vote: ParticipantVote): void {
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
export function* totalRows(
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
