import { redactedText } from "./redact";

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
export const isSecretName = (name: string): boolean => secretNames.has(name.toLowerCase());

/** The maximum depth of log fields. Values at deeper levels are removed. */
const DEEPEST = 4;

type LogFields = Readonly<Record<string, unknown>>;

/** Redacts fields of a log line by name. Returns the same object if it has no secrets. */
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
  if (depth >= DEEPEST) return "[too deep]";
  if (!Array.isArray(value)) return redactNames(value as LogFields, depth + 1);
  const shown = value.map((entry: unknown) => redactInside(entry, depth + 1));
  return shown.some((entry, index) => entry !== value[index]) ? shown : value;
}
