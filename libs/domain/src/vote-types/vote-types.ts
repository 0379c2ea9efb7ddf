import { registry } from "../registry";
import { isDate } from "../time/moment";
import { type Choice, choiceOf, chosen, meaningOf, yesNo, yesNoMaybe } from "../vote-values";
import type { VoteValue } from "../votes/vote";
import { oneOfNumbers, readNamedNumber, readNumber, readText, wholeWithin } from "./read-value";
import { isBlankText, storedText, textProblem } from "./typed-text";
import type { VoteType } from "./vote-type";

/** The values that most numeric vote types share. */
const plainNumberVote = {
  simple: true,
  carries: "number",
  choices: [],
  takesOther: false,
  maySell: true,
  compares: false,
  isAbstention: ({ value }) => value === undefined,
  score: ({ value }) => value ?? 0,
  scale: undefined,
  limitUse: ({ value }) => (value === undefined || value === 0 ? 0 : 1),
  limitAddsUp: false,
  defaultLimitPerVoter: undefined,
  unique: false,
  ratedBy: "total",
  bestBy: "rating",
  ballots: undefined,
  mark: ({ value }) => value,
} as const satisfies Omit<VoteType, "name" | "takes" | "read" | "meaning">;

/** The values that textual vote types share. */
const textualVote = {
  ...plainNumberVote,
  carries: "text",
  maySell: false,
  isAbstention: ({ text }) => text === undefined,
  meaning: () => "text",
  score: ({ text }) => (text === undefined ? 0 : 1),
  limitUse: ({ text }) => (text === undefined ? 0 : 1),
  bestBy: undefined,
} as const satisfies Omit<VoteType, "name" | "takes" | "read">;

/** The values of a vote type whose votes choose. A 0 that is no choice abstains (docs/reference/votes.md#abstentions). */
function choiceVote(choices: readonly Choice[]) {
  const values = [...new Set([0, ...choices.map(({ value }) => value)])].sort((a, b) => a - b);
  const taken = choices.map((choice) => `${choice.value} for ${meaningOf(choice)}`);
  const opinionOf = ({ value }: VoteValue) => choiceOf(choices, value)?.opinion;
  return {
    ...plainNumberVote,
    choices,
    takes: [...taken, ...(values.length > choices.length ? ["0"] : [])].join(", "),
    read: (input) => readNumber(input, oneOfNumbers(...values)),
    isAbstention: (vote) => opinionOf(vote) === undefined,
    meaning: ({ value }) => {
      const choice = choiceOf(choices, value);
      return choice === undefined ? "number" : meaningOf(choice);
    },
    ballots: "approvals",
    mark: (vote) => (opinionOf(vote) === "yes" ? 1 : undefined),
  } as const satisfies Omit<VoteType, "name">;
}

const STARS = 5;
const HIGHEST = 10;
const DOTS = 10;

/** The decimal notation of a number below 10^12 with at most 4 decimals. */
const decimal = /^-?\d{1,12}(?:\.\d{1,4})?$/;

const upVote = { ...choiceVote(chosen), takes: "1, or 0" };

