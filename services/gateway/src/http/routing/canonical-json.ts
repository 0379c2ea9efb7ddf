/** A JSON text that is equal for equal values: the members of objects stand in the order of their names. "" for undefined. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, inOrder) ?? "";

const inOrder = (_name: string, value: unknown): unknown =>
  value instanceof Object && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
