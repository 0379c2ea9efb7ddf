/** The languages of pages and mails. The first one is the default. */
export const languages = ["en", "de"] as const;

export type Language = (typeof languages)[number];

/** The language of a stored code. The default if there is none, or it is no longer supported. */
export const storedLanguage = (code: string | null): Language =>
  languages.find((one) => one === code) ?? languages[0];

/**
 * The languages of `Accept-Language` (RFC 9110 section 12.5.4) in lower case, the highest weight first. Written by
 * hand: `negotiator` ranks `de;q=0.1` above `de-AT`, and needs 16 ms for a header of 16 kB.
 */
export function wishedLanguages(header: string | undefined): readonly string[] {
  if (header === undefined) return [];
  const wishes = header.split(",", 50).map((part) => {
    const [range = "", ...parameters] = part.trim().toLowerCase().split(";");
    const q = parameters
      .map((each) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(each)?.[1])
      .find(Boolean);
    return { tag: range.trim(), weight: q === undefined ? 1 : Number(q) };
  });
  return wishes
    .filter(({ tag, weight }) => /^[a-z0-9*-]+$/.test(tag) && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

/** The supported language that is wished most. `de-AT` counts as German. */
export function supportedLanguage(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const [tag] = wish.split("-");
    const found = tag === "*" ? languages[0] : languages.find((one) => one === tag);
    if (found !== undefined) return found;
  }
  return languages[0];
}

/** The language of a response, from `Accept-Language`. */
export const preferredLanguage = (header: string | undefined): Language =>
  supportedLanguage(wishedLanguages(header));
