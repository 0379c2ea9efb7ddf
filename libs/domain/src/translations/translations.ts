import { z } from "zod";
import { entry, jsonObject, lengths, optional } from "../input/fields";
import { isObject } from "../input/read-fields";
import type { ProblemSentence } from "../refusals/field-problems";
import { isLanguageTag, notLanguage } from "./text-language";

const LANGUAGES_MAX = 20;
/** So that a poll with them fits into the body of an update, even if each character is escaped (6 bytes). */
const ALL_MAX = 100_000;

/** Reads too many languages only to the first one above the limit, because each takes time. */
const cutLanguages = (value: unknown): unknown =>
  isObject(value) && Object.keys(value).length > LANGUAGES_MAX
    ? Object.fromEntries(Object.entries(value).slice(0, LANGUAGES_MAX + 1))
    : value;

/** Texts by field: a text, or texts by key. */
export interface Texts {
  readonly [field: string]: string | Texts | undefined;
}

/** The table of the texts of a noun that can be translated. */
export type TextFields = Readonly<Record<string, z.ZodType<string | Texts>>>;

/** Texts by key, such as an id. */
export const textsByKey = z.record(z.string(), entry(lengths.short));

/** What readers see in place of the values of a choice. */
export const valueLabels = textsByKey.describe(
  "What readers see in place of each of `allowed_values`, by value.",
);

/** The labels of the values of a choice, in responses. */
export const shownLabels = z.record(z.string(), z.string()).meta({
  readOnly: true,
  description:
    "Extension, read only: what to show in place of values, by value, in the language of the reader. Absent: the values themselves.",
});

/** The texts of a noun in one language, by a name for clients. */
export const textsOf = <Fields extends TextFields>(fields: Fields, id: string, noun: string) =>
  z
    .strictObject(optional(fields))
    .meta({ id, description: `Extension: the texts of ${noun} in another language.` });

/** `translations` in a request; null clears. */
export const translationsField = <Field extends z.ZodRecord<z.ZodString, z.ZodObject>>(
  field: Field,
) =>
  z
    .preprocess(cutLanguages, field)
    .superRefine((translations, context) => {
      const add = (path: readonly PropertyKey[], message: ProblemSentence) =>
        context.addIssue({ code: "custom", path: [...path], message });
      const languages = Object.keys(translations);
      if (languages.length > LANGUAGES_MAX) add([], `must have at most ${LANGUAGES_MAX} entries`);
      if (JSON.stringify(translations).length > ALL_MAX) {
        add([], `must have at most ${ALL_MAX} characters in all`);
      }
      for (const tag of languages) if (!isLanguageTag(tag)) add([tag], notLanguage);
      for (const { path, message } of jsonObject.safeParse(translations).error?.issues ?? []) {
        add(path, message as ProblemSentence);
      }
    })
    .nullable();

/** The values with the texts of a translation. A text replaces one that is there; values of choices stay. */
export function translated<Values extends object>(values: Values, texts: Texts): Values {
  const changed: Record<string, unknown> = {};
  const known = values as Readonly<Record<string, unknown>>;
  for (const [key, text] of Object.entries(texts)) {
    const value = Object.hasOwn(known, key) ? known[key] : undefined;
    if (text === undefined) continue;
    if (typeof text === "string") {
      if (typeof value === "string") changed[key] = text;
    } else if (key === "value_labels") {
      const labels = labelsOf(known.allowed_values, text);
      if (labels !== undefined) changed.value_labels = labels;
    } else if (isObject(value)) changed[key] = translated(value, text);
  }
  return { ...values, ...changed };
}

/** A label for each value, which is the value itself where there is no other. */
function labelsOf(values: unknown, labels: Texts): Texts | undefined {
  if (!Array.isArray(values) || !values.some((value) => Object.hasOwn(labels, value))) {
    return undefined;
  }
  return Object.fromEntries(
    values.map((value: string) => [value, Object.hasOwn(labels, value) ? labels[value] : value]),
  );
}
