// Covers docs/reliability.md: leaked-secrets-of-the-deployment

import { BaseUrl } from "./base-url";
import { productionProblems, unsafeSettings } from "./production";

const safe = {
  NODE_ENV: "production",
  APP_SECRET: "4f1cb2b0a9f5c1e7d3a8",
  BASE_URL: "https://polls.example.com",
  DATABASE_URL: "postgresql://polls:4f1cb2b0@db:5432/polls",
};

test("an environment with its own secrets has no problems in production", () => {
  expect(productionProblems(safe)).toEqual([]);
  expect(productionProblems({ ...safe, BASE_URL: "http://polls.local", ALLOW_HTTP: "1" })).toEqual(
    [],
  );
  for (const DATABASE_URL of [
    "postgresql://polls@db/polls",
    "postgresql://polls:4f1c%@db/polls",
    "postgresql://postgres:postgres@127.0.0.1:5432/polls",
  ]) {
    expect(productionProblems({ ...safe, DATABASE_URL })).toEqual([]);
  }
});

test.each<[string, Record<string, string>, string]>([
  [
    "the secret of the compose file",
    { APP_SECRET: "only-for-a-local-stack-set-your-own-secret" },
    "APP_SECRET",
  ],
  [
    "a published secret that only verifies",
    { APP_SECRET_2: "a secret of a journey, of no use elsewhere" },
    "APP_SECRET_2",
  ],
  ["one character again and again", { APP_SECRET: "x".repeat(40) }, "APP_SECRET"],
  [
    "the payment secret of the tests among others",
    { STRIPE_WEBHOOK_SECRET: "whsec_4f1cb2b0a9f5c1e7, whsec_of_tests_and_of_nothing_else" },
    "STRIPE_WEBHOOK_SECRET",
  ],
  ["an address without encryption", { BASE_URL: "http://polls.example.com" }, "BASE_URL"],
  [
    "the database password of the compose file",
    { DATABASE_URL: "postgresql://polls:polls@postgres:5432/polls" },
    "DATABASE_URL",
  ],
  [
    "a usual password of the replica",
    { DATABASE_REPLICA_URL: "postgresql://polls:p%6Flls@replica:5432/polls" },
    "DATABASE_REPLICA_URL",
  ],
  ["a usual password of Redis", { REDIS_URL: "redis://:redis@redis:6379" }, "REDIS_URL"],
  [
    "a usual password of Redis behind sentinels",
    { REDIS_URL: "redis+sentinel://:redis@a,b,c/polls" },
    "REDIS_URL",
  ],
  [
    "a usual password of the sentinels",
    { REDIS_URL: "redis+sentinel://:4f1cb2b0@a,b,c/polls?sentinel_password=changeme" },
    "REDIS_URL",
  ],
  [
    "a usual password of a cluster of Redis",
    { REDIS_URL: "rediss+cluster://:secret@a,b,c" },
    "REDIS_URL",
  ],
  ["the key of a server of files", { S3_SECRET_ACCESS_KEY: "minioadmin" }, "S3_SECRET_ACCESS_KEY"],
])("%s is refused in production only", (_what, difference, name) => {
  const [problem, ...others] = productionProblems({ ...safe, ...difference });
  expect(problem).toMatch(new RegExp(`^${name} `));
  expect(others).toEqual([]);
  for (const value of Object.values(difference)) expect(problem).not.toContain(value);
  for (const NODE_ENV of ["development", "test"]) {
    expect(productionProblems({ ...safe, ...difference, NODE_ENV })).toEqual([]);
    expect(unsafeSettings({ ...safe, ...difference, NODE_ENV })).toEqual([problem]);
  }
});

test("parsed values are checked like those of the environment", () => {
  expect(
    unsafeSettings({
      STRIPE_WEBHOOK_SECRET: ["whsec_of_tests_and_of_nothing_else"],
      BASE_URL: new BaseUrl("http://polls.local/of"),
      PORT: 3_000,
    }),
  ).toEqual([
    expect.stringMatching(/^STRIPE_WEBHOOK_SECRET /),
    expect.stringMatching(/^BASE_URL must begin with https:/),
  ]);
});
