import { loadConfig } from "./config";

const given = { DATABASE_URL: "postgresql://polls@db/polls", BASE_URL: "https://polls.example" };

describe("the payment worker's environment", () => {
  test("without a key there is no provider", () => {
    expect(loadConfig(given).provider).toBeUndefined();
  });

  test.each([
    ["sk_test_abc", false],
    ["rk_live_abc", true],
  ])("the key %s is live: %p", (key, live) => {
    expect(loadConfig({ ...given, STRIPE_SECRET_KEY: key }).provider).toMatchObject({
      secretKey: key,
      live,
      baseUrl: { href: "https://polls.example" },
      apiUrl: undefined,
    });
  });

  test.each([
    ["a malformed key", { STRIPE_SECRET_KEY: "pk_test_abc" }, /STRIPE_SECRET_KEY/],
    [
      "a key without a public address",
      { STRIPE_SECRET_KEY: "sk_test_a", BASE_URL: undefined },
      /BASE_URL/,
    ],
    [
      "a fake provider in production",
      { NODE_ENV: "production", STRIPE_API_URL: "http://localhost:1" },
      /STRIPE_API_URL/,
    ],
    [
      "a live key in tests",
      { NODE_ENV: "test", STRIPE_SECRET_KEY: "sk_live_abc" },
      /STRIPE_SECRET_KEY/,
    ],
    [
      "a live key at a fake provider",
      { STRIPE_SECRET_KEY: "sk_live_abc", STRIPE_API_URL: "http://localhost:1" },
      /STRIPE_SECRET_KEY/,
    ],
  ])("refuses %s", (_, env, problem) => {
    expect(() => loadConfig({ ...given, ...env })).toThrow(problem);
  });
});
