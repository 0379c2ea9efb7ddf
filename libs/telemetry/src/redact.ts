const replacement = "[redacted]";

/**
 * Secrets that are never logged, wherever they stand in a text (docs/reliability.md#secrets-in-logs):
 * passwords inside addresses, tokens, e-mail addresses.
 */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@:]{0,128}:[^\s/@]{0,128}@/gi, `$1${replacement}@`],
  [/\b(?:psk|ppk)_[A-Za-z0-9]+/g, replacement],
  [/\b(?:sk|rk)_[A-Za-z0-9_]{8,}/g, replacement],
  [/\bwhsec_[A-Za-z0-9_+/=]{8,}/g, replacement],
  [/\b(Bearer|Basic)\s+[^\s"',]+/gi, `$1 ${replacement}`],
  [/[^\s@<>"'()[\]{},;:/\\=]{1,64}@[^\s@<>"'()[\]{},;:/\\]{1,255}/g, replacement],
];

/** A text with a secret above matches this; most texts do not, and are not searched further. */
const suspicious = /@|k_|whsec_|bearer|basic/i;

/** Longer texts are cut, so that matching stays cheap. */
const longest = 10_000;

/** Removes secrets from a free text, such as the message of an error. */
export function redactText(text: string): string {
  const short = text.slice(0, longest);
  if (!suspicious.test(short)) return short;
  return secrets.reduce((clean, [pattern, by]) => clean.replace(pattern, by), short);
}

/** Public ids, hashes and tokens of links; the admin hash of a poll has the same form. */
const hash = /^[A-Za-z0-9_-]{22,}$/;
/** A segment after one of these is the hash of a poll, or another capability. */
const secretAfter: ReadonlySet<string> = new Set([
  "polls",
  "p",
  "opt-ins",
  "opt_ins",
  "optin",
  "opt-in",
  "confirm",
  "pay",
  "sign-in",
  "unsubscribe",
]);

/**
 * An address as it may be logged: without query, and with the first four characters of a hash that may give
 * admin access. They are enough to tell polls apart, and too few to use.
 */
export function redactUrl(url: string): string {
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  const segments = path.split("/");
  const shown = segments.map((segment, index) => {
    const before = segments[index - 1];
    const mayBeSecret = before !== undefined && secretAfter.has(before);
    return mayBeSecret && hash.test(segment) ? `${segment.slice(0, 4)}…` : redactText(segment);
  });
  return shown.join("/") + (end === -1 ? "" : "?…");
}
