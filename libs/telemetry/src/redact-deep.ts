import { redactedText, redactText } from "./redact";
import { isSecretName } from "./redact-names";

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
