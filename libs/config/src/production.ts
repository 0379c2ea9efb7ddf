/** Secrets that are published with the code. */
const published: ReadonlySet<string> = new Set([
  "only-for-a-local-stack-set-your-own-secret",
  "a secret that only tests have, and no deployment",
  "a secret of a journey, of no use elsewhere",
  "whsec_of_tests_and_of_nothing_else",
]);

/** The passwords of databases that are tried first. */
const guessed: ReadonlySet<string> = new Set(["polls", "postgres", "password"]);

const secrets = ["APP_SECRET", "APP_SECRET_2", "APP_SECRET_3", "STRIPE_WEBHOOK_SECRET"] as const;

/** What keeps an environment from production, whichever service reads it (docs/operations.md#production). */
export function productionProblems(
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  if (env.NODE_ENV !== "production") return [];
  const problems: string[] = [];
  for (const name of secrets) {
    const parts = [env[name] ?? "", ...(env[name] ?? "").split(",").map((part) => part.trim())];
    if (parts.some((part) => published.has(part) || isOneCharacter(part))) {
      problems.push(`${name} is published or too simple: production needs one of your own`);
    }
  }
  if (protocolOf(env.BASE_URL) === "http:") {
    problems.push("BASE_URL must begin with https:// in production: links carry secrets");
  }
  if (isOpenToAll(env.DATABASE_URL)) {
    problems.push("DATABASE_URL has a password that is published or often tried");
  }
  return problems;
}

/** A database of this machine alone may have any password. */
function isOpenToAll(text: string | undefined): boolean {
  if (text === undefined || !URL.canParse(text)) return false;
  const { hostname, password } = new URL(text);
  return guessed.has(password) && !["127.0.0.1", "localhost", "[::1]", ""].includes(hostname);
}

const isOneCharacter = (text: string): boolean => text !== "" && new Set(text).size === 1;

const protocolOf = (text: string | undefined): string | undefined =>
  text !== undefined && URL.canParse(text) ? new URL(text).protocol : undefined;
