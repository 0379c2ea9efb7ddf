import { isEmail, isLink, isLongerThan, isPlainText } from "../input/fields";
import { normalText } from "../input/number-text";
import { trimText } from "../input/texts";
import { choosesSeveral, type InputType } from "../polls/attributes";
import type { ProblemSentence } from "../refusals/field-problems";
import { isDate, parseMoment } from "../time/moment";

/** The rules for a text, from an input or an additional attribute (docs/reference/votes.md#text-values). */
export interface TypedText {
  readonly inputType: string;
  readonly allowedValues: readonly string[];
  /** Whether choices accept another answer (docs/reference/votes.md#other-answers). */
  readonly allowsOther: boolean;
  readonly multiline: boolean;
  /** Public ids of the participant's file options under the input. */
  readonly fileIds: readonly string[];
}

type TextCheck = (text: string, typed: TypedText) => ProblemSentence | undefined;

const pattern =
  (form: RegExp, sentence: ProblemSentence): TextCheck =>
  (text) =>
    form.test(text) ? undefined : sentence;

/** What another answer is called in distributions, and for readers who may not read it. */
export const OTHER = "other";

/** Maximum length of another answer, in characters. */
export const OTHER_MAX = 200;

/** The problem of another answer than the choices. Undefined: it is valid. */
export function otherProblem(text: string): ProblemSentence | undefined {
  if (isLongerThan(text, OTHER_MAX)) return `must have at most ${OTHER_MAX} characters`;
  if (!isPlainText(text) || text === "" || text !== trimText(text)) return "has invalid characters";
  return lines.test(text) ? "must be one line" : undefined;
}

const oneOf: TextCheck = (text, { allowedValues, allowsOther }) => {
  if (allowedValues.includes(text)) return undefined;
  return allowsOther ? otherProblem(text) : "is not one of the allowed values";
};

const someOf: TextCheck = (text, { allowedValues, allowsOther }) => {
  const chosen = parseList(text);
  if (chosen === undefined) return "must be a JSON list of strings";
  if (new Set(chosen).size !== chosen.length) return "contains a value twice";
  const [other, ...more] = chosen.filter((value) => !allowedValues.includes(value));
  if (other === undefined) return undefined;
  return allowsOther && more.length === 0 ? otherProblem(other) : "has a value that is not allowed";
};

/** An answer with {@link OTHER} in place of what is not among the choices. */
export function withoutOther(
  text: string,
  { inputType, allowedValues }: Pick<TypedText, "inputType" | "allowedValues">,
): string {
  const named = (value: string): string => (allowedValues.includes(value) ? value : OTHER);
  return choosesSeveral(inputType)
    ? JSON.stringify((parseList(text) ?? []).map(named))
    : named(text);
}

const lines = /[\r\n]/;
const oneLine: TextCheck = (text) => (lines.test(text) ? "must be one line" : undefined);

const checks: Readonly<Record<InputType, TextCheck>> = {
  text: (text, typed) => (typed.multiline ? undefined : oneLine(text, typed)),
  textarea: () => undefined,
  email: (text) => (isEmail(text) ? undefined : "must be an e-mail address"),
  url: (text) => (isLink(text) ? undefined : "must be a URL that begins with http:// or https://"),
  select: oneOf,
  radio: oneOf,
  multi_select: someOf,
  checkbox: (text, typed) =>
    typed.allowedValues.length > 0
      ? someOf(text, typed)
      : pattern(/^(?:true|false)$/, "must be true or false")(text, typed),
  number: pattern(/^[+-]?\d+$/, "must be a whole number"),
  number_float: pattern(/^[+-]?\d+(?:\.\d+)?$/, "must be a number, with a point before decimals"),
  file: (text, { fileIds }) =>
    fileIds.includes(text) ? undefined : "must be the id of your own file under this input",
  // A comma without a blank may also be that of a decimal, unless both numbers have a point.
  location: pattern(
    /^(?=[^,]+, |-?\d+\.\d+,-?\d+\.)-?(?:90(?:\.0+)?|[1-8]?\d(?:\.\d+)?), *-?(?:180(?:\.0+)?|(?:1[0-7]\d|[1-9]?\d)(?:\.\d+)?)$/,
    "must be latitude and longitude in degrees, such as 52.52, 13.4",
  ),
  date: (text) => (isDate(text) ? undefined : "must be a date such as 2030-01-31"),
  datetime: (text) =>
    text.includes("T") && parseMoment(text, "UTC") !== undefined
      ? undefined
      : "must be a date and time in ISO 8601",
};

const checkOf = (inputType: string): TextCheck => {
  if (!Object.hasOwn(checks, inputType)) throw new Error(`Unknown input type: ${inputType}`);
  return checks[inputType as InputType];
};

/** The problem of a text, or undefined if it is valid. Throws on an unknown input type. */
export const textProblem = (text: string, typed: TypedText): ProblemSentence | undefined =>
  isPlainText(text) ? checkOf(typed.inputType)(text, typed) : "has invalid characters";

/** Whether a text is an abstention: empty, or an empty list of values. */
export const isBlankText = (text: string, typed: TypedText | undefined): boolean =>
  text === "" ||
  (typed !== undefined && choosesSeveral(typed.inputType) && parseList(text)?.length === 0);

/**
 * A valid text as it is stored: numbers in one notation, lists without blanks, in the order of the choices and
 * with another answer last (docs/reference/votes.md#text-values).
 */
export function storedText(
  text: string,
  { inputType, allowedValues }: Pick<TypedText, "inputType" | "allowedValues">,
): string {
  const choices = choosesSeveral(inputType) ? parseList(text) : undefined;
  if (choices === undefined) return normalText(text, inputType);
  const [chosen, offered] = [new Set(choices), new Set(allowedValues)];
  return JSON.stringify([
    ...allowedValues.filter((value) => chosen.has(value)),
    ...choices.filter((value) => !offered.has(value)),
  ]);
}

/** The values of a text that is a JSON list of texts. Undefined for any other text. */
export function parseList(text: string): readonly string[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((value) => typeof value === "string")
      ? list
      : undefined;
  } catch {
    return undefined;
  }
}
