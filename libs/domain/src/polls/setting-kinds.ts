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

/** The settings of a poll that are set, by wire name, as JSON values. */
export type StoredSettings = Readonly<Record<string, unknown>>;

/** How a setting is read from bodies and from the database, and its default (docs/reference/polls.md#settings). */
export interface Setting<Value> {
  readonly kind: SettingKind;
  /** Its values in bodies; null clears. */
  readonly field: z.ZodType;
  readonly fallback: (type: PollType, stored: StoredSettings) => Value;
  /** Converts its stored JSON value. */
  readonly revive: (stored: unknown) => Value;
  /** Allowed values of an enumerated setting by poll type, the default first. */
  readonly allowed?: (type: PollType) => readonly (string | null)[];
}

const asStored = <Value>(stored: unknown) => stored as Value;

export const boolean = (byDefault = false): Setting<boolean> => ({
  kind: "boolean",
  field: flag,
  fallback: () => byDefault,
  revive: asStored,
});

/** An integer of at least `min`; undefined: no limit. */
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

/** A moment, stored in UTC (docs/reference/time.md#time-zone). */
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

/** One of the values; the first is the default. */
export const choice = <const Values extends readonly [string, ...string[]]>(
  ...values: Values
): Setting<Values[number]> => ({
  kind: "choice",
  field: z.enum(values).nullable(),
  fallback: () => values[0],
  revive: asStored,
  allowed: () => values,
});

/** One of the values, or unset, which is the default. */
export const optionalChoice = <const Values extends readonly [string, ...string[]]>(
  ...values: Values
): Setting<Values[number] | undefined> => ({
  kind: "choice",
  field: z.enum(values).nullable(),
  fallback: () => undefined,
  revive: asStored,
  allowed: () => [null, ...values],
});

/** A choice whose values or default depend on the poll type or on other settings. */
export const derivedChoice = <Value extends string | undefined>(rules: {
  readonly allowed: (type: PollType) => readonly (string | null)[];
  readonly fallback: (type: PollType, stored: StoredSettings) => Value;
}): Setting<Value> => ({
  kind: "choice",
  field: z.string().nullable(),
  revive: asStored,
  ...rules,
});
