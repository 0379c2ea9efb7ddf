import { fitsDouble } from "@polls/domain/input";
import { badRequest } from "../replies/problem";

/** All numbers of a body, which are digits for the most part. */
const DIGITS_MAX = 1024 * 1024;

/**
 * Parses JSON. Throws the error of `JSON.parse`, and 400 for a number other than 0 that would
 * become 0, and for an integer of many digits that would become a round one
 * (docs/reference/requests.md#numbers-in-json). Throws 400 before it parses very many digits.
 */
export function parseJson(
  text: string,
  { digits, doubtful }: Pick<JsonShape, "digits" | "doubtful"> = jsonShape(Buffer.from(text)),
): unknown {
  if (digits > DIGITS_MAX || doubtful.length > DOUBTFUL_MAX) {
    throw badRequest("The numbers in the body have too many digits: send them as strings");
  }
  const value: unknown = JSON.parse(text);
  if (doubtful.some(vanishes)) throw badRequest("A number in the body is too small to store");
  if (doubtful.some(isRounded)) {
    throw badRequest("A number in the body has too many digits to store: send it as a string");
  }
  return value;
}

const vanishes = (number: string): boolean =>
  Number(number) === 0 && /[1-9]/.test(number.replace(/[eE].*/, ""));

/** Whether an integer becomes a round one. Other integers that change have a field, which refuses them. */
const isRounded = (number: string): boolean =>
  /^-?\d{17,}$/.test(number) && !fitsDouble(number) && fitsDouble(String(Number(number)));

/** What a JSON text costs to parse and to check. */
export interface JsonShape {
  /** Code that walks a deeply nested body recursively would overflow the stack. */
  readonly depth: number;
  readonly keys: number;
  /** The number of entries of all objects and lists, as far as they follow another entry. */
  readonly entries: number;
  /** Bytes of characters outside of ASCII. */
  readonly foreign: number;
  /** Bytes of all numbers. */
  readonly digits: number;
  /** The numbers that a double may change, the first ones of too many. */
  readonly doubtful: readonly string[];
}

/** The largest number of numbers that a double may change. */
export const DOUBTFUL_MAX = 1_000;

/** An integer below it has too few digits to become a round one. */
const LONG_DIGITS = 17;
/** A number that is shorter and has no exponent is not too small for a double. */
const SMALL_LENGTH = 300;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
/** The characters that follow the first one of a number: `.`, `-`, `+`, `e` and `E`. */
const isInNumber = (byte: number): boolean =>
  isDigit(byte) || byte === 0x2e || byte === 0x2d || byte === 0x2b || (byte | 0x20) === 0x65;

export function jsonShape(bytes: Uint8Array): JsonShape {
  let depth = 0;
  let deepest = 0;
  let keys = 0;
  let entries = 0;
  let foreign = 0;
  let digits = 0;
  let inString = false;
  const doubtful: string[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inString = false;
      else if (byte > 0x7f) foreign++;
    } else if (byte === QUOTE) inString = true;
    else if (byte === 0x7b || byte === 0x5b) {
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
    else if (byte === 0x3a) keys++;
    else if (byte === 0x2c) entries++;
    else if (isDigit(byte)) {
      const end = endOfNumber(bytes, at);
      const from = at > 0 && bytes[at - 1] === 0x2d ? at - 1 : at;
      if (doubtful.length <= DOUBTFUL_MAX && isDoubtful(bytes, at, end)) {
        doubtful.push(Buffer.from(bytes.subarray(from, end)).toString("latin1"));
      }
      digits += end - from;
      at = end - 1;
    }
  }
  return { depth: deepest, keys, entries, foreign, digits, doubtful };
}

function endOfNumber(bytes: Uint8Array, from: number): number {
  let end = from + 1;
  while (end < bytes.length && isInNumber(bytes[end] ?? 0)) end++;
  return end;
}

/** Whether a number is a long integer, or may be too small. */
function isDoubtful(bytes: Uint8Array, from: number, end: number): boolean {
  if (end - from < LONG_DIGITS) return hasExponent(bytes, from, end);
  for (let at = from; at < end; at++) {
    if (!isDigit(bytes[at] ?? 0)) {
      return end - from > SMALL_LENGTH || hasExponent(bytes, from, end);
    }
  }
  return true;
}

/** Whether a number has a negative exponent of three digits or more. */
function hasExponent(bytes: Uint8Array, from: number, end: number): boolean {
  for (let at = end - 1; at > from; at--) {
    if (bytes[at] === 0x2d) return end - at > 3;
  }
  return false;
}
