// Covers docs/reference/access.md: hidden-is-absent
// Covers docs/reference/errors.md: codes-of-accounts
// Covers docs/reference/webhooks.md: addresses, changing, endpoints, rolling-the-secret
// Covers docs/reliability.md: webhooks-as-a-weapon

import type { Prisma } from "@polls/db/connection";
import { signingSecrets } from "@polls/db/tokens";
import { pollEventTypes } from "@polls/domain/webhooks";
import { buildOrganization, buildPoll } from "@polls/testing";
import { answered } from "../../../testing/answered";
import { NOW, path, shareWebhooks, url } from "../../../testing/share-webhooks";
import { signUp } from "../../../testing/sign-up";
import { NewWebhookResponse, RolledWebhookResponse, WebhookResponse } from "./webhooks.schema";

const { gateway, make, anotherUrl } = shareWebhooks();

describe("rolling the secret", () => {
  const roll = (token: string, id: string, idempotencyKey?: string) =>
    gateway.request(`POST ${path}/${id}/secret`, { token, idempotencyKey });
  const secretsAt = async (publicId: string, hours: number) =>
    signingSecrets(
      await gateway.db.prisma.webhook.findUniqueOrThrow({ where: { publicId } }),
      gateway.deps.config.keys,
      new Date(NOW.getTime() + hours * 3_600_000),
    );

  test("returns a new secret, and the previous one still signs for 24 hours", async () => {
    const { privateToken: token } = await signUp(gateway.db);
    const { secret: first, ...webhook } = (await make(token, { url })).body;
    const { status, body } = await roll(token, webhook.id);
    expect(status).toBe(201);
    expect(RolledWebhookResponse.safeParse(body).error).toBeUndefined();
    const { secret: second, previous_secret_until, ...rest } = body;
    expect(rest).toEqual(webhook);
    expect(previous_secret_until).toBe(new Date(NOW.getTime() + 24 * 3_600_000).toISOString());
    expect(second).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await secretsAt(webhook.id, 0)).toEqual([second, first]);
    expect(await secretsAt(webhook.id, 24)).toEqual([second]);
    const third = (await roll(token, webhook.id)).body.secret;
    expect(await secretsAt(webhook.id, 0)).toEqual([third, second]);
  });

  test("returns the same secret for a used Idempotency-Key", async () => {
    const { privateToken: token } = await signUp(gateway.db);
    const { id, secret } = (await make(token, { url })).body;
    const rolled = (await roll(token, id, "once")).body.secret;
    expect((await roll(token, id, "once")).body.secret).toBe(rolled);
    expect(await secretsAt(id, 0)).toEqual([rolled, secret]);
  });

  test("is 404 for a webhook of another owner", async () => {
    const [one, other] = [await signUp(gateway.db), await signUp(gateway.db)];
    const { id } = (await make(one.privateToken, { url })).body;
    expect((await roll(other.privateToken, id)).status).toBe(404);
  });
});

