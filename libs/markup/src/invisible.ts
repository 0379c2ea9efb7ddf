const withJoiners = [
  "Arab",
  "Syrc",
  "Deva",
  "Beng",
  "Guru",
  "Gujr",
  "Orya",
  "Taml",
  "Telu",
  "Knda",
  "Mlym",
  "Sinh",
  "Mymr",
  "Khmr",
  "Mong",
];

/** Matches where no invisible character begins that is a part of an emoji or of a letter. */
const notNeeded = [
  String.raw`(?!(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D(?=\p{Extended_Pictographic}))`,
  String.raw`(?!(?<=\p{Emoji})(?:\uFE0E|\uFE0F))`,
  // The flags of England, Scotland and Wales.
  String.raw`(?!(?<=\u{1F3F4}[\u{E0020}-\u{E007E}]*)[\u{E0020}-\u{E007F}])`,
  // Variants of Chinese and Japanese characters, as in names.
  String.raw`(?!(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}])`,
  String.raw`(?!(?<=${withJoiners.map((script) => `\\p{Script=${script}}`).join("|")})(?:\u200C|\u200D))`,
  // Signs that are written below or around numbers. They are visible.
  String.raw`(?![\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}])`,
].join("");

/**
 * Characters that are invisible or change the direction, so that a text looks like another one.
 * Joiners of emoji and of Arabic and Indic letters are kept.
 */
export const unseen = new RegExp(
  String.raw`${notNeeded}[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`,
  "gu",
);

/** The same in a sentence of the service, which isolates the direction of what it inserts. */
export const unseenInSentences = new RegExp(`(?![\u2068\u2069])${unseen.source}`, "gu");

const formats = new RegExp(String.raw`${notNeeded}\p{Cf}`, "gu");

/** Removes characters that change the direction of writing, and joiners that join nothing. */
export const withoutFormatCharacters = (text: string): string => text.replace(formats, "");
