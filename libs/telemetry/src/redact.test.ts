// Covers docs/reliability.md: secrets-in-logs

import { redactText } from "./redact";

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
    [
      "the token of a link",
      "no row for kq1YQ4sYkXo8C0f0w3mE9mZpC7m2xkq1YQ4sYkXo8C0",
      "kq1YQ4sYkXo8C0f0w3mE9mZpC7m2xkq1YQ4sYkXo8C0",
    ],
    ["a hash", "Key (admin_hash)=(AAAAbbbbCCCC1dddEEEEff) exists", "AAAAbbbbCCCC1dddEEEEff"],
    ["a hash without a digit", "no poll AbCdEFghIjKlMnOpqRsTuV", "AbCdEFghIjKlMnOpqRsTuV"],
    ["a hash with a hyphen", "no poll Abcdefgh-jkLmnopqrstuv", "Abcdefgh-jkLmnopqrstuv"],
    [
      "the path of an address",
      "POST https://hooks.example.com/services/T0/secret failed",
      "services/T0/secret",
    ],
    ["the query of an address", "https://example.com?invitation=secret", "invitation"],
    ["a quoted e-mail address", 'Key (email)=(anna@example.org) already exists "x@y.de"', "anna"],
  ])("removes %s", (_what, text, secret) => {
    expect(redactText(text)).toContain("[redacted]");
    expect(redactText(text)).not.toContain(secret);
  });

  test.each([
    ["connect ECONNREFUSED 127.0.0.1:5432"],
    ["relation outbox does not exist at line 3:14"],
    ["fetch https://polls.example.com failed"],
    ["at shareTransactionsOfVotes (services/gateway/src/features/votes/share-transactions.ts:4)"],
    ["at runJob (libs/jobs/src/worker/run-job.ts:40:11)"],
    ["at findWaitingAttachments (services/media-worker/src/attachments.ts:27)"],
    ["variable MEDIA_WORKER_DIRECTORY of the environment"],
  ])("keeps %p", (text) => {
    expect(redactText(text)).toBe(text);
  });

  test("long hostile texts are processed quickly", () => {
    const began = process.cpuUsage();
    for (const bit of ["@", "a@", "A1-", "https://a/", "://", "psk_", "a:", "Bearer "])
      redactText(bit.repeat(20_000));
    expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
  });
});