describe("creating a webhook", () => {
  test("returns its secret once, in the form of Standard Webhooks", async () => {
    const { privateToken: token } = await signUp(gateway.db);
    const { status, body } = await make(token, { url });
    expect(status).toBe(201);
    expect(NewWebhookResponse.safeParse(body).error).toBeUndefined();
    const { secret, ...rest } = body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rest).toEqual({
      id: expect.any(String),
      url,
      events: pollEventTypes,
      status: "on",
      created_at: NOW.toISOString(),
    });
    const shown = await gateway.request(`GET ${path}/${body.id}`, { token });
    expect(shown.body).toEqual(rest);
    expect(WebhookResponse.safeParse(shown.body).error).toBeUndefined();
    const row = await gateway.db.prisma.webhook.findUniqueOrThrow({
      where: { publicId: body.id },
    });
    expect(Object.values(row).map(String)).not.toContain(secret);
    expect(signingSecrets(row, gateway.deps.config.keys, NOW)).toEqual([secret]);
  });

  test("stores the URL in its normalized form", async () => {
    const { privateToken: token } = await signUp(gateway.db);
    const given = "HTTPS://B\u00fccher.Example:443/a/../hook?a b#part";
    const { body } = await make(token, { url: given });
    expect(body.url).toBe("https://xn--bcher-kva.example/hook?a%20b");
    const { url: stored } = await gateway.db.prisma.webhook.findUniqueOrThrow({
      where: { publicId: body.id },
    });
    expect(stored).toBe(body.url);
  });

  test("refuses a URL that is too long after encoding", async () => {
    const { privateToken: token } = await signUp(gateway.db);
    const { status, body } = await make(token, {
      url: `https://client.example/${"\u00fc".repeat(1_000)}`,
    });
    expect([status, body.errors]).toEqual([422, { url: ["must have at most 2048 characters"] }]);
  });

  test("is possible for one poll, by either of its hashes, and for some events", async () => {
    const { privateToken: token, id } = await signUp(gateway.db);
    const poll = await buildPoll(gateway.db, { ownerAccountId: id });
    for (const poll_id of [poll.memberHash, poll.adminHash]) {
      const wanted = { url: anotherUrl(), poll_id, events: ["poll.updated"] };
      const { body } = await make(token, wanted);
      expect(body).toMatchObject({ poll_id: poll.memberHash, events: ["poll.updated"] });
    }
  });

  test.each([
    ["without HTTPS", { url: "http://client.example/" }, "url"],
    ["to this machine", { url: "https://127.0.0.1/" }, "url"],
    ["to the metadata service of clouds", { url: "https://169.254.169.254/latest" }, "url"],
    ["with a password", { url: "https://me:word@client.example/" }, "url"],
    ["to an unknown host", { url: "polls" }, "url"],
    ["without a URL", {}, "url"],
    ["for events that do not exist", { url, events: ["vote.created"] }, "events.0"],
    ["for test events", { url, events: ["webhook.test"] }, "events.0"],
    ["for no events", { url, events: [] }, "events"],
    ["for more events than exist", { url, events: Array(5_000).fill("poll.updated") }, "events"],
    ["with a secret chosen by the client", { url, secret: "x" }, "secret"],
    ["for a poll that does not exist", { url, poll_id: "nothing" }, "poll_id"],
  ])("%s is 422", async (_what, webhook, field) => {
    const { privateToken } = await signUp(gateway.db);
    const { status, body } = await make(privateToken, webhook);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  test("reports another account's poll as unknown, even by its admin hash", async () => {
    const { privateToken } = await signUp(gateway.db);
    const poll = await buildPoll(gateway.db);
    const none = await make(privateToken, { url, poll_id: "nothing" });
    for (const poll_id of [poll.memberHash, poll.adminHash]) {
      const { status, body } = await make(privateToken, { url, poll_id });
      expect([status, body]).toEqual([422, none.body]);
    }
  });

  test("succeeds for 20 of 30 concurrent requests", async () => {
    const { privateToken } = await signUp(gateway.db);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => answered(() => make(privateToken, { url: anotherUrl() }))),
    );
    const refused = answers.filter(({ status }) => status === 422);
    expect(refused.map(({ body }) => body.code)).toEqual(
      Array.from({ length: 10 }, () => "webhook_limit_reached"),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  });
});

describe("changing a webhook", () => {
  const made = async (webhook: object = {}) => {
    const account = await signUp(gateway.db);
    const { id } = (await make(account.privateToken, { url, ...webhook })).body;
    const line = `${path}/${id}`;
    const token = account.privateToken;
    return {
      id,
      account,
      token,
      show: async () => (await gateway.request(`GET ${line}`, { token })).body,
      change: (change: object) => gateway.as({ token }, `PATCH ${line}`, { webhook: change }),
      write: (data: Prisma.WebhookUpdateInput) =>
        gateway.db.prisma.webhook.update({ where: { publicId: id }, data }),
    };
  };

  test("changes its URL and events, and absent fields stay the same", async () => {
    const { show, change } = await made({ events: ["poll.updated"] });
    const before = await show();
    const moved = await change({ url: "HTTPS://Other.example:443/#x" });
    expect([moved.status, moved.body]).toEqual([200, { ...before, url: "https://other.example/" }]);
    expect(WebhookResponse.safeParse(moved.body).error).toBeUndefined();
    const events = ["option.created", "option.created", "poll.deleted"];
    expect((await change({ events })).body.events).toEqual(["option.created", "poll.deleted"]);
    expect(await show()).toMatchObject({ url: "https://other.example/", status: "on" });
  });

  test("accepts a whole response unchanged and changes nothing, in any state", async () => {
    const { show, change, write } = await made();
    const states = [
      {},
      { failingSince: NOW },
      { failingSince: NOW, switchedOffAt: NOW, switchedOffBecause: "gone" },
      { failingSince: null, switchedOffAt: NOW, switchedOffBecause: "owner" },
    ];
    for (const state of states) {
      await write(state);
      const shown = await show();
      expect(await change(shown)).toMatchObject({ status: 200, body: shown });
      expect(await show()).toEqual(shown);
    }
  });

  test("enables and disables it, and clears its failures when it is enabled", async () => {
    const { show, change, write } = await made();
    expect((await change({ status: "off" })).body).toMatchObject({
      status: "off",
      switched_off_because: "owner",
    });
    const [since, off] = [new Date(0), { switchedOffAt: NOW, switchedOffBecause: "failing" }];
    await write({ failingSince: since, ...off });
    expect((await change({ status: "off" })).body.switched_off_because).toBe("failing");
    const { body } = await change({ status: "on" });
    expect(body).toEqual(await show());
    expect(body.status).toBe("on");
    expect([body.switched_off_because, body.failing_since]).toEqual([undefined, undefined]);
  });

  test("clears its failures when the URL changes", async () => {
    const { change, write } = await made();
    await write({ failingSince: new Date(0) });
    expect((await change({ url })).body.failing_since).toBe(new Date(0).toISOString());
    expect((await change({ url: "https://new.example/" })).body.failing_since).toBeUndefined();
  });

  test.each([
    ["a URL of this machine", { url: "https://127.0.0.1/" }, "url"],
    ["no URL", { url: null }, "url"],
    ["no events", { events: [] }, "events"],
    ["more events than exist", { events: Array(5_000).fill("poll.updated") }, "events"],
    ["an unknown event", { events: ["poll.updated", "vote.made"] }, "events.1"],
    ["an unknown status", { status: "failing" }, "status"],
    ["a secret", { secret: "mine" }, "secret"],
  ])("%s is 422, and changes nothing", async (_what, change, field) => {
    const webhook = await made();
    const before = await webhook.show();
    const { status, body } = await webhook.change(change);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(await webhook.show()).toEqual(before);
  });

  test("is 404 for a webhook of another owner", async () => {
    const [{ id }, { privateToken: token }] = [await made(), await signUp(gateway.db)];
    const body = { webhook: { status: "off" } };
    expect((await gateway.request(`PATCH ${path}/${id}`, { token, body })).status).toBe(404);
  });

  test("starts to watch results when it subscribes to them", async () => {
    const { account, change, write } = await made({ events: ["poll.updated"] });
    await write({ createdAt: new Date(0) });
    const poll = await account.buildPoll({ createdAt: new Date(0) });
    const watch = () => gateway.db.prisma.webhookWatch.findUnique({ where: { pollId: poll.id } });
    await change({ events: ["poll.updated", "option.created"] });
    expect(await watch()).toBeNull();
    await change({ events: ["results.changed"] });
    expect(await watch()).toMatchObject({ changedAt: NOW, nextCheckAt: NOW });
    await gateway.db.prisma.webhookWatch.delete({ where: { pollId: poll.id } });
    await change({ status: "off" });
    expect(await watch()).toBeNull();
    await change({ status: "on" });
    expect(await watch()).toMatchObject({ changedAt: NOW });
  });
});

