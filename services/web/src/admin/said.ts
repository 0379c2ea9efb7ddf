import type { ParticipantResponse, Poll, Vote } from "@polls/client";
import type { Opinion } from "@polls/domain/vote-values";
import { answerText } from "../parts/show/answer-text";
import { barLengths, lengthOf } from "../types/bars";
import { pollTypeOf } from "../types/poll-types";
import { voteTypes } from "../types/vote-types";
import { readingOf, soldReading, type VoteReading } from "../types/vote-values";
import type { Words } from "../words";
import type { AdminWords } from "../words/admin";
import type { ResultWords } from "../words/results";
import type { Column } from "./answer-columns";

/** What a vote says, as the table of people shows it. */
export interface Said {
  readonly text: string;
  /** What a narrow cell shows in place of the text. */
  readonly sign?: string | undefined;
  /** Its color. `out`: it does not count. */
  readonly look?: Opinion | "scale" | "out" | undefined;
  /** How high the value stands on its scale, from 0 to 1. */
  readonly at?: number | undefined;
}

export interface SaidWords {
  readonly page: Words;
  readonly results: ResultWords;
  readonly people: AdminWords["people"];
}

/** The sign of a choice, and of each opinion. */
export const signs = { yes: "✓", maybe: "≈", no: "✕", abstained: "–" } as const;

const DOTS = 10;

/** The votes of a participant on what a column asks: one for each category or day. */
export function saidIn(
  { option, choices }: Pick<Column, "option" | "choices">,
  { voter, votes }: Pick<ParticipantResponse, "voter" | "votes">,
  poll: Poll,
  words: SaidWords,
): readonly Said[] {
  const isOut = voter.fraudulent === true || voter.paid === false;
  return votes
    .filter(({ option_id }) => option_id === option.id)
    .map((vote): Said => {
      const said = saidBy(vote, { option, choices }, poll, words);
      const categories = poll.settings.voting_category_ids ?? [];
      const about = [
        categories.find(({ id }) => id === vote.voting_category_id)?.title,
        vote.vote_date,
      ].filter(Boolean);
      if (about.length > 0) return { text: `${about.join(", ")}: ${said.text}` };
      return isOut ? { ...said, look: "out" } : said;
    });
}

function saidBy(
  vote: Vote,
  { option, choices }: Pick<Column, "option" | "choices">,
  poll: Poll,
  { page, results, people }: SaidWords,
): Said {
  const { vote: value, vote_text: other, type } = vote;
  const isSold = poll.settings.voting_fee_type === "voting_sell_votes";
  const reading = isSold ? soldReading : readingOf({ vote_type: type });
  if (value === null || (value === 0 && reading.zeroAbstains)) {
    return { text: people.abstained, sign: signs.abstained, look: "out" };
  }
  const noted = (text: string, note: string): Said => ({ text: `${text} (${note})`, look: "out" });
  const said: Said =
    typeof value === "string"
      ? { text: answerText(option, value, page) }
      : choices !== undefined
        ? { text: choices[value - 1] ?? String(value) }
        : isChoice(reading)
          ? {
              text: other ?? people.chosen,
              look: "yes",
              sign: other === null ? signs.yes : undefined,
            }
          : {
              text: reading.textOf(value, page, results),
              ...looksOf(value, reading, type, poll),
            };
  if (vote.skipped === true) return noted(said.text, people.skipped);
  const paid = vote.paid_votes ?? 0;
  if (isSold ? paid >= Number(value) : vote.paid !== false) return said;
  return noted(said.text, paid > 0 ? page.vote.paid(paid) : people.notPaid);
}

/** Whether a vote only says that the option is chosen. */
const isChoice = ({ unit, zeroAbstains }: VoteReading): boolean =>
  unit === "votes" && zeroAbstains === true;

/** The sign and the color of a number. */
function looksOf(
  value: number,
  { opinionOf, signOf, unit, lowestFirst }: VoteReading,
  type: Vote["type"],
  { type: pollType, settings, options_count }: Poll,
): Omit<Said, "text"> {
  const opinion = opinionOf?.(value);
  if (opinion !== undefined) return { sign: signs[opinion], look: opinion };
  const sign = signOf?.(value);
  if (lowestFirst === true) {
    return { sign, look: "scale", at: 1 - lengthOf(value - 1, options_count - 1) };
  }
  if (unit === "points") {
    return { sign, look: "scale", at: lengthOf(value, settings.vote_limit_per_voter ?? DOTS) };
  }
  if (voteTypes[type].top === undefined) return { sign };
  // The steps of a survey have bounds of their own.
  const bounds = pollTypeOf({ type: pollType }).kind === "survey" ? {} : settings;
  const heightOf = barLengths("average", { type: voteTypes[type], bounds, voters: 0, most: value });
  return { sign, look: "scale", at: heightOf(value) };
}
