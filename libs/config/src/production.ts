/** Secrets that are published with the code. */
const published: ReadonlySet<string> = new Set([
  "only-for-a-local-stack-set-your-own-secret",
  "a secret that only tests have, and no deployment",
  "a secret of a journey, of no use elsewhere",
  "whsec_of_tests_and_of_nothing_else",
  // Of servers that others publish.
  ...["minioadmin", "rustfsadmin", "changeme", "secret"],
]);

/** The passwords of databases that are tried first. */
const guessed: ReadonlySet<string> = new Set([
  ...["polls", "postgres", "password", "redis", "changeme", "secret"],
]);

const secrets = [
  "APP_SECRET",
  "APP_SECRET_2",
  "APP_SECRET_3",
  "STRIPE_WEBHOOK_SECRET",
  "OPS_PASSWORD",
  "S3_SECRET_ACCESS_KEY",
] as const;

/** The values of variables, as they are in the environment or as a schema has read them. */
type Values = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(",") : typeof value === "string" ? value : "";

/** What keeps an environment from production, whichever service reads it (docs/operations.md#production). */
export const productionProblems = (env: Values): readonly string[] =>
  env.NODE_ENV === "production" ? unsafeSettings(env) : [];

/** What production would refuse in an environment, also where it is for development. */
export function unsafeSettings(env: Values): readonly string[] {
  const problems: string[] = [];
  for (const name of secrets) {
    const text = textOf(env[name]);
    const parts = [text, ...text.split(",").map((part) => part.trim())];
    if (parts.some((part) => published.has(part) || isOneCharacter(part))) {
      problems.push(`${name} is published or too simple: production needs one of your own`);
    }
  }
  if (protocolOf(textOf(env.BASE_URL)) === "http:") {
    problems.push("BASE_URL must begin with https:// in production: links carry secrets");
  }
  if (isOpenToAll(textOf(env.DATABASE_URL))) {
    problems.push("DATABASE_URL has a password that is published or often tried");
  }
  if (isOpenToAll(textOf(env.REDIS_URL))) {
    problems.push("REDIS_URL has a password that is published or often tried");
  }
  return problems;
}

/** A database of this machine alone may have any password. */
function isOpenToAll(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { hostname, password } = new URL(text);
  return guessed.has(password) && !["127.0.0.1", "localhost", "[::1]", ""].includes(hostname);
}

const isOneCharacter = (text: string): boolean => text !== "" && new Set(text).size === 1;

const protocolOf = (text: string): string | undefined =>
  URL.canParse(text) ? new URL(text).protocol : undefined;
