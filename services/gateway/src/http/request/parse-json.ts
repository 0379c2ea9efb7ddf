import { fitsDouble } from "@polls/domain/input";
import { badRequest } from "../replies/problem";

/**
 * Parses JSON. Throws the error of `JSON.parse`, and 400 for a number other than 0 that would
 * become 0, and for an integer of many digits that would become a round one
 * (docs/reference/requests.md#numbers-in-json).
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (SMALL.test(text) && numbersOf(text).some(vanishes)) {
    throw badRequest("A number in the body is too small to store");
  }
  if (LONG.test(text) && numbersOf(text).some(isRounded)) {
    throw badRequest("A number in the body has too many digits to store: send it as a string");
  }
  return value;
}

/** Only a number with a three-digit exponent or hundreds of zeros can be that small. */
const SMALL = /[eE]-0*[1-9]\d{2}|\.0{300}/;

/** The numbers of a JSON text. Its strings are removed first. */
const numbersOf = (text: string): readonly string[] =>
  text.replace(/"(?:[^"\\]|\\.)*"/gs, '""').match(/-?\d[\d.eE+-]*/g) ?? [];

const vanishes = (number: string): boolean =>
  Number(number) === 0 && /[1-9]/.test(number.replace(/[eE].*/, ""));

const LONG = /\d{17}/;

/** Whether an integer becomes a round one. Other integers that change have a field, which refuses them. */
const isRounded = (number: string): boolean =>
  /^-?\d{17,}$/.test(number) && !fitsDouble(number) && fitsDouble(String(Number(number)));
