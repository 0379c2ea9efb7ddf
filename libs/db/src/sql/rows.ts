const keys = new Map<string, string>();

/** The key of a column. Columns are few, so each name is converted once. */
export function camelCase(name: string): string {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const key = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  keys.set(name, key);
  return key;
}
