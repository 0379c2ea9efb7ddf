const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The beginning of a text, of at most `max` code points, cut between two visible characters if possible. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  let length = 0;
  for (const { segment, index } of characters.segment(text)) {
    const next = length + [...segment].length;
    if (next > max) return index === 0 ? [...segment].slice(0, max).join("") : text.slice(0, index);
    length = next;
  }
  return text;
}

/**
 * A character that a reader can see. Blanks, fillers and characters that only change others, such as joiners, are not;
 * the signs of category Cf that are listed are drawn around numbers. Other control characters are refused later.
 */
const seen =
  /[^\s\p{Z}\p{Cf}\p{DI}\u2800]|[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]/u;

/** Trims a text of a user. A text of which nothing is seen, such as one of zero-width characters, becomes empty. */
export const trimText = (text: string): string => (seen.test(text) ? text.trim() : "");

/** Whether a list has a text twice, also in another Unicode form of it. */
export const hasRepeats = (values: readonly unknown[]): boolean =>
  new Set(values.map((value) => (typeof value === "string" ? value.normalize("NFC") : value)))
    .size < values.length;

/** Longer search texts are cut. */
const SEARCH_MAX = 255;

/** The text that a request searches for. Undefined: none. */
export const searchText = (text: string | null | undefined): string | undefined =>
  cutText(text?.trim() ?? "", SEARCH_MAX) || undefined;

/** A domain name for comparisons: lower case, in ASCII (IDNA). Other texts stay unchanged. */
export function asciiDomain(domain: string): string {
  const folded = domain.toLowerCase();
  if (!/^[\p{L}\p{N}\p{M}.-]+$/u.test(folded) || /^[\x20-\x7e]*$/.test(folded)) return folded;
  try {
    return new URL(`http://${folded}`).hostname || folded;
  } catch {
    return folded;
  }
}
