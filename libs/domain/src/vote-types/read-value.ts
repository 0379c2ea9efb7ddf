import { isLongerThan, isPlainText } from "../input/fields";
import type { Reading } from "../input/read-body";
import { invalid } from "../input/read-fields";
import { trimText } from "../input/texts";
import type { ProblemSentence } from "../refusals/field-problems";
import type { VoteValue } from "../votes/vote";
import { otherProblem } from "./typed-text";
import type { VoteInput } from "./vote-type";

const abstention: VoteValue = { value: undefined, text: undefined };

const right = (value: VoteValue): Reading<VoteValue> => ({ ok: true, value });

const required = invalid("vote", "is required");

/** Parses a number from `vote`. `check` returns its problem. `null` is an abstention. */
export function readNumber(
  { vote, voteText }: VoteInput,
  check: (value: number) => ProblemSentence | undefined,
): Reading<VoteValue> {
  if (vote === undefined && voteText === undefined) return required;
  if (voteText !== undefined && voteText !== null) {
    return invalid("vote_text", "is not the field for the value of this vote");
  }
  if (vote === undefined || vote === null) return right(abstention);
  if (typeof vote !== "number") return invalid("vote", "must be a number");
  if (!Number.isFinite(vote)) return invalid("vote", "is a number that is too large to store");
  const problem = check(vote);
  // Adding 0 converts -0 to 0.
  return problem === undefined
    ? right({ value: vote + 0, text: undefined })
    : invalid("vote", problem);
}

/** Parses a number as `readNumber`, and the text of another answer beside it. Such a text chooses the option. */
export function readNamedNumber(
  { vote, voteText }: VoteInput,
  check: (value: number) => ProblemSentence | undefined,
): Reading<VoteValue> {
  const named = readText({ voteText: voteText ?? "" }, otherProblem, (text) => text === "");
  if (!named.ok || named.value.text === undefined) {
    return named.ok
      ? readNumber({ vote, voteText: voteText === undefined ? voteText : null }, check)
      : named;
  }
  const reading = readNumber({ vote: vote ?? 1 }, check);
  if (!reading.ok) return reading;
  return reading.value.value === 0
    ? invalid("vote_text", "is not the field for the value of this vote")
    : right({ value: reading.value.value, text: named.value.text });
}

/** Checks for a whole number between two inclusive bounds. */
export const wholeWithin =
  (min: number, max: number) =>
  (value: number): ProblemSentence | undefined =>
    Number.isInteger(value) && value >= min && value <= max
      ? undefined
      : max === Number.POSITIVE_INFINITY
        ? `must be a whole number of at least ${min}`
        : `must be a whole number from ${min} to ${max}`;

/** Checks for one of the given numbers. */
export const oneOfNumbers =
  (...values: readonly number[]) =>
  (value: number): ProblemSentence | undefined =>
    values.includes(value) ? undefined : `must be one of ${values.join(", ")}`;

/** Maximum length of `vote_text`, in characters (docs/reference/votes.md#text-values). */
const TEXT_MAX = 10_000;

/** Parses a trimmed text from `vote_text`. `null` and texts that are `isBlank` are abstentions. `normal` is what is stored. */
export function readText(
  { vote, voteText }: VoteInput,
  check: (text: string) => ProblemSentence | undefined,
  isBlank: (text: string) => boolean,
  normal = (text: string): string => text,
): Reading<VoteValue> {
  if (vote === undefined && voteText === undefined) return invalid("vote_text", "is required");
  if (vote !== undefined && vote !== null) {
    return invalid("vote", "is not the field for the value of this vote");
  }
  if (voteText === undefined || voteText === null) return right(abstention);
  if (typeof voteText !== "string") return invalid("vote_text", "must be a string");
  const text = trimText(voteText);
  if (isLongerThan(text, TEXT_MAX)) {
    return invalid("vote_text", `must have at most ${TEXT_MAX} characters`);
  }
  if (!isPlainText(text)) return invalid("vote_text", "has invalid characters");
  if (isBlank(text)) return right(abstention);
  const problem = check(text);
  return problem === undefined
    ? right({ value: undefined, text: normal(text) })
    : invalid("vote_text", problem);
}
