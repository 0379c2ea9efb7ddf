import { judgeFailure } from "./judge-failure";

const refused = (command: string, response: string) => ({
  command,
  response,
  responseCode: Number(response.slice(0, 3)),
});

describe("judgeFailure", () => {
  test.each<[string, unknown, "later" | "refused", boolean]>([
    ["no connection", { code: "ESOCKET", message: "connect ECONNREFUSED" }, "later", false],
    ["no answer in time", { code: "ETIMEDOUT", command: "CONN" }, "later", false],
    ["no such host", { code: "EDNS" }, "later", false],
    ["TLS that fails", { code: "ETLS", command: "STARTTLS" }, "later", false],
    [
      "a wrong password, which is a configuration error",
      { code: "EAUTH", ...refused("AUTH PLAIN", "535 5.7.8") },
      "later",
      false,
    ],
    [
      "a refused sender, which is a configuration error",
      refused("MAIL FROM", "553 5.7.1 not you"),
      "later",
      false,
    ],
    ["greylisting", refused("RCPT TO", "451 4.7.1"), "later", false],
    ["an unknown user", refused("RCPT TO", "550 5.1.1 unknown"), "refused", true],
    [
      "an unknown user without an enhanced code",
      refused("RCPT TO", "550 unknown"),
      "refused",
      true,
    ],
    ["a mailbox that has moved", refused("RCPT TO", "551 5.1.6 moved"), "refused", true],
    ["a policy about us", refused("RCPT TO", "550 5.7.1 blocked"), "refused", false],
    ["a full mailbox", refused("RCPT TO", "552 5.2.2"), "refused", false],
    ["a full mailbox as 550", refused("RCPT TO", "550 5.2.2 full"), "refused", false],
    ["a disabled mailbox", refused("RCPT TO", "550 5.2.1 disabled"), "refused", true],
    ["a relay that may not send", refused("RCPT TO", "550 relay not permitted"), "refused", false],
    ["a sender that may not send", refused("RCPT TO", "553 sender not allowed"), "refused", false],
    ["spam", refused("DATA", "554 5.7.1 spam"), "refused", false],
    ["an address that SMTP cannot carry", { code: "EENVELOPE", message: "bad" }, "refused", false],
    [
      "a connection that broke after the content",
      { code: "ECONNECTION", message: "closed" },
      "later",
      false,
    ],
    ["something that is no error", "odd", "later", false],
    ["nothing", undefined, "later", false],
  ])("%s", (_case, error, kind, suppress) => {
    expect(judgeFailure(error)).toMatchObject({ kind, suppress });
  });

  test("the stored problem is one short line without addresses", () => {
    const { problem } = judgeFailure(
      refused("RCPT TO", `550 5.1.1 <ada@example.org>\r\n${"x".repeat(900)}`),
    );
    expect(problem).toMatch(/^550 5\.1\.1/);
    expect(problem).not.toMatch(/ada|[\r\n]/);
    expect(problem.length).toBeLessThanOrEqual(300);
  });
});
