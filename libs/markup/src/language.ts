/** The languages of pages and mails. The first one is the default. */
export const languages = ["en", "de"] as const;

export type Language = (typeof languages)[number];

/** The language of a stored code. The default if there is none, or it is no longer supported. */
export const storedLanguage = (code: string | null): Language =>
  languages.find((one) => one === code) ?? languages[0];

/**
 * The language of a response, from `Accept-Language` (RFC 9110 section 12.5.4): the supported one
 * with the highest weight; of equal ones, the first. `de-AT` counts as German. Written by hand:
 * `negotiator` ranks `de;q=0.1` above `de-AT`, and needs 16 ms for a header of 16 kB.
 */
export function preferredLanguage(header: string | undefined): Language {
  const wishes = (header ?? "").split(",", 50).map((part) => {
    const [range = "", ...parameters] = part.trim().toLowerCase().split(";");
    const q = parameters
      .map((each) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(each)?.[1])
      .find(Boolean);
    return { tag: range.trim().split("-")[0] ?? "", weight: q === undefined ? 1 : Number(q) };
  });
  let best: { readonly language: Language; readonly weight: number } | undefined;
  for (const { tag, weight } of wishes) {
    const language = tag === "*" ? languages[0] : languages.find((one) => one === tag);
    if (language !== undefined && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language ?? languages[0];
}
