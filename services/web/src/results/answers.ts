import type { RatedOption, ResultGroup } from "@polls/client";
import { locationOf, type OptionLocation } from "../parts/map/location";
import { answerText, OTHER } from "../parts/show/answer-text";
import type { ResultView } from "./result-view";
import { wordsOf } from "./words-of";

/** A value of the distribution, and how often it was given. */
export interface Share {
  readonly key: string;
  readonly text: string;
  readonly count: number;
  /** From 0 to 1: of the votes on the option; of a yes, a maybe and a no, of all participants. */
  readonly share: number;
}

export interface Titled {
  readonly id: string;
  readonly title: string | undefined;
}

/** The answers to one question. */
export interface Answers extends Titled {
  readonly kind: "answers";
  /** The step or category of the question. */
  readonly under: string | undefined;
  readonly voters: number;
  readonly answers: readonly Share[];
  /** Whether each answer is a thing of its own, such as an address or a place, and none is compared. */
  readonly isList: boolean;
  /** Places among the answers, by the key of the answer. */
  readonly locations: ReadonlyMap<string, OptionLocation>;
  /** Answers that are not listed. */
  readonly left: number;
  /** Words of free texts. */
  readonly words: readonly { readonly text: string; readonly count: number }[];
  readonly average: number | undefined;
}

type InputType = NonNullable<RatedOption["input_type"]>;

/** How the answers to an input are listed: as choices, in the order of numbers or texts, or as free texts. */
const listed: Readonly<Record<InputType, "choices" | "numbers" | "texts" | "most" | "free">> = {
  select: "choices",
  radio: "choices",
  multi_select: "choices",
  checkbox: "choices",
  number: "numbers",
  number_float: "numbers",
  date: "texts",
  datetime: "texts",
  email: "most",
  url: "most",
  file: "most",
  location: "most",
  text: "free",
  textarea: "free",
};

/** The answers to an input as a chart. */
export function answersOf(
  option: RatedOption & { readonly input_type: InputType },
  group: ResultGroup,
  view: ResultView,
): Answers {
  const { words, nameOf } = view;
  const {
    distribution,
    voter_count: voters,
    input_type,
    allowed_values,
    value_labels,
    content,
    id,
  } = option;
  const given = Object.entries(distribution);
  const sum = given.reduce((all, [, count]) => all + count, 0);
  const how = listed[input_type];
  const counts = how === "choices" ? countsOfChoices(option) : new Map(given);
  // Choices are shown unchanged; a checkbox without choices is ticked or not.
  const isNamed = how === "choices" && (input_type !== "checkbox" || allowed_values !== undefined);
  const textOf = (key: string): string => {
    if (!isNamed) return answerText({ input_type }, key, words);
    return key === OTHER && allowed_values?.includes(key) !== true
      ? words.answer.other
      : (value_labels?.[key] ?? key);
  };
  const answers = [...counts].map(([key, count]) => ({
    key,
    count,
    share: count / Math.max(1, sum, voters),
    text: textOf(key),
  }));
  return {
    kind: "answers",
    id,
    title: nameOf(option),
    voters,
    under: group.title === content ? undefined : group.title,
    answers: how === "choices" ? answers : answers.sort(orders[how]),
    isList: how === "most",
    locations: new Map(
      (input_type === "location" ? answers : []).flatMap(({ key }) => {
        const [latitude, longitude] = key.split(", ").map(Number);
        const location = locationOf({ data: { coordinates: [[longitude, latitude]] } });
        return location === undefined ? [] : [[key, location] as const];
      }),
    ),
    left: Math.max(0, voters - sum),
    words: how === "free" ? wordsOf(given) : [],
    average:
      how === "numbers" && sum > 0
        ? given.reduce((total, [value, count]) => total + Number(value) * count, 0) / sum
        : undefined,
  };
}

const mostFirst = (one: Share, other: Share): number =>
  other.count - one.count || one.text.localeCompare(other.text);

const orders = {
  numbers: (one: Share, other: Share) => Number(one.key) - Number(other.key),
  texts: (one: Share, other: Share) => (one.key < other.key ? -1 : 1),
  most: mostFirst,
  free: mostFirst,
} as const;

/** Includes choices without an answer. An answer with several choices counts for each. */
function countsOfChoices({
  distribution,
  allowed_values: choices = [],
}: RatedOption): ReadonlyMap<string, number> {
  const counts = new Map(choices.map((choice) => [choice, 0]));
  for (const [key, count] of Object.entries(distribution)) {
    for (const choice of counts.has(key) ? [key] : choicesIn(key)) {
      counts.set(choice, (counts.get(choice) ?? 0) + count);
    }
  }
  return counts;
}

/** Several choices are a list in JSON. */
function choicesIn(key: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(key);
    return Array.isArray(list) ? list.map(String) : [key];
  } catch {
    return [key];
  }
}
