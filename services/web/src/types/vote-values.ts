import type { ResultGroup } from "@polls/client";
import type { Words } from "../words";
import type { ResultWords } from "../words/results";

type VoteClass = NonNullable<ResultGroup["vote_type"]>;

/** What bars of results show: the sum, the average, or how many participants gave a value. */
export type Measure = "rating" | "average" | "values";

/** How a share of the votes looks: an opinion, or a place on a scale. */
export type Tone = "yes" | "maybe" | "no" | "scale";

/** How the votes of a class are shown in results. */
export interface VoteReading {
  readonly measure: Measure;
  /** Which values of the distribution stand as parts of one strip; undefined: values say no more than the bar. */
  readonly toneOf: ((value: number) => Tone) | undefined;
  /** What the texts of votes are, which are listed as answers. */
  readonly answers?: "text" | "date";
  readonly textOf: (value: number, words: Words, texts: ResultWords) => string;
}

const numberText = (value: number, { locale }: Words): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(value);

const sum: VoteReading = { measure: "rating", toneOf: undefined, textOf: numberText };
const scale: VoteReading = { measure: "average", toneOf: () => "scale", textOf: numberText };
const texts: VoteReading = { ...sum, measure: "values", answers: "text" };

/** One row for each class of votes: a forgotten one does not compile. */
const readings: Readonly<Record<VoteClass, VoteReading>> = {
  "Votes::BooleanVote": {
    ...sum,
    toneOf: (value) => (value > 0 ? "yes" : "no"),
    textOf: (value, { vote }) => (value > 0 ? vote.yes : vote.no),
  },
  "Votes::YesNoMaybeVote": {
    ...sum,
    toneOf: (value) => (["no", "maybe", "yes"] as const)[value] ?? "yes",
    textOf: (value, { vote }) => [vote.no, vote.maybe, vote.yes][value] ?? String(value),
  },
  "Votes::UpVote": sum,
  "Votes::LikeVote": sum,
  "Votes::HeartVote": sum,
  "Votes::DotVote": { ...sum, textOf: (value, _words, { dots }) => dots(value) },
  "Votes::RankedVote": {
    ...sum,
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
  "Votes::PairwiseVote": sum,
  "Votes::TextVote": texts,
  "Votes::DateVote": { ...texts, answers: "date" },
};

/** How bought votes of every class are shown: by their number. */
export const soldReading: VoteReading = {
  ...sum,
  textOf: (value, words) => words.results.votes(value),
};

export const readingOf = ({ vote_type }: Pick<ResultGroup, "vote_type">): VoteReading =>
  vote_type === undefined ? texts : readings[vote_type];
