// Covers docs/reference/requests.md: maintenance

import { startFaultProxy } from "@polls/testing";
import { operate as operateOn } from "../../../testing/operate";
import { ownPage } from "../../../testing/own-page";
import { shareAccount, shareAnother, shareGateway } from "../../../testing/share-gateway";
import { startGateway } from "../../../testing/start-gateway";
import { endpoints } from "../../endpoints";

const gateway = shareGateway();
const other = shareAnother(gateway);
const owner = shareAccount(gateway);
const operate = (...words: readonly string[]) => operateOn([gateway, other], ...words);
afterEach(() => operate("ops", "maintenance", "off"));

const usual = "The service is being maintained; nothing can be changed at present";

describe("maintenance", () => {
  test("refuses every request that changes something, with a sentence and Retry-After", async () => {
    const { memberHash } = await owner.buildPoll();
    expect((await operate("ops", "maintenance", "on")).json).toEqual({ maintenance: true });
    const changes = endpoints.filter(
      ({ method = "get", scope }) => method !== "get" && scope !== "read",
    );
    expect(changes.length).toBeGreaterThan(30);
    for (const { method = "get", path } of changes) {
      const line = `${method.toUpperCase()} ${path.replace(/:poll_(?:id|hash)/, memberHash)}`;
      const { status, body, headers } = await other.as(owner, line, {});
      expect([line, status, body]).toEqual([line, 503, { error: usual, code: "maintenance" }]);
      expect(headers.get("retry-after")).toBe("60");
    }
    const pages = ["/sign-in/x/session", "/opt-in/x", "/creator/x"];
    for (const path of pages) {
      const page = await other.request(`POST ${path}`, { headers: ownPage });
      expect([page.status, page.headers.get("retry-after")]).toEqual([503, "60"]);
      expect(page.text).toContain("Nothing can be changed at present");
    }
    const event = await other.request("POST /webhooks/stripe", { text: "{}" });
    expect(event.status).toBe(503);
  });

  test("answers reads, pages, tickets and health checks as always, and ends at once", async () => {
    const { memberHash } = await owner.buildPoll();
    const path = `/api/v1/polls/${memberHash}`;
    const asOwner = { token: owner.privateToken };
    await operate("ops", "maintenance", "on");
    for (const line of [
      `GET ${path}`,
      `GET ${path}/options`,
      `GET ${path}/results`,
      `GET ${path}/results/stream`,
      `GET ${path}/export.csv`,
      "GET /readyz",
      "GET /healthz",
      `GET /p/${memberHash}`,
      "GET /",
    ]) {
      expect([line, (await other.request(line, asOwner)).status]).toEqual([line, 200]);
    }
    const ticket = await other.request(`POST ${path}/results/stream_tickets`, asOwner);
    expect(ticket.status).toBe(201);
    const token = await other.request(`POST /session/token?poll=${memberHash}`, {
      headers: ownPage,
    });
    expect(token.status).toBe(200);

    const body = { poll: { title: "x" } };
    expect((await other.request("POST /api/v1/polls", { ...asOwner, body })).status).toBe(503);
    await operate("ops", "maintenance", "off");
    expect((await other.request("POST /api/v1/polls", { ...asOwner, body })).status).toBe(201);
  });

  test("is known to the first requests of a gateway that starts while the database is slow", async () => {
    await operate("ops", "maintenance", "on");
    const link = await startFaultProxy(gateway.deps.config.databaseUrl);
    await link.set({ mode: "latency", delayMs: 200 });
    const started = await startGateway({ url: link.url });
    const change = () => started.request("POST /api/v1/polls", { token: owner.privateToken });
    const both = await Promise.all([change(), change()]);
    await started.close();
    expect(both.map(({ body }) => body.code)).toEqual(["maintenance", "maintenance"]);
  });

  test("has the operator's own sentence, also on pages", async () => {
    const sentence = "We move to a <new> server until 5 pm.";
    await operate("ops", "maintenance", "on", "--sentence", sentence);
    const refused = await other.as(owner, "POST /api/v1/polls");
    expect(refused.body).toEqual({ error: sentence, code: "maintenance" });
    const page = await other.request("POST /sign-in/x/session", { headers: ownPage });
    expect(page.text).toContain("We move to a &lt;new&gt; server until 5 pm.");
  });

  test("a repeated request with a used key is refused too, and answered afterwards", async () => {
    const request = {
      token: owner.privateToken,
      idempotencyKey: "made-in-time",
      body: { poll: { title: "x" } },
    };
    const first = await gateway.request("POST /api/v1/polls", request);
    await operate("ops", "maintenance", "on");
    expect((await other.request("POST /api/v1/polls", request)).status).toBe(503);
    await operate("ops", "maintenance", "off");
    expect((await other.request("POST /api/v1/polls", request)).body).toEqual(first.body);
  });
});

describe("an announcement", () => {
  test("stands on every page of every gateway, escaped, until it is taken away", async () => {
    const { memberHash } = await owner.buildPoll({ settings: { white_label: true } });
    const shown = async (path: string) =>
      (await other.request(`GET ${path}`, { headers: { Accept: "text/html" } })).text.includes(
        '<p class="notice">Down on &lt;Sunday&gt;.</p>',
      );
    const paths = [
      "/",
      "/sign-in",
      `/p/${memberHash}`,
      `/p/${memberHash}/results`,
      "/opt-in/x",
      "/no",
    ];
    for (const path of paths) expect([path, await shown(path)]).toEqual([path, false]);
    const { json } = await operate("ops", "announce", "Down on <Sunday>.", "--reason", "patching");
    expect(json).toEqual({ announcement: "Down on <Sunday>." });
    for (const path of paths) expect([path, await shown(path)]).toEqual([path, true]);
    await operate("ops", "announce", "--off");
    for (const path of paths) expect([path, await shown(path)]).toEqual([path, false]);
  });

  test.each([[[]], [["x", "--off"]], [["  "]], [["x".repeat(301)]]])(
    "needs one sentence, or --off: %j",
    async (words) => {
      expect((await operate("ops", "announce", ...words)).code).toBe(2);
    },
  );
});

test("the audit log has the switches and the sentences", async () => {
  await operate("ops", "maintenance", "on", "--reason", "disk");
  await operate("ops", "maintenance", "off");
  await operate("ops", "announce", "Hello.");
  await operate("ops", "announce", "--off");
  const { json } = await operate("ops", "audit", "--json", "--limit", "4");
  expect(json).toMatchObject([
    { action: "service.announce", details: { announcement: null } },
    { action: "service.announce", details: { announcement: "Hello." } },
    { action: "service.maintenance", details: { on: false } },
    { action: "service.maintenance", details: { on: true }, reason: "disk" },
  ]);
});
