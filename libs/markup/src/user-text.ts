/** The longest text of a user in a mail, in characters as readers count them. */
const USER_TEXT_MAX = 300;

/** A character with more code points is cut: a letter can carry thousands of accents. */
const CODE_POINTS_OF_CHARACTER = 12;

/** Line ends and other control characters; lone halves of characters. */
const controls = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu;

const withJoiners = [
  "Arab",
  "Deva",
  "Beng",
  "Guru",
  "Gujr",
  "Taml",
  "Telu",
  "Knda",
  "Mlym",
  "Sinh",
];

/**
 * Characters that are invisible or change the direction of writing: texts with them look like others. The
 * joiners of emoji, of Arabic and of Indic letters stay.
 */
const unseen = new RegExp(
  [
    String.raw`(?!(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D(?=\p{Extended_Pictographic}))`,
    String.raw`(?!(?<=\p{Emoji})(?:\uFE0E|\uFE0F))`,
    String.raw`(?!(?<=${withJoiners.map((script) => `\\p{Script=${script}}`).join("|")})(?:\u200C|\u200D))`,
    String.raw`[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`,
  ].join(""),
  "gu",
);

/** A full stop, also as browsers read it in the name of a host (UTS 46). */
const stop = "[.\u2024\u3002\uFE52\uFF0E\uFF61]";

/**
 * The places where mail programs find an address: behind a scheme, an at sign, the prefix of web and
 * network addresses, and the dots of a host's name or number.
 */
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

/** A text in one line, in which mail programs find no link: a visible space separates its parts. */
export const plainLine = (text: string): string =>
  text
    .replace(controls, " ")
    .replace(unseen, "")
    .replace(addressPoints, " ")
    .replace(/\s+/g, " ")
    .trim();

declare const cleaned: unique symbol;

/** A text of a user that is fit for a mail. Only `userText` makes one. */
export type UserText = string & { readonly [cleaned]: true };

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * A text of a user for any part of a mail (docs/reference/mails.md#texts-of-users): one line without links,
 * of `max` characters at most.
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
