import { isObject } from "./read-fields";

/** An object as a response shows it to the caller, and its read-only keys. */
export interface Representation {
  readonly readOnly: ReadonlySet<string>;
  readonly shown: Readonly<Record<string, unknown>>;
}

/** Whether the object of a body was copied from a response: it has a read-only key. */
export const isRepresentation = (inside: unknown, readOnly: ReadonlySet<string>): boolean =>
  isObject(inside) && Object.keys(inside).some((name) => readOnly.has(name));

/** The fields that a body changes, without what it sends back (docs/reference/requests.md#sending-back-what-is-shown). */
export function changedFields(inside: unknown, { readOnly, shown }: Representation): unknown {
  if (!isObject(inside) || !isRepresentation(inside, readOnly)) return inside;
  return differences(
    Object.fromEntries(Object.entries(inside).filter(([name]) => !readOnly.has(name))),
    shown,
  );
}

/** The entries whose value differs from the shown one. */
export const differences = (
  sent: Readonly<Record<string, unknown>>,
  shown: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(sent).filter(
      ([name, value]) => !Object.hasOwn(shown, name) || !isSame(value, shown[name]),
    ),
  );

/** Whether every given value equals the current one. Null equals an absent value. */
export const changesNothing = (change: object, current: object): boolean =>
  Object.entries(change).every(
    ([name, value]) =>
      value === undefined ||
      isSame(value ?? undefined, (current as Readonly<Record<string, unknown>>)[name] ?? undefined),
  );

/** Whether two values are the same moment, or the same JSON with keys in any order. */
function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, at) => isSame(value, other[at]));
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}
