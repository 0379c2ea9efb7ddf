const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A text that has its own direction inside a sentence. */
export const ownDirection = <Text extends string>(text: Text): Text =>
  rightToLeft.test(text) && !text.includes("\u2068") ? (`\u2068${text}\u2069` as Text) : text;

/**
 * Changes the words of a page or a mail.
 * @param write What becomes of a finished text.
 * @param insert What becomes of a text that a function inserts.
 */
export function mapWords<Words>(
  words: Words,
  write: (text: string) => string,
  insert: (text: string) => string,
): Words {
  const mapped = (value: unknown): unknown => {
    if (typeof value === "string") return write(value);
    if (typeof value === "function") {
      return (...inserts: readonly unknown[]) =>
        mapped(value(...inserts.map((each) => (typeof each === "string" ? insert(each) : each))));
    }
    if (Array.isArray(value)) return value.map(mapped);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapped(part)]));
  };
  return mapped(words) as Words;
}

/** Words whose inserts, such as names of people, keep their direction inside the sentence. */
export const withOwnDirections = <Words>(words: Words): Words =>
  mapWords(words, (text) => text, ownDirection);
