import { z } from "zod";
import { parseMoment } from "../time/moment";

/** Lengths in characters (decisions 2). */
export const lengths = { short: 255, content: 1_000, link: 2_048, long: 20_000 } as const;

/** Integers fit 31 bits (decisions 12). */
export const INTEGER_MAX = 2 ** 31 - 1;

const LIST_MAX = 1_000;

/** Control characters and halves of surrogate pairs, which PostgreSQL refuses to store. */
const notText = /(?![\t\n\r])\p{Cc}|\p{Cs}/u;

/** Whether the database can hold it: no control characters (line breaks and tabs apart), well-formed. */
export const isPlainText = (text: string): boolean => !notText.test(text);

const longerThan = (text: string, max: number): boolean =>
  text.length > max && [...text].length > max;

/** Plain text, trimmed; an empty one is no value: null, which clears on update. */
export const text = (maxLength: number = lengths.short) =>
  z
    .string()
    .trim()
    .refine((value) => isPlainText(value), "has characters that are not text")
    .refine((value) => !longerThan(value, maxLength), `must have at most ${maxLength} characters`)
    .meta({ maxLength })
    .transform((value) => (value === "" ? null : value))
    .nullable();

/** An `http` or `https` address without credentials. */
export const link = text(lengths.link).refine(
  (value) => value === null || isLink(value),
  "must be an address that begins with http:// or https://",
);

export function isLink(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || /\s/.test(value)) return false;
  try {
    const { username, password, hostname } = new URL(value);
    return username === "" && password === "" && hostname !== "";
  } catch {
    return false;
  }
}

/** An e-mail address; folding its case is left to who compares it. */
export const email = text().refine(
  (value) => value === null || isEmail(value),
  "must be an e-mail address",
);

/** One plain mailbox: no display name, no quoted local part, no comment, a domain with a dot. */
export const isEmail = (value: string): boolean =>
  value.length <= 254 &&
  /^[^\s@"(),:;<>[\]\\.]+(?:\.[^\s@"(),:;<>[\]\\.]+)*@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(
    value,
  ) &&
  value.slice(0, value.indexOf("@")).length <= 64 &&
  value
    .slice(value.indexOf("@") + 1)
    .split(".")
    .every((label) => label.length <= 63 && !label.startsWith("-") && !label.endsWith("-"));

export const flag = z.boolean().nullable();

export const wholeNumber = (min: number = 0, max: number = INTEGER_MAX) =>
  z.int().min(min).max(max).nullable();

/** A moment as text; who knows the zone reads it with `parseMoment`. */
export const momentText = z
  .string()
  .trim()
  .refine(
    (value) => value === "" || parseMoment(value, "UTC") !== undefined,
    "must be a date and time in ISO 8601",
  )
  .meta({ format: "date-time" })
  .transform((value) => (value === "" ? null : value))
  .nullable();

export const listOf = <Element extends z.ZodType>(element: Element, max: number = LIST_MAX) =>
  z.array(element).max(max).nullable();

/** Text that must say something: an entry of a list, an id. */
export const entry = (maxLength: number = lengths.short) =>
  text(maxLength)
    .refine((value) => value !== null, "is required")
    .transform((value) => value ?? "");

/** Any JSON object whose texts and keys the database can hold. */
export const jsonObject = z
  .record(z.string(), z.unknown())
  .refine((value) => isPlainJson(value), "has characters that are not text")
  .nullable();

function isPlainJson(value: unknown): boolean {
  if (typeof value === "string") return isPlainText(value);
  if (Array.isArray(value)) return value.every(isPlainJson);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(
    ([key, inner]) => isPlainText(key) && key !== "__proto__" && isPlainJson(inner),
  );
}
