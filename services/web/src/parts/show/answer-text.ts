import type { OptionListItem } from "@polls/client";
import type { Words } from "../../words";
import { unbroken } from "./dates";
import { numberText } from "./number-text";

type InputType = NonNullable<OptionListItem["input_type"]>;
/** What is shown in place of each value of a choice. */
type Labels = Readonly<Record<string, string>> | undefined;
type Show = (text: string, words: Words, labels: Labels) => string;

const asItIs: Show = (text) => text;
const choice: Show = (text, _words, labels) => labels?.[text] ?? text;
const list: Show = (text, _words, labels) =>
  (JSON.parse(text) as readonly string[]).map((value) => labels?.[value] ?? value).join(", ");
/** All other answers are called so, for readers who may not read them. */
export const OTHER = "other";
const dated =
  (style: Intl.DateTimeFormatOptions): Show =>
  (text, { locale }) => {
    const moment = new Date(text);
    // A time without a zone is shown as entered, in every time zone.
    return Number.isNaN(moment.valueOf())
      ? text
      : unbroken(new Intl.DateTimeFormat(locale, style).format(moment));
  };

/** One row for each input type: a missing row does not compile. */
const shows: Readonly<Record<InputType, Show>> = {
  text: asItIs,
  textarea: asItIs,
  email: asItIs,
  url: asItIs,
  select: choice,
  radio: choice,
  multi_select: list,
  checkbox: (text, words, labels) => {
    if (text.startsWith("[")) return list(text, words, labels);
    return text === "true" ? words.vote.yes : words.vote.no;
  },
  number: (text) => text.replace("-", "−"),
  number_float: (text, { locale }) => numberText(Number(text), locale, 20),
  date: dated({ dateStyle: "medium", timeZone: "UTC" }),
  datetime: dated({ dateStyle: "medium", timeStyle: "short" }),
  file: (_text, { upload }) => upload.file,
  location: (text, { locale }) => {
    const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
    return text
      .split(", ")
      .map((degrees) => format.format(Number(degrees)))
      .join("; ");
  },
};

/** An answer formatted for people. */
export const answerText = (
  { input_type = "text", settings }: Pick<OptionListItem, "input_type" | "settings">,
  text: string | undefined,
  words: Words,
): string => (text === undefined ? "" : shows[input_type](text, words, settings?.value_labels));
