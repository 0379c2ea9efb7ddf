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

/** The style of a share of the votes: an opinion, or a value on a scale. */
export type Tone = Opinion | "scale";

/** What the number of a result bar counts. `wins`: won comparisons. */
export type Unit = keyof ResultWords["units"] | "wins";

/** How the votes of a type are shown in results. */
export interface VoteReading {
  readonly measure: Measure;
  readonly unit: Unit;
  /** How much a point counts, where several are one yes. Absent: 1. */
  readonly weight?: number;
  /** The values of the distribution that are shown as parts of one strip; undefined: the bar shows enough. */
  readonly toneOf: ((value: number) => Tone) | undefined;
  /** Whether a vote is an opinion: an option leads only with a yes. */
  readonly isOpinion?: true;
  /** The kind of the texts that are listed as answers. */
  readonly answers?: "text" | "date";
  /** Whether the lowest value is the best one. */
  readonly lowestFirst?: true;
  readonly textOf: (value: number, words: Words, texts: ResultWords) => string;
}

const plainText = (value: number, { locale }: Words): string => numberText(value, locale, 4);

const sum: VoteReading = {
  measure: "rating",
  unit: "votes",
  toneOf: undefined,
  textOf: plainText,
};
const scale: VoteReading = {
  measure: "average",
  unit: "average",
  toneOf: () => "scale",
  textOf: plainText,
};
const texts: VoteReading = { ...sum, measure: "values", answers: "text" };

/** The colors and the words of choices. */
const opinionsOf = (choices: readonly Choice[]) =>
  ({
    isOpinion: true,
    toneOf: (value) => choiceOf(choices, value)?.opinion ?? "yes",
    textOf: (value, { vote }) => {
      const choice = choiceOf(choices, value);
      return choice === undefined ? String(value) : vote[meaningOf(choice)];
    },
  }) as const satisfies Partial<VoteReading>;

/** One row for each vote type: a missing row does not compile. */
const readings: Readonly<Record<VoteTypeName, VoteReading>> = {
  "Votes::BooleanVote": { ...sum, ...opinionsOf(yesNo), unit: "yes" },
  "Votes::YesNoMaybeVote": { ...sum, ...opinionsOf(yesNoMaybe), unit: "yes", weight: 1 / 2 },
  "Votes::UpVote": sum,
  "Votes::LikeVote": sum,
  "Votes::HeartVote": sum,
  "Votes::DotVote": {
    ...sum,
    unit: "points",
    textOf: (value, _words, { dots }) => dots(value),
  },
  "Votes::RankedVote": {
    ...sum,
    unit: "points",
    lowestFirst: true,
    toneOf: () => "scale",
    textOf: (value, _words, { rank }) => rank(value),
  },
  "Votes::RatingVote": { ...scale, textOf: (value, { vote }) => vote.stars(value) },
  "Votes::EmojiVote": {
    ...scale,
    textOf: (value, { vote }) => vote.emoji[value - 1] ?? String(value),
  },
  "Votes::RangeVote": scale,
  "Votes::NumberVote": { ...scale, toneOf: undefined },
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
