/** Secrets that are published with the code. */
const published: ReadonlySet<string> = new Set([
  "only-for-a-local-stack-set-your-own-secret",
  "a secret that only tests have, and no deployment",
  "a secret of a journey, of no use elsewhere",
  "whsec_of_tests_and_of_nothing_else",
  // Defaults of servers of other projects.
  ...["minioadmin", "rustfsadmin", "changeme", "secret"],
]);

/** The passwords that attackers try first. */
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

/** The values of variables, in the form of the environment or parsed by a schema. */
type Values = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(",") : typeof value === "string" ? value : "";

/**
 * The problems that make an environment unsafe for production, in any service
 * (docs/operations.md#production).
 */
export const productionProblems = (env: Values): readonly string[] =>
  env.NODE_ENV === "production" ? unsafeSettings(env) : [];

/** The settings that production would refuse, reported in development too. */
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

/** Whether other machines can reach the database. If not, any password is allowed. */
function isOpenToAll(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { hostname, password } = new URL(text);
  return guessed.has(password) && !["127.0.0.1", "localhost", "[::1]", ""].includes(hostname);
}

const isOneCharacter = (text: string): boolean => text !== "" && new Set(text).size === 1;

const protocolOf = (text: string): string | undefined =>
  URL.canParse(text) ? new URL(text).protocol : undefined;
