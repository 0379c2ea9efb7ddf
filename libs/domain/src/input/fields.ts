import { z } from "zod";
import { pictureDataProblem } from "../pictures/picture-data";
import type { ProblemSentence } from "../refusals/field-problems";
import { parseMoment } from "../time/moment";
import { PROBLEMS_MAX } from "./read-body";
import { asciiDomain, trimText } from "./texts";

/** Maximum lengths of texts, in characters (docs/reference/requests.md#field-rules). */
export const lengths = { short: 255, content: 1_000, link: 2_048, long: 20_000 } as const;

/** Integers have at most 31 bits (docs/reference/requests.md#field-rules). */
export const INTEGER_MAX = 2 ** 31 - 1;

const LIST_MAX = 1_000;

/** Control characters and lone surrogates. PostgreSQL does not store them. */
const notText = /(?![\t\n\r])\p{Cc}|\p{Cs}/u;

/** Whether the database can store the text: well-formed, and no control characters except line breaks and tabs. */
export const isPlainText = (text: string): boolean => !notText.test(text);

/** Counts characters, not UTF-16 units. */
export const isLongerThan = (text: string, max: number): boolean =>
  text.length > max && [...text].length > max;

/** Plain text, trimmed; an empty text becomes null, which clears the field on update. */
export const text = (maxLength: number = lengths.short) =>
  z
    .string()
    .overwrite(trimText)
    .refine((value) => isPlainText(value), "has invalid characters" satisfies ProblemSentence)
    .refine(
      (value) => !isLongerThan(value, maxLength),
      `must have at most ${maxLength} characters` satisfies ProblemSentence,
    )
    .meta({ maxLength })
    .transform((value) => (value === "" ? null : value))
    .nullable();

const LINK_SENTENCE =
  "must be a URL that begins with http:// or https://" satisfies ProblemSentence;

/** An `http` or `https` address without credentials. */
export const link = text(lengths.link).refine(
  (value) => value === null || isLink(value),
  LINK_SENTENCE,
);

