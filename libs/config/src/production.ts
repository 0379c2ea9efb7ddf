import { BaseUrl } from "./base-url";
import { flag } from "./fields";
import { parseRedisAddress } from "./redis-address";

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

/** Addresses of servers that may contain a password. */
const addresses = ["DATABASE_URL", "DATABASE_REPLICA_URL", "REDIS_URL"] as const;

const localHosts: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]", "::1", ""]);

/** The values of variables, in the form of the environment or parsed by a schema. */
type Values = Readonly<Record<string, unknown>>;

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(",");
  if (value instanceof BaseUrl) return value.href;
  return typeof value === "string" ? value : "";
}

/** What makes an environment unsafe for production (docs/operations.md#production). */
export const productionProblems = (env: Values): readonly string[] =>
  env.NODE_ENV === "production"
    ? [...unsafeSecrets(env), ...(flag.safeParse(env.ALLOW_HTTP).data ? [] : unsafeAddress(env))]
    : [];

/** The settings that production would refuse or was told to allow, reported in development too. */
export const unsafeSettings = (env: Values): readonly string[] => [
  ...unsafeSecrets(env),
  ...unsafeAddress(env),
];

const unsafeAddress = ({ BASE_URL: url }: Values): readonly string[] =>
  protocolOf(textOf(url)) === "http:"
    ? [
        "BASE_URL must begin with https:// in production, because links carry secrets: ALLOW_HTTP=1 is for closed networks",
      ]
    : [];

function unsafeSecrets(env: Values): readonly string[] {
  const problems: string[] = [];
  for (const name of secrets) {
    const text = textOf(env[name]);
    const parts = [text, ...text.split(",").map((part) => part.trim())];
    if (parts.some((part) => published.has(part) || isOneCharacter(part))) {
      problems.push(`${name} is published or too simple: production needs one of your own`);
    }
  }
  for (const name of addresses) {
    if (hasGuessedPassword(textOf(env[name]))) {
      problems.push(`${name} has a password that is published or often tried`);
    }
  }
  return problems;
}

/** Whether an address has a password that attackers try first. A server of this machine may have any password. */
function hasGuessedPassword(text: string): boolean {
  const redis = parseRedisAddress(text);
  if (redis !== undefined && redis.kind !== "server") {
    const passwords = [redis.password, redis.kind === "sentinel" ? redis.sentinelPassword : ""];
    const isLocal = redis.nodes.every(({ host }) => localHosts.has(host));
    return !isLocal && passwords.some((password) => guessed.has(password ?? ""));
  }
  if (!URL.canParse(text)) return false;
  const { hostname, password } = new URL(text);
  return guessed.has(decoded(password)) && !localHosts.has(hostname);
}

/** A part of a URL. One that is not encoded well stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const isOneCharacter = (text: string): boolean => text !== "" && new Set(text).size === 1;

const protocolOf = (text: string): string | undefined =>
  URL.canParse(text) ? new URL(text).protocol : undefined;
