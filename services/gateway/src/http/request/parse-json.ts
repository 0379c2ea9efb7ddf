import { badRequest } from "../replies/problem";

/**
 * Parses JSON. Throws the error of `JSON.parse`, and 400 for a number other than 0 that would
 * become 0 (docs/reference/requests.md#numbers-in-json).
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (SMALL.test(text) && numbersOf(text).some(vanishes)) {
    throw badRequest("A number in the body is too small to store");
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
