import type { ExportedOption, ParticipantVote } from "@polls/db/votes";
import { datesOf } from "@polls/domain/naming";
import { describeVote } from "@polls/domain/opt-ins";
import type { Poll } from "@polls/domain/polls";
import { isDate, parseMoment } from "@polls/domain/time";
import { voteTypeAs } from "@polls/domain/vote-types";
import { choiceOf } from "@polls/domain/vote-values";
import type { AnswersWords } from "./answers-words";
import { type ExportView, isSkipped, textOf, whatIsPaid } from "./export-row";
import { FIRST_DAY, momentCell, type SheetCell } from "./xlsx";

/** What all cells of the table share. */
interface AnswersAbout {
  readonly view: ExportView;
  readonly words: AnswersWords;
  readonly categories: ReadonlyMap<number, string>;
}

/** A yes, maybe or no that counts has its color. */
export function colored(
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

export const typeOf = ({ settings }: Poll, { type }: ParticipantVote) =>
  voteTypeAs(type, settings.voting_fee_type === "voting_sell_votes");

export const storedIn = ({ value, text }: ParticipantVote) => ({
  value: value ?? undefined,
  text: text ?? undefined,
});

/** An answer that is a day or a time becomes a date of the spreadsheet, in the zone of the poll. */
export function typedCell(
  { poll }: ExportView,
  inputType: string | undefined,
  answer: SheetCell,
): SheetCell {
  if (typeof answer !== "string" || answer < FIRST_DAY) return answer;
  const { timezone } = poll.settings;
  const moment = inputType === "datetime" ? parseMoment(answer, timezone) : undefined;
  if (moment !== undefined) return momentCell(moment.toISOString(), "usualTime", timezone);
  // A vote that is a day has no input.
  const isDay = (inputType ?? "date") === "date" && isDate(answer);
  return isDay ? momentCell(answer, "usualDay") : answer;
}

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
export function answerOf(
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
    const start_date = voteDate && parseMoment(voteDate, poll.settings.timezone);
    const day = start_date && datesOf({ start_date, wholeDays: true }, view.reader);
    const about = [categories.get(votingCategoryId ?? 0), day].filter(Boolean).join(" ");
    return note === "" && about === ""
      ? value
      : `${about}${about === "" ? "" : ": "}${value ?? ""}${note}`;
  });
  return said.length <= 1 ? typedCell(view, option.inputType, said[0] ?? null) : said.join("; ");
}
