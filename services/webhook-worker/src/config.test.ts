// Covers docs/reference/webhooks.md: retries

import { loadConfig } from "./config";

const needed = {
  DATABASE_URL: "postgresql://db/polls",
  BASE_URL: "https://polls.example/",
  APP_SECRET: "a secret that only tests have, and no deployment",
};

test("the defaults are ten seconds per endpoint, results every five seconds, and only the public internet", () => {
  const config = loadConfig(needed);
  expect(config).toMatchObject({
    origin: "https://polls.example",
    timeoutMs: 10_000,
    resultsEveryMs: 5_000,
    egress: { allowInsecure: false },
    metricsPort: 9094,
  });
  expect(config.egress.allowedNetworks.rules).toEqual([]);
});

test.each([
  ["no database", { DATABASE_URL: "" }, "DATABASE_URL is missing"],
  ["a short secret", { APP_SECRET: "short" }, "APP_SECRET must have at least 32"],
  [
    "networks that are none",
    { WEBHOOK_ALLOW_NETWORKS: "10.0.0.0/33" },
    "WEBHOOK_ALLOW_NETWORKS must be addresses",
  ],
  [
    "no encryption in production",
    { NODE_ENV: "production", WEBHOOK_ALLOW_INSECURE: "1" },
    "WEBHOOK_ALLOW_INSECURE is allowed only in development and tests",
  ],
])("the start is refused with %s", (_what, env, sentence) => {
  expect(() => loadConfig({ ...needed, ...env })).toThrow(sentence);
});
