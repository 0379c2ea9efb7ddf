/** The replacement of a secret. */
export const redactedText = "[redacted]";

/** Passwords, tokens, links, hashes, addresses (docs/reliability.md#secrets-in-logs). */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@:]{0,128}:[^\s/@]{0,128}@/gi, `$1${redactedText}@`],
  [/\b(?:psk|ppk)_[A-Za-z0-9]+/g, redactedText],
  [/\b(?:sk|rk)_[A-Za-z0-9_]{8,}/g, redactedText],
  [/\bwhsec_[A-Za-z0-9_+/=]{8,}/g, redactedText],
  [/\b(Bearer|Basic)\s+[^\s"',]+/gi, `$1 ${redactedText}`],
  // A path may contain a token, or be part of a client's webhook address.
  [/\b(https?:\/\/[^\s/?#"'<>()]{1,255})[/?#][^\s"'<>()]+/gi, `$1/${redactedText}`],
  // Tokens of links have 43 characters, hashes and codes 22. Names of functions, which have only
  // letters and no capital without a small letter after it, and words in one case are kept.
  [
    /(?<![\w-])(?=[\w-]{0,42}[A-Z])(?=[\w-]{0,42}[a-z\d])(?=[\w-]{0,42}(?:[\d_-]|[A-Z](?![a-z])))[\w-]{22}(?:[\w-]{21})?(?![\w-])/g,
    redactedText,
  ],
  [/[^\s@<>"'()[\]{},;:/\\=]{1,64}@[^\s@<>"'()[\]{},;:/\\]{1,255}/g, redactedText],
];

/** Every text with a secret matches this. Most texts do not match, and are not searched further. */
const suspicious = /@|k_|whsec_|bearer|basic|http|[\w-]{22}/i;

/** Longer texts are cut to limit the cost of matching. */
const longest = 10_000;

/** Redacts secrets in a free text, such as the message of an error. */
export function redactText(text: string): string {
  const short = text.slice(0, longest);
  if (!suspicious.test(short)) return short;
  return secrets.reduce((clean, [pattern, by]) => clean.replace(pattern, by), short);
}