/** All vote types (docs/reference/votes.md#vote-types-and-values). */
export const voteTypes = registry<VoteType>("vote type", [
  { ...choiceVote(yesNo), name: "Votes::BooleanVote" },
  /** On an option with `allow_other` also a text (docs/reference/votes.md#other-answers). */
  {
    ...upVote,
    name: "Votes::UpVote",
    takesOther: true,
    read: (input, { text }) =>
      text === undefined ? upVote.read(input) : readNamedNumber(input, oneOfNumbers(0, 1)),
  },
  { ...upVote, name: "Votes::LikeVote" },
  { ...upVote, name: "Votes::HeartVote" },
  { ...choiceVote(yesNoMaybe), name: "Votes::YesNoMaybeVote" },
  /** 0 to `vote_limit_per_option` stars. */
  {
    ...plainNumberVote,
    name: "Votes::RatingVote",
    takes: "a whole number from 0 to the number of stars, which is `vote_limit_per_option` or 5",
    read: (input, { max = STARS }) => readNumber(input, wholeWithin(0, max)),
    meaning: () => "number",
    scale: ({ max = STARS }) => ({ min: 0, max }),
    bestBy: "average",
    ballots: "scores",
  },
  /** A whole number between `vote_limit_per_option_min` and `vote_limit_per_option`. */
  {
    ...plainNumberVote,
    name: "Votes::RangeVote",
    takes:
      "a whole number from `vote_limit_per_option_min` (or 0) to `vote_limit_per_option` (or 10)",
    read: (input, { min = 0, max = HIGHEST }) => readNumber(input, wholeWithin(min, max)),
    meaning: () => "number",
    scale: ({ min = 0, max = HIGHEST }) => ({ min, max }),
    bestBy: "average",
    ballots: "scores",
  },
  /** A number of the participant's dots; 0 abstains. */
  {
    ...plainNumberVote,
    name: "Votes::DotVote",
    takes:
      "0, or a whole number from `vote_limit_per_option_min` (or 1) to `vote_limit_per_option`; never more than `vote_limit_per_voter` (or 10)",
    read: (input, { min = 1, max, perVoter = DOTS }) => {
      const [least, most] = [Math.max(min, 0), Math.min(max ?? perVoter, perVoter)];
      const within = wholeWithin(least, most);
      return readNumber(input, (value) =>
        value === 0 || within(value) === undefined
          ? undefined
          : `must be a whole number from ${least} to ${most}, or 0`,
      );
    },
    isAbstention: ({ value }) => value === undefined || value === 0,
    meaning: () => "number",
    limitUse: ({ value }) => value ?? 0,
    limitAddsUp: true,
    defaultLimitPerVoter: DOTS,
  },
  /** A rank, 1 is the best. Points depend on the number of options, so they are computed when read. */
  {
    ...plainNumberVote,
    name: "Votes::RankedVote",
    takes: "the rank, a whole number from 1 to the number of votable options that members see",
    read: (input, { options = Number.POSITIVE_INFINITY }) =>
      readNumber(input, wholeWithin(1, options)),
    meaning: () => "rank",
    unique: true,
    ratedBy: "ranks",
    ballots: "ranks",
  },
  /** 1 is the worst, 5 the best. */
  {
    ...plainNumberVote,
    name: "Votes::EmojiVote",
    takes: "a whole number from 1 (worst) to 5 (best)",
    read: (input) => readNumber(input, wholeWithin(1, 5)),
    meaning: () => "number",
    scale: () => ({ min: 1, max: 5 }),
    bestBy: "average",
  },
  /** Any number with at most 4 decimals. */
  {
    ...plainNumberVote,
    name: "Votes::NumberVote",
    takes: "a number with at most 4 decimals and at most 12 digits before the point",
    read: (input) =>
      readNumber(input, (value) =>
        decimal.test(String(value))
          ? undefined
          : "must be a number below 1000000000000 with at most 4 decimals",
      ),
    meaning: () => "number",
    bestBy: "average",
  },
  /** A text, with the rules of its input (docs/reference/votes.md#text-values). */
  {
    ...textualVote,
    name: "Votes::TextVote",
    takes: "`vote_text` of 1 to 10,000 characters, typed by its [input](#text-values)",
    simple: false,
    read: (input, { text: typed }) =>
      readText(
        input,
        (text) => (typed === undefined ? undefined : textProblem(text, typed)),
        (text) => isBlankText(text, typed),
        (text) => (typed === undefined ? text : storedText(text, typed)),
      ),
  },
  /** A calendar day in `vote_text`. */
  {
    ...textualVote,
    name: "Votes::DateVote",
    takes: "`vote_text` with a date `YYYY-MM-DD`",
    read: (input) =>
      readText(
        input,
        (text) => (isDate(text) ? undefined : "must be a date such as 2030-01-31"),
        (text) => text === "",
      ),
  },
  /** 1 for the winner of a pair (docs/reference/comparisons.md#judging-a-pair). */
  {
    ...plainNumberVote,
    name: "Votes::PairwiseVote",
    takes: "1 for the winner",
    simple: false,
    maySell: false,
    compares: true,
    limitAddsUp: true,
    read: (input) => readNumber(input, oneOfNumbers(1)),
    meaning: () => "winner",
    bestBy: "strength",
  },
]);

/** The maximum value of a sold vote, over all its purchases (docs/reference/votes.md#sold-votes). */
const VALUE_MAX = 1_000_000;

/** A vote type in polls that sell votes: the value is the number of votes to buy. */
const soldVote = (type: VoteType): VoteType => ({
  ...plainNumberVote,
  name: type.name,
  simple: type.simple,
  mark: type.mark,
  takes: "the number of votes to buy",
  read: (input, { min = 1, max = VALUE_MAX }) =>
    readNumber(input, wholeWithin(Math.max(min, 1), Math.min(max, VALUE_MAX))),
  isAbstention: ({ value }) => value === undefined || value === 0,
  meaning: () => "votes",
  limitUse: ({ value }) => value ?? 0,
  limitAddsUp: true,
});

const soldTypes = new Map(
  voteTypes.all
    .filter(({ maySell }) => maySell)
    .map((type) => [type.name as string, soldVote(type)] as const),
);

/** The vote type with that name, adapted if the poll sells votes. Throws when the name is unknown. */
export const voteTypeAs = (name: string, sold: boolean): VoteType =>
  (sold ? soldTypes.get(name) : undefined) ?? voteTypes.get(name);
