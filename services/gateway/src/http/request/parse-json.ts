import { fitsDouble } from "@polls/domain/input";
import { badRequest } from "../replies/problem";
import { DOUBTFUL_MAX, type JsonShape, jsonShape } from "./json-shape";

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
