import { createLogger } from "@polls/telemetry";
import { buildPoll, createTestDatabase } from "@polls/testing";
import { signUp } from "../../testing/sign-up";
import { startGateway, type TestGateway } from "../../testing/start-gateway";

describe("the log of requests", () => {
  let gateway: TestGateway;
  const lines: string[] = [];
  const events = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

  beforeAll(async () => {
    const log = createLogger("gateway", {
      destination: { write: (line: string) => void lines.push(line) },
    });
    gateway = await startGateway(await createTestDatabase(), { deps: { log } });
  });
  beforeEach(() => {
    lines.length = 0;
  });
  afterAll(() => gateway.close());

  test("has one event for each request, with route, status, duration and kind of actor", async () => {
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

  test("never has a secret", async () => {
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

  test("probes are counted, and logged at debug level only", async () => {
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
