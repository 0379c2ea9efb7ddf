import type { InputType } from "../polls/attributes";

const number = /^[+-]?\d+(?:\.\d+)?$/;

/**
 * The one form of a number in decimal notation: no plus, no zeros that say nothing, no minus before 0.
 * Other texts stay unchanged. Digits are not read as a number, because they may be more than it holds.
 */
function normalNumber(text: string): string {
  if (!number.test(text)) return text;
  const [whole = "", decimals = ""] = text.replace(/^[+-]/, "").split(".");
  let end = decimals.length;
  while (decimals[end - 1] === "0") end--;
  const digits = whole.replace(/^0+(?=\d)/, "");
  const normal = end === 0 ? digits : `${digits}.${decimals.slice(0, end)}`;
  return text.startsWith("-") && normal !== "0" ? `-${normal}` : normal;
}

const unchanged = (text: string): string => text;

const normalForms: Readonly<Record<InputType, (text: string) => string>> = {
  text: unchanged,
  textarea: unchanged,
  email: unchanged,
  url: unchanged,
  select: unchanged,
  radio: unchanged,
  multi_select: unchanged,
  checkbox: unchanged,
  number: normalNumber,
  number_float: normalNumber,
  date: unchanged,
  datetime: unchanged,
  file: unchanged,
  location: (text) => text.replace(/, */, ", "),
};

/** A valid answer to an input as it is stored and compared (docs/reference/votes.md#text-values). */
export const normalText = (text: string, inputType: string | undefined): string =>
  inputType === undefined ? text : normalForms[inputType as InputType](text);
