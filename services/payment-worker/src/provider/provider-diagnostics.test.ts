import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { PROVIDER_WEBHOOK_PATH, providerEventTypes } from "@polls/domain/payments";
import { diagnose } from "@polls/runtime";
import { loadConfig } from "../config";
import { openProvider } from "./open-provider";
import { providerDiagnostics } from "./provider-diagnostics";

/** Responses of the provider by path. */
const answers: Record<string, { readonly status: number; readonly body: unknown }> = {};
let server: Server;
let apiUrl: string;
beforeAll(async () => {
  server = createServer(({ url = "" }, response) => {
    const { status, body } = answers[url.split("?", 1)[0] ?? ""] ?? { status: 404, body: {} };
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const list = (data: readonly unknown[]) => ({ status: 200, body: { object: "list", data } });
const refusal = (status: number, type: string) => ({
  status,
  body: { error: { type, message: "No" } },
});
beforeEach(() => {
  answers["/v1/refunds"] = list([]);
  answers["/v1/webhook_endpoints"] = list([]);
});

const baseUrl = "https://polls.example";

/** Runs the diagnostics as against the real provider. The server above sends its responses. */
async function look(env: Readonly<Record<string, string>> = {}, fake = false) {
  const config = loadConfig({
    DATABASE_URL: "postgresql://polls@db.example/polls",
    BASE_URL: baseUrl,
    STRIPE_SECRET_KEY: "sk_test_1",
    ...env,
  });
  if (config.provider === undefined) throw new Error("there is no key");
  const { stripe } = openProvider({ ...config.provider, apiUrl });
  const provider = { ...config.provider, apiUrl: fake ? apiUrl : undefined };
  const [key, webhook] = await diagnose(providerDiagnostics({ ...config, provider }, stripe));
  return { key, webhook };
}

test.each([
  [{}, "ok", "a secret test key works"],
  [{ NODE_ENV: "production" }, "warning", "a secret test key works: no money moves"],
  [{ STRIPE_SECRET_KEY: "rk_live_1", NODE_ENV: "production" }, "ok", "a restricted live key works"],
  [
    { STRIPE_SECRET_KEY: "sk_live_1" },
    ...(["warning", "a secret live key works, outside of production"] as const),
  ],
])("an environment with %j is %s: %s", async (env, state, found) => {
  expect((await look(env)).key).toMatchObject({ state, found });
});

test("the key of a fake provider transfers no money, and is not a warning", async () => {
  expect(await look({}, true)).toMatchObject({
    key: {
      state: "ok",
      found: expect.stringMatching(/^a fake provider at 127\.0\.0\.1:\d+ takes/),
    },
    webhook: { state: "ok" },
  });
});

test.each([
  [401, "invalid_request_error", "the provider refuses the key"],
  [403, "invalid_request_error", "the key may not read refunds"],
])("a response with %i %s is reported", async (status, type, found) => {
  answers["/v1/refunds"] = refusal(status, type);
  expect((await look()).key).toMatchObject({ state: "failed", found });
});

describe("the endpoint of events", () => {
  const endpoint = (facts: object) => ({
    object: "webhook_endpoint",
    url: `${baseUrl}${PROVIDER_WEBHOOK_PATH}`,
    status: "enabled",
    enabled_events: providerEventTypes,
    ...facts,
  });

  test.each<[string, object[], object]>([
    ["with all events", [endpoint({})], { state: "ok" }],
    ["with every event", [endpoint({ enabled_events: ["*"] })], { state: "ok" }],
    ["that is missing", [], { state: "failed" }],
    ["that is switched off", [endpoint({ status: "disabled" })], { state: "failed" }],
    ["of another address", [endpoint({ url: "https://other.example/" })], { state: "failed" }],
    [
      "without an event",
      [endpoint({ enabled_events: providerEventTypes.slice(1) })],
      { state: "failed", found: "the endpoint lacks checkout.session.completed" },
    ],
  ])("one %s", async (_what, endpoints, finding) => {
    answers["/v1/webhook_endpoints"] = list(endpoints);
    expect((await look()).webhook).toMatchObject(finding);
  });

  test("payments to owners require more events", async () => {
    answers["/v1/webhook_endpoints"] = list([endpoint({})]);
    expect((await look({ PAYMENT_CONNECT: "on" })).webhook).toMatchObject({
      state: "failed",
      found: "the endpoint lacks account.updated, account.application.deauthorized",
    });
  });

  test("a restricted key that may not read endpoints is a warning", async () => {
    answers["/v1/webhook_endpoints"] = refusal(403, "invalid_request_error");
    expect((await look()).webhook).toMatchObject({ state: "warning" });
  });
});

test("a worker without a key accepts no payments", async () => {
  const config = loadConfig({ DATABASE_URL: "postgresql://polls@db.example/polls" });
  expect(await diagnose(providerDiagnostics(config, undefined))).toMatchObject([
    { check: "payment key", state: "ok" },
  ]);
});
