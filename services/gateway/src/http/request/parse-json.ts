import { badRequest } from "../replies/problem";

/**
 * Parses JSON. Throws what `JSON.parse` throws, and 400 for a number that would become 0 without being it
 * (docs/reference/requests.md#numbers-in-json).
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (SMALL.test(text) && numbersOf(text).some(vanishes)) {
    throw badRequest("A number of the body is too small to be kept");
  }
  return value;
}

/** Only an exponent of three digits, or hundreds of zeros, make a number that small. */
const SMALL = /[eE]-0*[1-9]\d{2}|\.0{300}/;

/** The numbers of a JSON text, which are all that is left without its texts. */
const numbersOf = (text: string): readonly string[] =>
  text.replace(/"(?:[^"\\]|\\.)*"/gs, '""').match(/-?\d[\d.eE+-]*/g) ?? [];

const vanishes = (number: string): boolean =>
  Number(number) === 0 && /[1-9]/.test(number.replace(/[eE].*/, ""));
