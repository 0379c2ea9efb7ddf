import { redactText, redactUrl } from "./redact";

describe("redactText", () => {
  test.each([
    [
      "a password in an address",
      "connect postgresql://app:hunter2@db:5432/polls failed",
      "hunter2",
    ],
    ["a password without a user", "redis://:hunter2@redis:6379", "hunter2"],
    ["a private token", "token psk_AbC123AbC123AbC123AbC123AbC123AbC123 refused", "AbC123"],
    ["a public token", "ppk_AbC123AbC123AbC123AbC123AbC123AbC123", "AbC123"],
    ["a payment key", "sk_test_51Habcdefgh", "51Habc"],
    ["a webhook secret", "whsec_abcdefghijkl", "abcdefgh"],
    ["all of a webhook secret", "whsec_abcd+efgh/ijkl=", "ijkl"],
    ["a bearer header", "Authorization: Bearer abc.def-ghi", "abc.def"],
    ["an e-mail address", "550 <anna.b+polls@mail.example.com> unknown", "anna"],
    ["a quoted e-mail address", 'Key (email)=(anna@example.org) already exists "x@y.de"', "anna"],
  ])("removes %s", (_what, text, secret) => {
    expect(redactText(text)).toContain("[redacted]");
    expect(redactText(text)).not.toContain(secret);
  });

  test.each([
    ["connect ECONNREFUSED 127.0.0.1:5432"],
    ["relation outbox does not exist at line 3:14"],
    ["https://polls.example.com/docs"],
    ["at runJob (libs/jobs/src/worker/run-job.ts:40:11)"],
  ])("keeps %p", (text) => {
    expect(redactText(text)).toBe(text);
  });

  test("long hostile texts are fast", () => {
    const began = process.cpuUsage();
    for (const bit of ["@", "a@", "://", "psk_", "a:", "Bearer "]) redactText(bit.repeat(20_000));
    expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
  });
});

describe("redactUrl", () => {
  test.each([
    ["/api/v1/polls/AAAAbbbbCCCCddddEEEEff", "/api/v1/polls/AAAA…"],
    [
      "/api/v1/polls/AAAAbbbbCCCCddddEEEEff/votes/BBBBbbbbCCCCddddEEEEff?page=2",
      "/api/v1/polls/AAAA…/votes/BBBBbbbbCCCCddddEEEEff?…",
    ],
    ["/p/AAAAbbbbCCCCddddEEEEff/admin", "/p/AAAA…/admin"],
    ["/p/our-lunch", "/p/our-lunch"],
    ["/opt-in/kq1YQ4sYkXo8C0f0w3mE9mZpC7m2xkq1YQ4sYkXo8C0", "/opt-in/kq1Y…"],
    ["/healthz", "/healthz"],
    ["/api/v1/accounts/anna@example.org", "/api/v1/accounts/[redacted]"],
  ])("%s is logged as %s", (url, shown) => {
    expect(redactUrl(url)).toBe(shown);
  });
});
