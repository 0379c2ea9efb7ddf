/**
 * A character that a reader can see. Blanks, fillers and characters that only change others, such as joiners, are not;
 * the signs of category Cf that are listed are drawn around numbers. Other control characters are refused later.
 */
const seen =
  /[^\s\p{Z}\p{Cf}\p{DI}\u2800]|[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]/u;

/** Trims a text of a user. A text of which nothing is seen, such as one of zero-width characters, becomes empty. */
export const trimText = (text: string): string => (seen.test(text) ? text.trim() : "");
