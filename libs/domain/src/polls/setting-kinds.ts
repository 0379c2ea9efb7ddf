import { z } from "zod";
import {
  entry,
  flag,
  INTEGER_MAX,
  jsonObject,
  lengths,
  listOf,
  momentText,
  text,
  wholeNumber,
} from "../input/fields";
import type { PollType } from "../poll-types/poll-type";

export type SettingKind =
  | ("boolean" | "integer" | "text" | "moment" | "list" | "object" | "attributes")
  | ("choice" | "internal");

/** The stored settings of a poll by wire name, as JSON values. Unset settings are absent. */
export type StoredSettings = Readonly<Record<string, unknown>>;

/**
 * From when a setting is fixed. A later change is refused with 422. `first_option`: the first option in the poll, or
 * under the survey step. `first_answer`: the first vote on the input, or file under it. `first_vote`: the first vote in
 * the poll, or on or under the option. `stored_votes`: after the first vote, a change must keep all stored votes valid.
 */
export type FixedFrom = "first_option" | "first_answer" | "first_vote" | "stored_votes";

/** What depends on a setting of polls. */
export interface Dependents {
  /** Undefined: no stored option or vote depends on it. */
  readonly fixedFrom: FixedFrom | undefined;
  /** Whether counts, order or visibility of results depend on it (docs/reference/webhooks.md#results-changed). */
  readonly changesResults: boolean;
}

/** How a setting is parsed from requests and from the database (docs/reference/polls.md#settings). */
export interface Setting<Value> {
  /** One sentence for clients: its meaning, its unit, and the behavior while it is unset. */
  readonly meaning: string;
  /** The default as text. Absent where it depends on the poll or is part of the meaning. */
  readonly defaultText?: string;
  readonly kind: SettingKind;
  /** The least and the largest integer. Absent: it is none. */
  readonly bounds?: readonly [min: number, max: number];
  /** Its schema in requests; null clears. */
  readonly field: z.ZodType;
  readonly fallback: (type: PollType, stored: StoredSettings) => Value;
  /** Converts the stored JSON value. */
  readonly revive: (stored: unknown) => Value;
  /**
   * Allowed values (of a list: of its entries) by poll type, the first the default. Settings of the poll may limit
   * them.
   */
  readonly allowed?: (type: PollType, settings?: StoredSettings) => readonly (string | null)[];
}

const asStored = <Value>(stored: unknown) => stored as Value;

/** A setting whose stored JSON value is the value. */
const plain = <Value>(
  kind: SettingKind,
  meaning: string,
  field: z.ZodType,
  byDefault: Value,
): Setting<Value> => ({ kind, meaning, field, fallback: () => byDefault, revive: asStored });

export const boolean = (meaning: string, byDefault = false): Setting<boolean> => ({
  ...plain("boolean", meaning, flag, byDefault),
  defaultText: String(byDefault),
});

/** Booleans with the same default, by name: the meaning of each. */
export const booleans = <Name extends string>(
  byDefault: boolean,
  meanings: Readonly<Record<Name, string>>,
) =>
  Object.fromEntries(
    Object.entries<string>(meanings).map(([name, meaning]) => [name, boolean(meaning, byDefault)]),
  ) as Readonly<Record<Name, Setting<boolean>>>;

/** An integer. Undefined means no limit. */
export const integer = (meaning: string, min = 0, max: number = INTEGER_MAX) => ({
  ...plain<number | undefined>("integer", meaning, wholeNumber(min, max), undefined),
  bounds: [min, max] as const,
});

export const string = (
  meaning: string,
  maxLength: number = lengths.short,
  field: z.ZodType = text(maxLength),
) => plain<string | undefined>("text", meaning, field, undefined);

/** A moment, stored in UTC (docs/reference/time.md#time-zone). */
export const moment = (meaning: string): Setting<Date | undefined> => ({
  ...plain("moment", meaning, momentText, undefined),
  revive: (stored) => new Date(stored as string),
});

export const list = <Element extends string = string>(
  meaning: string,
  element: z.ZodType<Element | string> = entry(),
  max?: number,
) => plain<readonly Element[]>("list", meaning, listOf(element, max), []);

export const object = (meaning: string) =>
  plain<Readonly<Record<string, unknown>>>("object", meaning, jsonObject, {});

/** One of the values. The first is the default. */
export const choice = <const Values extends readonly [string, ...string[]]>(
  meaning: string,
  ...values: Values
): Setting<Values[number]> => ({
  ...plain("choice", meaning, z.enum(values).nullable(), values[0]),
  defaultText: values[0],
  allowed: () => values,
});

/** One of the values, or unset (the default). */
export const optionalChoice = <const Values extends readonly [string, ...string[]]>(
  meaning: string,
  ...values: Values
): Setting<Values[number] | undefined> => ({
  ...plain("choice", meaning, z.enum(values).nullable(), undefined),
  defaultText: "null",
  allowed: () => [null, ...values],
});

/** A choice whose values or default depend on the poll type or on other settings. */
export const derivedChoice = <Value extends string | undefined>(
  meaning: string,
  rules: {
    readonly allowed: (type: PollType, settings?: StoredSettings) => readonly (string | null)[];
    readonly fallback: (type: PollType, stored: StoredSettings) => Value;
  },
): Setting<Value> => ({
  meaning,
  kind: "choice",
  field: z.string().nullable(),
  revive: asStored,
  ...rules,
});

/** What a fee is: unset, or one of the values. The first, also the name of the amount, is the default above 0. */
export const feeType = <const Values extends readonly [string, ...string[]]>(
  meaning: string,
  ...values: Values
) =>
  derivedChoice<Values[number] | undefined>(meaning, {
    allowed: () => [null, ...values],
    fallback: (_type, { [values[0]]: amount }) =>
      typeof amount === "number" && amount > 0 ? values[0] : undefined,
  });
