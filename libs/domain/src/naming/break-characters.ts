/** Characters with more code points are broken, because a letter can have thousands of accents. */
const CODE_POINTS_OF_CHARACTER = 12;

/** Many characters that can join others: accents, joiners, and parts of Korean syllables. */
const joining = /(?:[\p{M}\p{Cf}\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb].?){6}/su;

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

const ZERO_WIDTH_SPACE = "\u200b";

/** A text that breaks in lines of a page, for display only: a character with hundreds of accents is wider. */
export function breakCharacters(text: string): string {
  if (!joining.test(text)) return text;
  return Array.from(characters.segment(text), ({ segment }) => broken(segment)).join("");
}

function broken(character: string): string {
  const points = [...character];
  const parts: string[] = [];
  for (let at = 0; at < points.length; at += CODE_POINTS_OF_CHARACTER) {
    parts.push(points.slice(at, at + CODE_POINTS_OF_CHARACTER).join(""));
  }
  return parts.join(ZERO_WIDTH_SPACE);
}
