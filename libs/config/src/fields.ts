import { z } from "zod";
import { parseRedisAddress } from "./redis-address";

const urlWith = (protocols: readonly string[], expectation: string) =>
  z.string().refine(
    (text) => {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      return url !== undefined && protocols.includes(url.protocol) && url.hostname !== "";
    },
    { error: expectation },
  );

/** A decimal number. `Number` alone would also accept `0x10`, `1e3` and blanks. */
const number = z
  .string()
  .regex(/^\d+(\.\d+)?$/, { error: "must be a number" })
  .transform(Number);

/** `postgresql://user@host:5432/database`, with or without a password. */
export const postgresUrl = urlWith(
  ["postgres:", "postgresql:"],
  "must be an address like postgresql://user@host:5432/database",
);

/** The prefix of all keys in Redis, which tells deployments apart (docs/operations.md#variables). */
export const redisPrefix = z
  .string()
  .regex(/^[\w-]{1,40}$/, { error: "must be 1 to 40 letters, digits, _ or -" })
  .default("polls");

/** An address that `parseRedisAddress` accepts. */
export const redisUrl = z.string().refine((text) => parseRedisAddress(text) !== undefined, {
  error:
    "must be an address like redis://host:6379, redis+sentinel://host,host/name or redis+cluster://host,host",
});

/** An address without a trailing slash, so that paths can be appended. */
export const httpUrl = urlWith(
  ["http:", "https:"],
  "must be an address like https://polls.example.com",
).transform((text) => text.replace(/\/+$/, ""));

/** A TCP port. With 0 the system chooses one. */
export const port = number.pipe(z.number().int().min(0).max(65_535));

/** An integer from `min` (default 1) to `max`. */
export const count = (
  fallback: number,
  { min = 1, max = Number.MAX_SAFE_INTEGER }: { readonly min?: number; readonly max?: number } = {},
) =>
  z
    .string()
    .regex(/^\d+$/, { error: "must be a whole number" })
    .transform(Number)
    .pipe(z.number().int().min(min).max(max))
    .default(fallback);

/** A share from 0 to 1. */
export const share = number.pipe(z.number().max(1));

/** Seconds in the environment; converted to milliseconds, also in `.default(milliseconds)`. */
export const seconds = number.pipe(z.number().positive()).transform((value) => value * 1_000);

/** Seconds in the environment, at least 0; converted to milliseconds. */
export const secondsOrNone = number.pipe(z.number().max(3_600)).transform((value) => value * 1_000);

/** Megabytes (10^6) in the environment; converted to bytes. */
export const megabytes = number
  .pipe(z.number().positive())
  .transform((value) => Math.round(value * 1_000_000));

const flags: Readonly<Record<string, boolean>> = {
  "1": true,
  true: true,
  yes: true,
  on: true,
  "0": false,
  false: false,
  no: false,
  off: false,
};

/** A boolean in the usual spellings. Any other text is an error. */
export const flag = z.string().transform((text, context) => {
  const value = Object.hasOwn(flags, text.toLowerCase()) ? flags[text.toLowerCase()] : undefined;
  if (value !== undefined) return value;
  context.addIssue({ code: "custom", message: "must be 1 or 0, true or false, yes or no" });
  return z.NEVER;
});
