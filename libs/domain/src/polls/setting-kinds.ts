import { z } from "zod";
import {
  entry,
  flag,
  jsonObject,
  lengths,
  listOf,
  momentText,
  text,
  wholeNumber,
} from "../input/fields";
import type { PollType } from "../poll-types/poll-type";

export type SettingKind =
  | "boolean"
  | "integer"
  | "text"
  | "moment"
  | "list"
  | "object"
  | "attributes"
  | "choice"
  | "internal";

/** What was stored of a poll's settings, by wire name. */
export type StoredSettings = Readonly<Record<string, unknown>>;

/** One field of S2.1's `settings`: how it is written, what it is by default, how it is read back. */
export interface Setting<Value> {
  readonly kind: SettingKind;
  /** What a body may say; null clears. */
  readonly field: z.ZodType;
  readonly fallback: (type: PollType, stored: StoredSettings) => Value;
  /** From what the database keeps as JSON. */
  readonly revive: (stored: unknown) => Value;
  /** Enumerated settings: the values there are given the poll's type, the default first. */
  readonly allowed?: (type: PollType) => readonly (string | null)[];
}

const asStored = <Value>(stored: unknown) => stored as Value;

export const boolean = (byDefault = false): Setting<boolean> => ({
  kind: "boolean",
  field: flag,
  fallback: () => byDefault,
  revive: asStored,
});

/** At least `min`; unset: no limit (decisions 12). */
export const integer = (min = 0, max?: number): Setting<number | undefined> => ({
  kind: "integer",
  field: wholeNumber(min, max),
  fallback: () => undefined,
  revive: asStored,
});

export const string = (
  maxLength: number = lengths.short,
  field: z.ZodType = text(maxLength),
): Setting<string | undefined> => ({
  kind: "text",
  field,
  fallback: () => undefined,
  revive: asStored,
});

/** Kept in UTC; on write a time without offset is the poll's local one (decisions 14). */
export const moment = (): Setting<Date | undefined> => ({
  kind: "moment",
  field: momentText,
  fallback: () => undefined,
  revive: (stored) => new Date(stored as string),
});

export const list = <Element extends string = string>(
  element: z.ZodType<Element | string> = entry(),
): Setting<readonly Element[]> => ({
  kind: "list",
  field: listOf(element),
  fallback: () => [],
  revive: asStored,
});

export const object = (): Setting<Readonly<Record<string, unknown>>> => ({
  kind: "object",
  field: jsonObject,
  fallback: () => ({}),
  revive: asStored,
});

/** One of the values, the first by default. */
export const choice = <const Values extends readonly [string, ...string[]]>(
  ...values: Values
): Setting<Values[number]> => ({
  kind: "choice",
  field: z.enum(values).nullable(),
  fallback: () => values[0],
  revive: asStored,
  allowed: () => values,
});

/** One of the values, none by default. */
export const optionalChoice = <const Values extends readonly [string, ...string[]]>(
  ...values: Values
): Setting<Values[number] | undefined> => ({
  kind: "choice",
  field: z.enum(values).nullable(),
  fallback: () => undefined,
  revive: asStored,
  allowed: () => [null, ...values],
});

/** A choice whose values or default depend on the poll's type or its other settings. */
export const derivedChoice = <Value extends string | undefined>(answers: {
  readonly allowed: (type: PollType) => readonly (string | null)[];
  readonly fallback: (type: PollType, stored: StoredSettings) => Value;
}): Setting<Value> => ({
  kind: "choice",
  field: z.string().nullable(),
  revive: asStored,
  ...answers,
});
