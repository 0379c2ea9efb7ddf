import { isObject } from "./read-fields";

/** An object as its reader is shown it, and the keys of that which cannot be written. */
export interface Representation {
  readonly readOnly: ReadonlySet<string>;
  readonly shown: Readonly<Record<string, unknown>>;
}

/** Whether the object of a body is one that was shown: it has a key that cannot be written. */
export const isRepresentation = (inside: unknown, readOnly: ReadonlySet<string>): boolean =>
  isObject(inside) && Object.keys(inside).some((name) => readOnly.has(name));

/**
 * What a body changes of what is shown (docs/reference/requests.md#sending-back-what-is-shown). Of an object that
 * was shown, keys that cannot be written are ignored, and so are values that are as they are shown.
 */
export function changedFields(inside: unknown, { readOnly, shown }: Representation): unknown {
  if (!isObject(inside) || !isRepresentation(inside, readOnly)) return inside;
  return differences(
    Object.fromEntries(Object.entries(inside).filter(([name]) => !readOnly.has(name))),
    shown,
  );
}

/** The entries that are not as they are shown. */
export const differences = (
  given: Readonly<Record<string, unknown>>,
  shown: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => !Object.hasOwn(shown, name) || !isSameJson(value, shown[name]),
    ),
  );

/** Whether two values are the same JSON, with keys in any order. */
function isSameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, at) => isSameJson(value, other[at]));
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
  );
}
