/** The replacement of a secret. */
const redactedText = "[redacted]";

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

/** Names whose values are never logged (docs/reliability.md#secrets-in-logs). */
const secretNames: ReadonlySet<string> = new Set([
  "authorization",
  "cookie",
  "password",
  "poll_password",
  "pollpassword",
  "email",
  "optin_email",
  "optinemail",
  "creator_email",
  "creatoremail",
  "identifier",
  "useridentifier",
  "token",
  "url",
  "path",
  "link",
  "secret",
  "adminhash",
  "admin_hash",
  "adminurl",
  "admin_url",
  "x-service-user-identifier",
  "x-service-user-identifier-encoded",
  "x-service-poll-password",
  "x-service-poll-password-encoded",
]);

/** Whether values with this name are secret. Case is ignored. */
const isSecretName = (name: string): boolean => secretNames.has(name.toLowerCase());

/** Values at deeper levels are removed. */
const DEEPEST = 12;

/** Redacts a JSON value by names and patterns (docs/reliability.md#secrets-in-logs). */
export function redactDeep(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= DEEPEST) return "[too deep]";
  if (Array.isArray(value)) return value.map((entry) => redactDeep(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      isSecretName(name) ? redactedText : redactDeep(entry, depth + 1),
    ]),
  );
}

/** The maximum depth of log fields. Values at deeper levels are removed. */
const DEEPEST_FIELD = 4;

type LogFields = Readonly<Record<string, unknown>>;

/**
 * Redacts fields of a log line by name, ignoring case; errors have their own serializer. Returns
 * the same object if it has no secrets.
 */
export function redactNames(facts: LogFields, depth = 1): LogFields {
  let clean: Record<string, unknown> | undefined;
  for (const name of Object.keys(facts)) {
    const value = facts[name];
    const shown = isSecretName(name) ? redactedText : redactInside(value, depth);
    if (shown === value) continue;
    clean ??= { ...facts };
    clean[name] = shown;
  }
  return clean ?? facts;
}

function redactInside(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || value instanceof Error) return value;
  if (value instanceof Date) return value;
  if (depth >= DEEPEST_FIELD) return "[too deep]";
  if (!Array.isArray(value)) return redactNames(value as LogFields, depth + 1);
  const shown = value.map((entry: unknown) => redactInside(entry, depth + 1));
  return shown.some((entry, index) => entry !== value[index]) ? shown : value;
}
