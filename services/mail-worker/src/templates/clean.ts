/** Characters that change the direction of writing or are invisible: texts with them look like others. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Mail programs recognize addresses by these. */
const addressPoints = /(:\/\/|@|(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}]{2}))/gu;

const NO_BREAK = "\u2060";

/** A text of a user in one line, without invisible characters, cut to a length. */
export function oneLine(text: string, max: number): string {
  const plain = text.replace(unseen, " ").replace(/\s+/g, " ").trim();
  const characters = [...plain];
  return characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : plain;
}

/**
 * A text of a user for the body of a mail: one line, in which mail programs find no link
 * (docs/reliability.md#mail-injection).
 */
export const withoutLinks = (text: string, max: number): string =>
  oneLine(text, max).replace(addressPoints, `$1${NO_BREAK}`);
