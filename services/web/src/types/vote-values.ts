import type { ResultGroup } from "@polls/client";
import {
  type Choice,
  choiceOf,
  meaningOf,
  type Opinion,
  yesNo,
  yesNoMaybe,
} from "@polls/domain/vote-values";
import { numberText } from "../parts/show/number-text";
import type { Words } from "../words";
import type { ResultWords } from "../words/results";
import type { VoteTypeName } from "./vote-types";

/** The value of a result bar: the sum, the average, or the number of participants with a value. */
export type Measure = "rating" | "average" | "values";

/** What the number of a result bar counts. `wins`: won comparisons. */
export type Unit = keyof ResultWords["units"] | "wins";

/** How the votes of a type are shown in results. */
export interface VoteReading {
  readonly measure: Measure;
  readonly unit: Unit;
  /** How much a point counts, where several are one yes. Absent: 1. */
  readonly weight?: number;
  /** Where a vote is an opinion: the one that a value is. They are parts of one strip, and an option leads only with a yes. */
  readonly opinionOf?: (value: number) => Opinion;
  /** The kind of the texts that are listed as answers. */
  readonly answers?: "text" | "date";
  /** Whether the lowest value is the best one. */
  readonly lowestFirst?: true;
  /** Whether 0 is an abstention. */
  readonly zeroAbstains?: true;
  /** A value in a narrow column. Absent: its text. */
  readonly signOf?: (value: number) => string;
  readonly textOf: (value: number, words: Words, texts: ResultWords) => string;
}

const plainText = (value: number, { locale }: Words): string => numberText(value, locale, 4);

const sum: VoteReading = {
  measure: "rating",
  unit: "votes",
  textOf: plainText,
};
const chosen: VoteReading = { ...sum, zeroAbstains: true };
const scale: VoteReading = {
  measure: "average",
  unit: "average",
  textOf: plainText,
};
const texts: VoteReading = { ...sum, measure: "values", answers: "text" };

/** The colors and the words of choices. */
const opinionsOf = (choices: readonly Choice[]) =>
  ({
    opinionOf: (value) => choiceOf(choices, value)?.opinion ?? "yes",
    textOf: (value, { vote }) => {
      const choice = choiceOf(choices, value);
      return choice === undefined ? String(value) : vote[meaningOf(choice)];
    },
  }) as const satisfies Partial<VoteReading>;

/** One row for each vote type: a missing row does not compile. */
const readings: Readonly<Record<VoteTypeName, VoteReading>> = {
  "Votes::BooleanVote": { ...chosen, ...opinionsOf(yesNo), unit: "yes" },
  "Votes::YesNoMaybeVote": { ...sum, ...opinionsOf(yesNoMaybe), unit: "yes", weight: 1 / 2 },
  "Votes::UpVote": chosen,
  "Votes::LikeVote": chosen,
  "Votes::HeartVote": chosen,
  "Votes::DotVote": {
    ...chosen,
    unit: "points",
    signOf: String,
    textOf: (value, { results }) => results.points(value),
  },
  "Votes::RankedVote": {
    ...sum,
    unit: "points",
    lowestFirst: true,
    signOf: (value) => `${value}.`,
    textOf: (value, _words, { rank }) => rank(value),
  },
  "Votes::RatingVote": {
    ...scale,
    signOf: (value) => `${value} ★`,
    textOf: (value, { vote }) => vote.stars(value),
  },
  "Votes::EmojiVote": {
    ...scale,
    textOf: (value, { vote }) => vote.emoji[value - 1] ?? String(value),
  },
  "Votes::RangeVote": scale,
  "Votes::NumberVote": scale,
  "Votes::PairwiseVote": { ...sum, measure: "average", unit: "wins" },
  "Votes::TextVote": texts,
  "Votes::DateVote": { ...texts, answers: "date" },
};

/** The display of places that are taken. */
export const signUpReading: VoteReading = { ...sum, unit: "people" };

/** The display of bought votes of every type: their number. */
export const soldReading: VoteReading = {
  ...sum,
  textOf: (value, words) => words.results.votes(value),
};

export const readingOf = ({ vote_type }: Pick<ResultGroup, "vote_type">): VoteReading =>
  vote_type === undefined ? texts : readings[vote_type];
