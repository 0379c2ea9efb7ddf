/**
 * Marks that turn the direction of writing, and others that are not seen: they make texts look like others.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Behind these a mail program would begin to see an address in a text. */
const addressPoints = /(:\/\/|@|(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}]{2}))/gu;

const NO_BREAK = "\u2060";

/** A text of others in one line, without what is not seen, and cut to a length. */
export function oneLine(text: string, max: number): string {
  const plain = text.replace(unseen, " ").replace(/\s+/g, " ").trim();
  const characters = [...plain];
  return characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : plain;
}

/**
 * A text of others for the body of a mail: one line, and nothing in it that a mail program turns into a
 * link; the only links in our mails are ours (reliability D8).
 */
export const withoutLinks = (text: string, max: number): string =>
  oneLine(text, max).replace(addressPoints, `$1${NO_BREAK}`);
