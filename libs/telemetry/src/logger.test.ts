// Covers docs/reliability.md: secrets-in-logs

import { currentContext, withContext } from "./context";
import { createLogger } from "./logger";

const capture = () => {
  const lines: string[] = [];
  const log = createLogger("test", { destination: { write: (line) => void lines.push(line) } });
  return { log, lines, first: () => JSON.parse(lines[0] ?? "{}") };
};

describe("createLogger", () => {
  test("a line has service, level and the context of its request", () => {
    const { log, first } = capture();
    withContext({ requestId: "r1", route: "/polls" }, () => {
      log.info({ status: 200 }, "request");
    });
    expect(first()).toMatchObject({
      service: "test",
      level: "info",
      requestId: "r1",
      route: "/polls",
      status: 200,
      msg: "request",
    });
  });

  const canary = "canary-value";
  test.each([
    ["the authorization header", { headers: { authorization: canary } }],
    ["the header of a request", { request: { headers: { authorization: canary } } }],
    ["the user identifier", { headers: { "x-service-user-identifier": canary } }],
    ["the poll password header", { headers: { "x-service-poll-password": canary } }],
    ["an encoded identifier", { headers: { "x-service-user-identifier-encoded": canary } }],
    ["an encoded password", { headers: { "x-service-poll-password-encoded": canary } }],
    ["a password", { body: { password: canary } }],
    ["an e-mail address", { participant: { optinEmail: `${canary}@example.org` } }],
    ["an admin hash", { poll: { adminHash: canary } }],
    ["an admin hash at the top", { admin_hash: canary }],
    ["a token", { token: canary }],
    ["a secret in a list", { polls: [{ adminHash: canary }] }],
    ["a header in upper case", { headers: { AUTHORIZATION: canary } }],
    ["a value below the greatest logged depth", { a: { b: { c: { d: { password: canary } } } } }],
    ["an address", { url: "/api/v1/polls/canary-value" }],
    ["the path of a request", { request: { path: "/opt-in/canary-value" } }],
    ["an error's message", { err: new Error(`postgresql://u:${canary}@db/polls is away`) }],
    ["an error's cause", { err: new Error("away", { cause: new Error(`Bearer ${canary}`) }) }],
    ["fields of a driver's error", { err: Object.assign(new Error("x"), { detail: canary }) }],
  ])("%s is not logged", (_what, facts) => {
    const { log, lines } = capture();
    log.error(facts, "line");
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain(canary);
  });

  test("other values are logged unchanged", () => {
    const { log, first } = capture();
    const at = new Date("2026-01-01T00:00:00.000Z");
    log.info({ status: 200, list: [1, { two: 2 }], at, nothing: null }, "line");
    expect(first()).toMatchObject({
      status: 200,
      list: [1, { two: 2 }],
      at: at.toISOString(),
      nothing: null,
    });
  });

  test("an error keeps its type, message, code, stack and cause", () => {
    const { log, first } = capture();
    const cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    log.error({ err: new TypeError("away", { cause }) }, "line");
    expect(first().err).toMatchObject({
      type: "TypeError",
      message: "away",
      stack: expect.stringContaining("logger.test"),
      cause: { message: "refused", code: "ECONNREFUSED" },
    });
  });
});

describe("context", () => {
  test("the context is absent outside of a request", () => {
    expect(currentContext()).toBeUndefined();
  });

  test("the context survives awaits, and concurrent contexts do not mix", async () => {
    const seen = await Promise.all(
      ["a", "b"].map((requestId) =>
        withContext({ requestId }, async () => {
          await new Promise((resolve) => setImmediate(resolve));
          return currentContext()?.requestId;
        }),
      ),
    );
    expect(seen).toEqual(["a", "b"]);
  });
});
