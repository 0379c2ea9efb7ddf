// Covers docs/reference/access.md: user-identifier
// Covers docs/reference/requests.md: service-addresses
// Covers docs/reliability.md: secrets-in-logs, tokens-and-ids

import { EventEmitter } from "node:events";
import { createLogger, createMetrics } from "@polls/telemetry";
import { buildPoll } from "@polls/testing";
import type { Request, Response } from "express";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import type { Config } from "../../config";
import { logRequests } from "./request-log";

describe("the log of requests", () => {
  const lines: string[] = [];
  const events = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const log = createLogger("gateway", {
    destination: { write: (line: string) => void lines.push(line) },
  });
  const gateway = shareGateway({ deps: { log } });

  beforeEach(() => {
    lines.length = 0;
  });

  test("has one line for each request, with route, status, duration and kind of actor", async () => {
    const { id, privateToken } = await signUp(gateway.db);
    const { memberHash } = await buildPoll(gateway.db, { ownerAccountId: id });
    const { headers } = await gateway.request(`GET /api/v1/polls/${memberHash}?a=b`, {
      token: privateToken,
    });
    expect(events()).toEqual([
      {
        level: "info",
        time: expect.any(String),
        service: "gateway",
        requestId: headers.get("x-request-id"),
        method: "GET",
        route: "/api/v1/polls/:poll_hash",
        status: 200,
        durationMs: expect.any(Number),
        actor: "user",
        msg: "request",
      },
    ]);
  });

  test("contains no secrets", async () => {
    const { id, publicToken } = await signUp(gateway.db);
    const { adminHash } = await buildPoll(gateway.db, { ownerAccountId: id });
    const secrets = {
      identifier: "the-visitor-of-the-page",
      password: "the-password-of-the-poll",
      idempotencyKey: "the-key-of-the-request",
    };
    await gateway.request(`GET /api/v1/polls/${adminHash}?email=ada@example.org`, {
      token: publicToken,
      ...secrets,
    });
    await gateway.request(`GET /p/${adminHash}/admin`, { token: publicToken, ...secrets });
    expect(events().map(({ status }) => status)).toEqual([200, 200]);
    for (const secret of [...Object.values(secrets), publicToken, adminHash, "ada@example.org"]) {
      expect(lines.join("")).not.toContain(secret);
    }
  });

  test("health checks are counted in metrics, and logged at debug level only", async () => {
    await gateway.request("GET /healthz");
    await gateway.request("GET /nowhere/at/all");
    expect(events().map(({ route }) => route)).toEqual(["none"]);
    const { body: text } = await gateway.deps.metrics.text();
    expect(text).toMatch(
      /http_request_duration_seconds_count\{[^}]*route="\/healthz"[^}]*status="200"[^}]*\} 1/,
    );
    expect(text).not.toContain("/nowhere");
    expect((await gateway.request("GET /metrics")).status).toBe(404);
  });
});

describe("the setting LOG_REQUESTS", () => {
  interface Answered {
    readonly status?: number;
    /** The client disconnected before the response was complete. */
    readonly left?: true;
    readonly durationMs?: number;
    readonly chance?: number;
  }

  function linesOf(wanted: Config["logRequests"], answered: Answered) {
    const { status = 200, left = false, durationMs = 1, chance = 0.5 } = answered;
    const lines: unknown[] = [];
    const times = [0, durationMs];
    const log = logRequests({
      config: { logRequests: wanted },
      log: createLogger("gateway", {
        destination: { write: (line: string) => void lines.push(JSON.parse(line)) },
      }),
      metrics: createMetrics("gateway"),
      chance: () => chance,
      now: () => times.shift() ?? 0,
    });
    const response = Object.assign(new EventEmitter(), {
      locals: {},
      statusCode: status,
      writableFinished: !left,
      getHeader: () => "an-id",
    });
    log({ method: "GET" } as Request, response as unknown as Response, () => undefined);
    response.emit("close");
    return lines;
  }

  const failed = [{ status: 404 }, { status: 503 }, { left: true }] as const;
  const slow = { durationMs: 1_000 };
  const usual = [{}, { status: 302 }, { durationMs: 999 }];

  test.each(usual)("an ordinary request %p is logged by `all` only", (answered) => {
    expect(linesOf("all", answered)).toHaveLength(1);
    expect(linesOf("errors", answered)).toEqual([]);
    expect(linesOf("sampled", answered)).toEqual([]);
  });

  test.each([...failed, slow])(
    "a request %p is always logged, without a sample rate",
    (answered) => {
      for (const wanted of ["all", "errors", "sampled"] as const) {
        const [line, ...more] = linesOf(wanted, answered);
        expect(more).toEqual([]);
        expect(line).toMatchObject({ requestId: "an-id" });
        expect(line).not.toHaveProperty("sampleRate");
      }
    },
  );

  test("`sampled` logs one ordinary request in a hundred, with the sample rate", () => {
    expect(linesOf("sampled", { chance: 0.0099 })).toMatchObject([{ sampleRate: 0.01 }]);
    expect(linesOf("sampled", { chance: 0.01 })).toEqual([]);
    expect(linesOf("errors", { chance: 0 })).toEqual([]);
  });
});