describe("owners of webhooks", () => {
  test("accounts list and read their own webhooks, newest first, in pages", async () => {
    const [ann, bob] = [await signUp(gateway.db), await signUp(gateway.db)];
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      ids.unshift((await make(ann.privateToken, { url: anotherUrl() })).body.id);
    }
    const list = await gateway.request(`GET ${path}`, {
      token: ann.privateToken,
      query: { per_page: 2 },
    });
    expect(list.body.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    expect(list.headers.get("x-total-count")).toBe("3");
    const theirs = await gateway.as(bob, `GET ${path}`);
    expect(theirs.body).toEqual([]);
    for (const line of [
      `GET ${path}/${ids[0]}`,
      `GET ${path}/${ids[0]}/deliveries`,
      `DELETE ${path}/${ids[0]}`,
    ]) {
      const { status, body } = await gateway.as(bob, line);
      expect([status, body.code]).toEqual([404, "webhook_not_found"]);
    }
  });

  test("all owners and admins of an organization manage its webhooks", async () => {
    const [chief, admin, member] = [
      await signUp(gateway.db),
      await signUp(gateway.db),
      await signUp(gateway.db),
    ];
    const organization = await buildOrganization(gateway.db, {
      members: [
        [chief.id, "owner"],
        [admin.id, "admin"],
        [member.id, "member"],
      ],
    });
    const poll = await buildPoll(gateway.db, {
      ownerOrganizationId: organization.id,
      createdByAccountId: member.id,
    });
    const about = organization.publicId;
    const { body } = await make(admin.privateToken, { url, poll_id: poll.memberHash }, about);
    const seenBy = async (token: string, context?: string) =>
      (await gateway.request(`GET ${path}/${body.id}`, { token, organization: context })).status;
    expect(await seenBy(chief.privateToken, about)).toBe(200);
    expect(await seenBy(admin.privateToken)).toBe(404);
    expect(await seenBy(member.privateToken, about)).toBe(404);
    const refused = await make(member.privateToken, { url }, about);
    expect([refused.status, refused.body.code]).toEqual([422, "admins_only"]);
  });

  test("a deleted webhook is not found any more, and does not count for the limit", async () => {
    const { privateToken: token } = await signUp(gateway.db);
    const { body } = await make(token, { url });
    expect((await gateway.request(`DELETE ${path}/${body.id}`, { token })).status).toBe(204);
    expect((await gateway.request(`GET ${path}/${body.id}`, { token })).status).toBe(404);
    expect((await gateway.request(`GET ${path}`, { token })).body).toEqual([]);
  });
});