/** What no address has: blanks, quotation marks and brackets, and characters that are not drawn or change the direction. */
const notInLink = /[\s\p{C}\p{DI}\p{Z}"<>\\`]/u;

/** Whether the text is an `http` or `https` address without credentials, whose host browsers read as we do. */
export function isLink(value: string): boolean {
  const [, host] = /^https?:\/\/([^/?#]+?)(?::\d*)?(?:[/?#]|$)/i.exec(value) ?? [];
  if (host === undefined || notInLink.test(value) || !URL.canParse(value)) return false;
  return new URL(value).hostname === asciiDomain(host);
}

/** An object of texts for a page, such as a thank-you page. Its `link` is one, if it has any. */
export const jsonObjectWithLink = () =>
  jsonObject.refine(
    (value) => {
      const address = value?.link ?? "";
      return address === "" || (typeof address === "string" && isLink(address));
    },
    { path: ["link"], error: LINK_SENTENCE },
  );

/** An object whose `data` is the data URL of a picture, if it has any. */
export const jsonObjectWithPicture = () =>
  jsonObject.superRefine((value, context) => {
    const picture = value?.data ?? "";
    const problem = picture === "" ? undefined : pictureDataProblem(picture);
    if (problem !== undefined)
      context.addIssue({ code: "custom", path: ["data"], message: problem });
  });

/** An e-mail address; its case is kept. */
export const email = text().refine(
  (value) => value === null || isEmail(value),
  "must be an e-mail address" satisfies ProblemSentence,
);

const LOCAL_MAX = 64;
const LABEL_MAX = 63;

/**
 * Whether the text is one plain mailbox: no display name, quoted local part, comment or invisible characters, and a dot
 * in the domain, which may be international.
 */
export function isEmail(value: string): boolean {
  if (value.length > 254 || !mailbox.test(value)) return false;
  const at = value.indexOf("@");
  const labels = asciiDomain(value.slice(at + 1)).split(".");
  return (
    at <= LOCAL_MAX &&
    // A domain that ends in a number is an address of IP.
    !/^\d+$/.test(labels.at(-1) ?? "") &&
    labels.every(
      (label) => label.length <= LABEL_MAX && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label),
    )
  );
}

/** Without control, format, unassigned and blank characters (C, Z), and others that are not drawn (DI). */
const mailbox =
  /^[^\p{C}\p{Z}\p{DI}@"(),:;<>[\]\\.]+(?:\.[^\p{C}\p{Z}\p{DI}@"(),:;<>[\]\\.]+)*@[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)+$/u;

export const flag = z.boolean().nullable();

/** An integer, or null to unset it. */
export const wholeNumber = (min: number = 0, max: number = INTEGER_MAX) =>
  z.int().min(min).max(max).nullable();

/** A moment as text; `parseMoment` reads it once the time zone is known. */
export const momentText = z
  .string()
  .trim()
  .refine(
    (value) => value === "" || parseMoment(value, "UTC") !== undefined,
    "must be a date and time in ISO 8601" satisfies ProblemSentence,
  )
  .meta({
    pattern:
      "^$|^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}([.,]\\d{1,9})?)?(Z|[+-]\\d{2}(:?\\d{2})?)?)?$",
    examples: ["2030-01-31T12:00:00+01:00", "2030-01-31T12:00", "2030-01-31"],
  })
  .transform((value) => (value === "" ? null : value))
  .nullable();

/** A moment of an object that belongs to no poll: one without an offset is in UTC (docs/reference/time.md#moments). */
export const momentInUtc = momentText.transform((value) =>
  value === null ? null : (parseMoment(value, "UTC") ?? null),
);

/** Reads a list that is too long only to its first element above `max`. Give it to `z.preprocess`. */
export const cutAbove =
  (max: number = LIST_MAX) =>
  (value: unknown): unknown =>
    Array.isArray(value) && value.length > max ? value.slice(0, max + 1) : value;

/** A list of at most `max` elements, or null to unset it. */
export const listOf = <Element extends z.ZodType>(element: Element, max: number = LIST_MAX) =>
  z.preprocess(cutAbove(max), z.array(element).max(max)).nullable();

/** A text that must not be empty, such as an entry of a list or an id. */
export const entry = (maxLength: number = lengths.short) =>
  z
    .string()
    .overwrite(trimText)
    .min(1)
    .refine((value) => isPlainText(value), "has invalid characters" satisfies ProblemSentence)
    .refine(
      (value) => !isLongerThan(value, maxLength),
      `must have at most ${maxLength} characters` satisfies ProblemSentence,
    )
    .meta({ maxLength });

/** A name on one line, without characters that change the direction of what stands around it. */
export const nameEntry = (maxLength?: number) =>
  entry(maxLength)
    .refine(
      (value) => !/[\n\r\u2028\u2029]/.test(value),
      "must be one line" satisfies ProblemSentence,
    )
    .refine(
      (value) => !/[\u202a-\u202e\u2066-\u2069]/.test(value),
      "has invalid characters" satisfies ProblemSentence,
    );

/** A JSON object that the database stores without loss. */
export const jsonObject = z
  .record(z.string(), z.unknown())
  .superRefine((value, context) => {
    for (const { path, message } of problemsOfJson(value)) {
      context.addIssue({ code: "custom", path: [...path], message });
    }
  })
  .nullable();

interface JsonProblem {
  readonly path: readonly string[];
  readonly message: ProblemSentence;
}

/** Values in an object, because each takes time in every request that shows it. */
const JSON_VALUES_MAX = 10_000;

/** The first problems, and one more than a refusal lists. */
function problemsOfJson(json: unknown): readonly JsonProblem[] {
  const problems: JsonProblem[] = [];
  let values = 0;
  const search = (value: unknown, path: readonly string[]): void => {
    values++;
    const message = problemOf(value);
    if (message !== undefined) problems.push({ path, message });
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (problems.length > PROBLEMS_MAX || values > JSON_VALUES_MAX) return;
      if (!isPlainText(key)) problems.push({ path, message: "has invalid characters" });
      else if (key === "__proto__")
        problems.push({ path: [...path, key], message: "cannot be stored" });
      else search(inner, [...path, key]);
    }
  };
  search(json, []);
  return values > JSON_VALUES_MAX
    ? [{ path: [], message: `must have at most ${JSON_VALUES_MAX} entries in all` }]
    : problems;
}

const EXACT_DIGITS = 15;

/** Whether a decimal number has so few significant digits that a double keeps it, such as "1.0e+28". */
export const fitsDouble = (decimal: string): boolean =>
  decimal
    .replace(/e.*/i, "")
    .replace(/[-.]/g, "")
    .replace(/^0+|0+$/g, "").length <= EXACT_DIGITS;

function problemOf(value: unknown): ProblemSentence | undefined {
  if (typeof value === "string") {
    return isPlainText(value) ? undefined : "has invalid characters";
  }
  if (typeof value !== "number") return undefined;
  // JSON.parse reads 1e400 as Infinity.
  if (!Number.isFinite(value)) return "is a number that is too large to store";
  return Number.isInteger(value) && !Number.isSafeInteger(value) && !fitsDouble(String(value))
    ? "is a whole number beyond 2^53, which cannot be stored exactly: send it as a string"
    : undefined;
}

/** A field that a new object need not have: null counts as not given (docs/reference/requests.md#bodies). */
export const absentOrNull = <Field extends z.ZodType>(field: Field) =>
  field.nullish().transform((value) => value ?? undefined);

/** Makes each field optional. */
export const optional = <Shape extends Record<string, z.ZodType>>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, field.optional()])) as {
    readonly [Name in keyof Shape]: z.ZodOptional<Shape[Name]>;
  };

/** Fields that responses contain and clients may send back. They are accepted and ignored. */
export const ignored = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      z
        .unknown()
        .optional()
        .meta({ readOnly: true, description: "Read-only. Ignored in requests." }),
    ]),
  ) as Record<Name, z.ZodOptional<z.ZodUnknown>>;
