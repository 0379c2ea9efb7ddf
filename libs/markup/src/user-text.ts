import { unseen, unseenInSentences } from "./invisible";

/** The maximum length of a text of a user in a mail, in visible characters. */
export const USER_TEXT_MAX = 300;

/** Characters with more code points are cut, because a letter can have thousands of accents. */
const CODE_POINTS_OF_CHARACTER = 12;

/** Line breaks, other control characters, and lone surrogates. */
const controls = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** A period, including the characters that browsers treat as one in host names (UTS 46). */
const stop = "[.\u2024\u3002\uFE52\uFF0E\uFF61]";

/** Where mail programs detect an address: schemes, at signs, prefixes, dots of hosts. */
const addressPoints = new RegExp(
  [
    String.raw`(?<=\p{L}[:\uFE13\uFF1A])(?=[\p{L}\p{N}/\\+%?&])`,
    String.raw`(?<=[/\\\uFF0F]{2})(?=[^\s/\\\uFF0F])`,
    String.raw`(?<=\S[@\uFE6B\uFF20])(?=\S)`,
    String.raw`(?<=\S${stop})(?=\p{L}[\p{L}\p{M}])`,
    String.raw`(?<=\bwww${stop})(?=\S)`,
    String.raw`(?<=\b\d{1,3}${stop})(?=\d{1,3}${stop}\d{1,3}${stop}\d)`,
  ].join("|"),
  "giu",
);

const lineWithout =
  (hidden: RegExp) =>
  (text: string): string =>
    text
      .replace(controls, " ")
      .replace(hidden, "")
      .replace(addressPoints, " ")
      .replace(/\s+/g, " ")
      .trim();

/** One line in which mail programs detect no link: a visible space separates its parts. */
export const plainLine = lineWithout(unseen);

/** The same of a sentence whose inserts are plain lines, and may have their own direction. */
export const plainSentence = lineWithout(unseenInSentences);

declare const cleaned: unique symbol;

/** A text of a user that is safe in a mail. Only `userText` creates this type. */
export type UserText = string & { readonly [cleaned]: true };

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * One line without links, safe in any part of a mail, of at most `max` characters
 * (docs/reference/mails.md#texts-of-users).
 */
export function userText(text: string, max = USER_TEXT_MAX): UserText {
  const kept: string[] = [];
  for (const { segment } of characters.segment(plainLine(text))) {
    if (kept.length === max) {
      kept[max - 1] = "…";
      break;
    }
    kept.push([...segment].slice(0, CODE_POINTS_OF_CHARACTER).join(""));
  }
  return kept.join("") as UserText;
}
