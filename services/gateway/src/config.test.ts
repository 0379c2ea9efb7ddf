// Covers docs/reference/payments.md: amounts

import { loadConfig } from "./config";
import { deriveKeys } from "./derived-keys";

const least = {
  DATABASE_URL: "postgresql://polls@localhost:5432/polls",
  BASE_URL: "https://polls.example.com/",
  APP_SECRET: "s".repeat(32),
};

describe("the environment of the gateway", () => {
  test("requires a database, a public URL and a secret; other variables have defaults", () => {
    expect(loadConfig(least)).toMatchObject({
      production: false,
      port: 3000,
      redisUrl: undefined,
      storage: { kind: "disk", directory: ".data/storage", minFreeBytes: 200_000_000 },
      rateLimits: { requests: 6_000, createdParticipants: 300, imports: 30, passwordFailures: 10 },
      mediaCaps: { imageMaxPixels: 100_000_000, videoMaxDurationMs: 7_200_000 },
    });
    expect(loadConfig(least).baseUrl.origin).toBe("https://polls.example.com");
  });

  test.each([
    [{}, 0],
    [{ NODE_ENV: "production", APP_SECRET: "4f1cb2b0a9f5c1e7d3a8b6c5d4e3f2a1" }, 10_000],
    [{ SHUTDOWN_DELAY_SECONDS: "0.5" }, 500],
    [
      {
        NODE_ENV: "production",
        APP_SECRET: "4f1cb2b0a9f5c1e7d3a8b6c5d4e3f2a1",
        SHUTDOWN_DELAY_SECONDS: "0",
      },
      0,
    ],
  ])("with %j a gateway keeps serving for %d ms after it is told to end", (env, ms) => {
    expect(loadConfig({ ...least, ...env }).shutdownDelayMs).toBe(ms);
  });

  test("the board of the queues is off without a password", () => {
    expect(loadConfig({ ...least, OPS_USER: "ada" }).operatorLogin).toBeUndefined();
    const password = "a password of an operator";
    expect(loadConfig({ ...least, OPS_PASSWORD: password }).operatorLogin).toEqual({
      user: "operator",
      password,
    });
  });

  test.each<[string, Record<string, string>, string]>([
    [
      "the password of operators is short",
      { OPS_PASSWORD: "short-password" },
      "OPS_PASSWORD must have at least 16 characters",
    ],
    [
      "nothing is set",
      { DATABASE_URL: "", BASE_URL: "", APP_SECRET: "" },
      "DATABASE_URL is missing\n  BASE_URL is missing\n  APP_SECRET is missing",
    ],
    [
      "the secret is short",
      { APP_SECRET: "short-secret" },
      "APP_SECRET must have at least 32 characters",
    ],
    [
      "the base has a query",
      { BASE_URL: "https://example.com/polls?a=1" },
      "BASE_URL must be an address such as",
    ],
    [
      "a proxy is not an address",
      { TRUSTED_PROXIES: "10.0.0.0/8, proxy" },
      "TRUSTED_PROXIES must be addresses",
    ],
    [
      "a network is too long",
      { TRUSTED_PROXIES: "10.0.0.0/33" },
      "TRUSTED_PROXIES must be addresses",
    ],
    [
      "a network has no length",
      { TRUSTED_PROXIES: "10.0.0.0/" },
      "TRUSTED_PROXIES must be addresses",
    ],
    ["a limit is 0", { RATE_LIMIT_REQUESTS: "0" }, "RATE_LIMIT_REQUESTS"],
    [
      "the currency does not exist",
      { PAYMENT_CURRENCY: "xau" },
      "PAYMENT_CURRENCY must be a currency",
    ],
    [
      "the minimum is below the provider's least amount",
      { PAYMENT_CURRENCY: "huf", PAYMENT_MINIMUM: "50" },
      "PAYMENT_MINIMUM must be at least 17500 in the minor unit of huf",
    ],
    [
      "the minimum is between two steps of the currency",
      { PAYMENT_CURRENCY: "isk", PAYMENT_MINIMUM: "7050" },
      "PAYMENT_MINIMUM must be a multiple of 100 in the minor unit of isk",
    ],
    [
      "the currency has no published least amount",
      { PAYMENT_CURRENCY: "KWD" },
      "PAYMENT_CURRENCY needs a least amount in PAYMENT_MINIMUM",
    ],
    [
      "only half of a pair of credentials is set",
      { S3_ACCESS_KEY_ID: "a" },
      "must be set together",
    ],
  ])("when %s the error says so without the value", (_case, env, message) => {
    const load = () => loadConfig({ ...least, ...env });
    expect(load).toThrow(message);
    expect(load).not.toThrow("short-secret");
  });

  test("amounts have the units of the currency, and begin at the deployment's minimum", () => {
    const amounts = (env: Record<string, string>) => loadConfig({ ...least, ...env }).amounts;
    expect(amounts({})).toEqual({ currency: "eur", step: 1, least: 50, most: 99_999_999 });
    expect(amounts({ PAYMENT_MINIMUM: "200" })).toMatchObject({ currency: "eur", least: 200 });
    expect(amounts({ PAYMENT_CURRENCY: "gbp" })).toMatchObject({ currency: "gbp", least: 30 });
  });

  test("trusted proxies may be addresses and networks, of IPv4 and IPv6", () => {
    const { trustedProxies } = loadConfig({
      ...least,
      TRUSTED_PROXIES: "10.0.0.0/8, ::1,192.0.2.1",
    });
    expect(trustedProxies.check("10.255.0.1")).toBe(true);
    expect(trustedProxies.check("192.0.2.1")).toBe(true);
    expect(trustedProxies.check("192.0.2.2")).toBe(false);
    expect(trustedProxies.check("::1", "ipv6")).toBe(true);
  });

  test("every purpose has its own key, which is the same at every start", () => {
    const keysOf = (...secrets: string[]) => {
      const { initial, ...others } = deriveKeys(secrets);
      return Object.values({ ...initial, ...others }).map(({ signing }) => signing);
    };
    const keys = keysOf(least.APP_SECRET);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keysOf(least.APP_SECRET)).toEqual(keys);
    expect(keysOf("t".repeat(32))).not.toEqual(keys);
  });
});
