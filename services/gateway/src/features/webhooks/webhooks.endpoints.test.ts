// Covers docs/reference/access.md: hidden-is-absent
// Covers docs/reference/errors.md: codes-of-accounts
// Covers docs/reference/webhooks.md: addresses, changing, deliveries, endpoints, opened-and-closed, rolling-the-secret
// Covers docs/reference/webhooks.md: testing, votes
// Covers docs/reliability.md: outgoing-requests, webhooks-as-a-weapon

import type { Prisma } from "@polls/db/connection";
import { inTransaction } from "@polls/db/sql";
import { signingSecrets, webhookSecret } from "@polls/db/tokens";
import { type PollEventType, pollEventTypes } from "@polls/domain/webhooks";
import { noteEvent } from "@polls/jobs/outbox";
import {
  buildDelivery,
  buildOption,
  buildOrganization,
  buildPoll,
  buildWebhook,
} from "@polls/testing";
import { answered } from "../../../testing/answered";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { storeVotes } from "../../../testing/store-votes";
import {
  DeliveryResponse,
  NewWebhookResponse,
  RolledWebhookResponse,
  WebhookResponse,
} from "./webhooks.schema";

const NOW = new Date("2030-06-01T12:00:00.000Z");
const path = "/api/v1/webhooks";
const url = "https://client.example/polls?key=1";

const gateway = shareGateway({ clock: () => NOW });

const make = (token: string, webhook: object, organization?: string) =>
  gateway.request(`POST ${path}`, { token, organization, body: { webhook } });

let addresses = 0;
/** A URL that no other webhook has. */
const anotherUrl = () => `https://client.example/polls?number=${++addresses}`;

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
  test("returns its secret once, derived from its id", async () => {
    const { privateToken: token } = await signUp(gateway.db);
    const { status, body } = await make(token, { url });
    expect(status).toBe(201);
    expect(NewWebhookResponse.safeParse(body).error).toBeUndefined();
    const { secret, ...rest } = body;
    expect(secret).toBe(webhookSecret(body.id, gateway.deps.config.keys.webhooks.signing));
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

describe("the URL of a webhook", () => {
  const taken = (url: string) => [422, "webhook_address_taken", url];
  const making = async (token: string, webhook: object, organization?: string) => {
    const { status, body } = await make(token, webhook, organization);
    return status === 201 ? 201 : [status, body.code, Object.keys(body.errors).join()];
  };

  test("may occur once for a poll, in any spelling", async () => {
    const { privateToken: token, id } = await signUp(gateway.db);
    const poll = await buildPoll(gateway.db, { ownerAccountId: id });
    const one = { poll_id: poll.memberHash, url: "https://client.example/hook" };
    expect(await making(token, one)).toBe(201);
    for (const same of [
      "https://client.example/hook",
      "https://CLIENT.example:443/hook#part",
      "https://client.example./a/../hook?",
    ]) {
      expect(await making(token, { ...one, url: same })).toEqual(taken("url"));
      const byAdminHash = { url: same, poll_id: poll.adminHash, events: ["poll.deleted"] };
      expect(await making(token, byAdminHash)).toEqual(taken("url"));
      expect(await making(token, { url: same })).toEqual(taken("url"));
    }
    expect(await making(token, { ...one, url: "https://client.example/hook?other" })).toBe(201);
  });

  test("may be used for another poll, or by another owner", async () => {
    const { privateToken: token, id } = await signUp(gateway.db);
    const address = "https://client.example/hook";
    for (let n = 0; n < 2; n++) {
      const poll = await buildPoll(gateway.db, { ownerAccountId: id });
      expect(await making(token, { url: address, poll_id: poll.memberHash })).toBe(201);
    }
    const { publicId } = await buildOrganization(gateway.db, { members: [[id, "owner"]] });
    expect(await making(token, { url: address }, publicId)).toBe(201);
    expect(await making((await signUp(gateway.db)).privateToken, { url: address })).toBe(201);
  });

  test("of a webhook for all polls is taken for each of them, until the webhook is deleted", async () => {
    const { privateToken: token, id } = await signUp(gateway.db);
    const poll = await buildPoll(gateway.db, { ownerAccountId: id });
    const { body } = await make(token, { url });
    await gateway.request(`PATCH ${path}/${body.id}`, {
      token,
      body: { webhook: { status: "off" } },
    });
    const ofPoll = { url, poll_id: poll.memberHash };
    expect(await making(token, ofPoll)).toEqual(taken("url"));
    await gateway.request(`DELETE ${path}/${body.id}`, { token });
    expect(await making(token, ofPoll)).toBe(201);
  });

  test("cannot be changed to one that is taken", async () => {
    const { privateToken: token } = await signUp(gateway.db);
    expect(await making(token, { url })).toBe(201);
    const { body } = await make(token, { url: anotherUrl() });
    const change = (changed: string) =>
      gateway.request(`PATCH ${path}/${body.id}`, { token, body: { webhook: { url: changed } } });
    const refused = await change(`${url}#part`);
    expect([refused.status, refused.body.code]).toEqual([422, "webhook_address_taken"]);
    expect((await change(body.url)).status).toBe(200);
    expect((await change(anotherUrl())).status).toBe(200);
  });

  test("is only given to one of several concurrent requests", async () => {
    const { privateToken: token } = await signUp(gateway.db);
    const { body } = await make(token, { url: anotherUrl() });
    const move = () =>
      gateway.request(`PATCH ${path}/${body.id}`, { token, body: { webhook: { url } } });
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => answered(() => make(token, { url }))),
      answered(move),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
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
      change: (change: object) =>
        gateway.request(`PATCH ${line}`, { token, body: { webhook: change } }),
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
    const poll = await buildPoll(gateway.db, {
      ownerAccountId: account.id,
      createdAt: new Date(0),
    });
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
    const theirs = await gateway.request(`GET ${path}`, { token: bob.privateToken });
    expect(theirs.body).toEqual([]);
    for (const line of [
      `GET ${path}/${ids[0]}`,
      `GET ${path}/${ids[0]}/deliveries`,
      `DELETE ${path}/${ids[0]}`,
    ]) {
      const { status, body } = await gateway.request(line, { token: bob.privateToken });
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

describe("deliveries", () => {
  const delivered = async () => {
    const account = await signUp(gateway.db);
    const webhook = await buildWebhook(gateway.db, { ownerAccountId: account.id });
    const delivery = await buildDelivery(gateway.db, webhook, { state: "failed", attempts: 11 });
    const line = `${path}/${webhook.publicId}/deliveries`;
    return { token: account.privateToken, webhook, delivery, line };
  };

  test("are listed newest first, with their states", async () => {
    const { token, webhook, delivery, line } = await delivered();
    const newer = await buildDelivery(gateway.db, webhook, { type: "option.created" });
    const { body, headers } = await gateway.request(`GET ${line}`, { token });
    expect(headers.get("x-total-count")).toBe("2");
    for (const one of body) expect(DeliveryResponse.safeParse(one).error).toBeUndefined();
    expect(body).toMatchObject([
      { id: newer.publicId, status: "pending", event: { type: "option.created" } },
      { id: delivery.publicId, status: "failed", attempts: 11 },
    ]);
    expect(body[1].next_attempt_at).toBeUndefined();
  });

  test("are repeated with a job for the next attempt, starting with the first retry delay", async () => {
    const { token, delivery, line } = await delivered();
    const again = `POST ${line}/${delivery.publicId}/redeliver`;
    const { status, body } = await gateway.request(again, { token });
    expect([status, body.status, body.next_attempt_at]).toEqual([
      202,
      "pending",
      NOW.toISOString(),
    ]);
    const row = await gateway.db.prisma.webhookDelivery.findUniqueOrThrow({
      where: { id: delivery.id },
    });
    expect(row).toMatchObject({ attempts: 11, roundFrom: 11, asked: 12 });
    const jobs = await gateway.db.prisma.outbox.findMany({ where: { job: "webhook.deliver" } });
    expect(jobs.map(({ payload }) => payload)).toContainEqual({
      deliveryId: String(delivery.id),
      attempt: 12,
    });
  });

  test("are repeated with a lower priority for a failing endpoint", async () => {
    const { token, webhook, delivery, line } = await delivered();
    await gateway.db.prisma.webhook.update({
      where: { id: webhook.id },
      data: { failingSince: NOW },
    });
    await gateway.request(`POST ${line}/${delivery.publicId}/redeliver`, { token });
    const job = await gateway.db.prisma.outbox.findFirstOrThrow({
      where: { payload: { path: ["deliveryId"], equals: String(delivery.id) } },
    });
    expect(job.priority).toBeGreaterThan(0);
  });

  test("of another webhook are unknown, and a disabled webhook repeats none", async () => {
    const { token, webhook, line } = await delivered();
    const other = await delivered();
    const foreign = `POST ${line}/${other.delivery.publicId}/redeliver`;
    expect((await gateway.request(foreign, { token })).body.code).toBe("delivery_not_found");
    await gateway.db.prisma.webhook.update({
      where: { id: webhook.id },
      data: { switchedOffAt: NOW, switchedOffBecause: "gone" },
    });
    const { body } = await gateway.request(foreign, { token });
    expect(body.code).toBe("webhook_switched_off");
    const shown = await gateway.request(`GET ${path}/${webhook.publicId}`, { token });
    expect(shown.body).toMatchObject({ status: "off", switched_off_because: "gone" });
  });
});

describe("test events", () => {
  const made = async () => {
    const { privateToken: token, id: ownerAccountId } = await signUp(gateway.db);
    const webhook = await buildWebhook(gateway.db, { ownerAccountId, events: ["poll.updated"] });
    const line = `${path}/${webhook.publicId}`;
    return { token, webhook, line, ask: () => gateway.request(`POST ${line}/test`, { token }) };
  };

  test("are deliveries with a job, and need no subscription", async () => {
    const { webhook, ask, line, token } = await made();
    const { status, body } = await ask();
    expect(status).toBe(202);
    expect(DeliveryResponse.safeParse(body).error).toBeUndefined();
    expect(body).toMatchObject({ event: { type: "webhook.test" }, status: "pending", attempts: 0 });
    expect((await gateway.request(`GET ${line}/deliveries`, { token })).body).toEqual([body]);
    const delivery = await gateway.db.prisma.webhookDelivery.findUniqueOrThrow({
      where: { publicId: body.id },
      include: { event: true },
    });
    const { pollId, pollHash, subjectId } = delivery.event;
    expect([delivery.webhookId, pollId, pollHash, subjectId]).toEqual([
      ...[webhook.id, null, null, webhook.publicId],
    ]);
    const job = await gateway.db.prisma.outbox.findFirstOrThrow({
      where: { payload: { path: ["deliveryId"], equals: String(delivery.id) } },
    });
    expect(job.payload).toMatchObject({ attempt: 1 });
  });

  test("cannot be sent to a webhook that is disabled or belongs to another owner", async () => {
    const { webhook, ask, line } = await made();
    const { token } = await made();
    const foreign = await gateway.request(`POST ${line}/test`, { token });
    expect([foreign.status, foreign.body.code]).toEqual([404, "webhook_not_found"]);
    await gateway.db.prisma.webhook.update({
      where: { id: webhook.id },
      data: { switchedOffAt: NOW, switchedOffBecause: "owner" },
    });
    const { status, body } = await ask();
    expect([status, body.code]).toEqual([422, "webhook_switched_off"]);
  });

  test("of webhooks for all polls are limited to ten a minute, together with repeated deliveries", async () => {
    const { webhook, line, token, ask } = await made();
    const { publicId } = await buildDelivery(gateway.db, webhook, { state: "failed" });
    const again = () => gateway.request(`POST ${line}/deliveries/${publicId}/redeliver`, { token });
    for (let n = 0; n < 5; n++) {
      expect((await ask()).status).toBe(202);
      expect((await again()).status).toBe(202);
    }
    for (const answer of [await ask(), await again()]) {
      expect([answer.status, answer.body.code]).toEqual([429, "too_many_deliveries"]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    const where = { webhookId: webhook.id };
    expect(await gateway.db.prisma.webhookDelivery.count({ where })).toBe(6);
    expect((await (await made()).ask()).status).toBe(202);
  });

  test("have no new budget in a webhook that is created again, or in another organization", async () => {
    const { privateToken: token, id } = await signUp(gateway.db);
    const { publicId } = await buildOrganization(gateway.db, { members: [[id, "owner"]] });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) {
      const organization = n % 2 === 0 ? undefined : publicId;
      const line = `${path}/${(await make(token, { url }, organization)).body.id}`;
      const options = { token, organization };
      statuses.push((await gateway.request(`POST ${line}/test`, options)).status);
      await gateway.request(`DELETE ${line}`, options);
    }
    expect(statuses).toEqual([...Array(10).fill(202), 429, 429]);
  });

  test("of all polls of an account are limited to 30 a minute", async () => {
    const { privateToken: token, id: ownerAccountId } = await signUp(gateway.db);
    const statuses: number[] = [];
    for (let n = 0; n < 32; n++) {
      const { id: pollId } = await buildPoll(gateway.db, { ownerAccountId });
      const { publicId } = await buildWebhook(gateway.db, { ownerAccountId, pollId });
      statuses.push((await gateway.request(`POST ${path}/${publicId}/test`, { token })).status);
    }
    expect(statuses).toEqual([...Array(30).fill(202), 429, 429]);
  });
});

describe("watched polls", () => {
  const watched = async (pollIds: readonly bigint[]) =>
    gateway.db.prisma.webhookWatch.findMany({ where: { pollId: { in: [...pollIds] } } });

  test("include the polls of a new webhook, and later new polls of its owner", async () => {
    const { privateToken: token, id } = await signUp(gateway.db);
    const before = await buildPoll(gateway.db, { ownerAccountId: id });
    const stranger = await buildPoll(gateway.db);
    expect((await make(token, { url })).status).toBe(201);
    const poll = { poll: { title: "Where do we eat" } };
    const { body } = await gateway.request("POST /api/v1/polls", { token, body: poll });
    const after = await gateway.db.prisma.poll.findUniqueOrThrow({
      where: { memberHash: body.member_hash },
    });
    const rows = await watched([before.id, stranger.id, after.id]);
    expect(rows.map(({ pollId }) => pollId)).toEqual([before.id, after.id]);
    expect(rows.map(({ fingerprint }) => fingerprint)).toEqual([null, null]);
  });

  test("are only one for a webhook for one poll, and none for a webhook for other events", async () => {
    const { privateToken: token, id } = await signUp(gateway.db);
    const [one, other] = [
      await buildPoll(gateway.db, { ownerAccountId: id }),
      await buildPoll(gateway.db, { ownerAccountId: id }),
    ];
    await make(token, { url, events: ["poll.updated"] });
    expect(await watched([one.id, other.id])).toEqual([]);
    await make(token, { url: anotherUrl(), poll_id: one.memberHash });
    expect(await watched([one.id, other.id])).toMatchObject([{ pollId: one.id }]);
  });

  test("are checked soon if a new webhook subscribes to an idle one; an unchecked one keeps its start", async () => {
    const { privateToken: token, id } = await signUp(gateway.db);
    const begun = new Date(NOW.getTime() - 3_600_000);
    const later = new Date(NOW.getTime() + 60_000);
    const fingerprints = ["seen", null];
    const polls = [];
    for (const fingerprint of fingerprints) {
      const poll = await buildPoll(gateway.db, { ownerAccountId: id, createdAt: begun });
      polls.push(poll.id);
      await gateway.db.prisma.webhookWatch.create({
        data: { pollId: poll.id, fingerprint, changedAt: begun, nextCheckAt: later },
      });
    }
    await make(token, { url });
    expect(
      (await watched(polls)).map(({ changedAt, nextCheckAt }) => [changedAt, nextCheckAt]),
    ).toEqual([
      [NOW, NOW],
      [begun, NOW],
    ]);
  });
});

describe("followed polls", () => {
  const cursorsOf = async (...pollIds: readonly bigint[]) =>
    (
      await gateway.db.prisma.webhookCursor.findMany({
        where: { pollId: { in: [...pollIds] } },
        orderBy: [{ pollId: "asc" }, { kind: "asc" }],
      })
    ).map(({ pollId, kind, position }) => [pollIds.indexOf(pollId), kind, position]);
  const votesEvents = ["vote.cast"];
  const phaseEvents = ["poll.opened", "poll.closed"];
  const change = (token: string, id: string, webhook: object) =>
    gateway.request(`PATCH ${path}/${id}`, { token, body: { webhook } });

  test("include the polls of a new webhook, and later new polls of its owner, from that time on", async () => {
    const { privateToken: token, id: ownerAccountId } = await signUp(gateway.db);
    const open = await buildPoll(gateway.db, { ownerAccountId });
    const closed = await buildPoll(gateway.db, { ownerAccountId, status: "closed" });
    const waiting = await buildPoll(gateway.db, {
      ownerAccountId,
      settings: { start_date_voting: new Date(NOW.getTime() + 1).toISOString() },
    });
    await storeVotes(gateway.db, open, [{ on: await buildOption(gateway.db, open), value: 1 }]);
    const { id } = await gateway.db.prisma.vote.update({
      where: {
        id: (await gateway.db.prisma.vote.findFirstOrThrow({ where: { pollId: open.id } })).id,
      },
      data: { createdAt: new Date(NOW.getTime() - 1) },
    });
    expect((await make(token, { url })).status).toBe(201);
    const { body } = await gateway.request("POST /api/v1/polls", {
      token,
      body: { poll: { title: "Where do we eat" } },
    });
    const after = await gateway.db.prisma.poll.findUniqueOrThrow({
      where: { memberHash: body.member_hash },
    });
    expect(await cursorsOf(open.id, closed.id, waiting.id, after.id)).toEqual([
      [0, "phase", "open"],
      [0, "votes", String(id)],
      [1, "phase", "closed"],
      [1, "votes", "0"],
      [2, "phase", "waiting"],
      [2, "votes", "0"],
      [3, "phase", "open"],
      [3, "votes", "0"],
    ]);
  });

  test("are followed by what a webhook subscribes to, and a second webhook does not move the first cursor", async () => {
    const { privateToken: token, id: ownerAccountId } = await signUp(gateway.db);
    const poll = await buildPoll(gateway.db, { ownerAccountId });
    const { body: first } = await make(token, { url, events: ["poll.updated"] });
    expect(await cursorsOf(poll.id)).toEqual([]);
    await change(token, first.id, { events: phaseEvents });
    expect(await cursorsOf(poll.id)).toEqual([[0, "phase", "open"]]);
    await gateway.db.prisma.poll.update({ where: { id: poll.id }, data: { status: "closed" } });
    await make(token, { url: anotherUrl(), events: [...votesEvents, "poll.closed"] });
    await change(token, first.id, { events: [...phaseEvents, ...votesEvents] });
    expect(await cursorsOf(poll.id)).toEqual([
      [0, "phase", "open"],
      [0, "votes", "0"],
    ]);
  });

  test("skip everything that happens while no webhook is enabled", async () => {
    const { privateToken: token, id: ownerAccountId } = await signUp(gateway.db);
    const poll = await buildPoll(gateway.db, { ownerAccountId });
    const { body } = await make(token, { url, events: phaseEvents });
    await change(token, body.id, { status: "off" });
    await gateway.db.prisma.poll.update({ where: { id: poll.id }, data: { status: "closed" } });
    await change(token, body.id, { status: "on" });
    expect(await cursorsOf(poll.id)).toEqual([[0, "phase", "closed"]]);
  });

  test("are checked for their phase soon after a change", async () => {
    const { privateToken: token, id: ownerAccountId } = await signUp(gateway.db);
    const poll = await buildPoll(gateway.db, { ownerAccountId });
    await make(token, { url, events: phaseEvents });
    const where = { pollId: poll.id };
    const data = { nextCheckAt: new Date(NOW.getTime() + 60_000) };
    await gateway.db.prisma.webhookCursor.updateMany({ where, data });
    const closing = { token, body: { poll: { status: "closed" } } };
    expect((await gateway.request(`PATCH /api/v1/polls/${poll.memberHash}`, closing)).status).toBe(
      200,
    );
    expect(await gateway.db.prisma.webhookCursor.findFirstOrThrow({ where })).toMatchObject({
      position: "open",
      nextCheckAt: NOW,
    });
  });
});

describe("noteEvent", () => {
  const note = (pollId: bigint, type: PollEventType = "poll.updated") =>
    inTransaction(gateway.db, (tx) => noteEvent(tx, { type, pollId, now: NOW }));

  test("enqueues deliveries for subscribed webhooks and no others", async () => {
    const [ann, bob] = [await signUp(gateway.db), await signUp(gateway.db)];
    const [poll, other] = [
      await buildPoll(gateway.db, { ownerAccountId: ann.id }),
      await buildPoll(gateway.db, { ownerAccountId: ann.id }),
    ];
    const of = (facts: object) => buildWebhook(gateway.db, { ownerAccountId: ann.id, ...facts });
    const wanted = [
      await of({}),
      await of({ pollId: poll.id }),
      await of({ failingSince: NOW }),
      await of({}),
      await of({}),
    ];
    for (const [at, pending] of [0, 0, 0, 4, 5].entries()) {
      const webhook = wanted[at];
      for (let n = 0; n < pending && webhook; n++) await buildDelivery(gateway.db, webhook);
    }
    await of({ pollId: other.id });
    await of({ events: ["poll.deleted"] });
    await of({ endedAt: NOW });
    await of({ switchedOffAt: NOW, switchedOffBecause: "failing" });
    await buildWebhook(gateway.db, { ownerAccountId: bob.id });
    expect(await note(poll.id)).toBe(5);
    const rows = await gateway.db.prisma.webhookDelivery.findMany({
      where: { event: { pollId: poll.id } },
      include: { event: true },
      orderBy: { webhookId: "asc" },
    });
    expect(rows.map(({ webhookId }) => webhookId)).toEqual(wanted.map(({ id }) => id));
    expect(new Set(rows.map(({ event }) => event.publicId)).size).toBe(1);
    const jobs = await gateway.db.prisma.outbox.findMany({
      where: { job: "webhook.deliver" },
      orderBy: { id: "asc" },
    });
    const priorities = new Map(
      jobs.map(({ payload, priority }) => [
        (payload as { deliveryId: string }).deliveryId,
        priority,
      ]),
    );
    expect(rows.map(({ id }) => Number(priorities.get(String(id))) > 0)).toEqual([
      false,
      false,
      true,
      false,
      true,
    ]);
  });

  test("enqueues nothing for a deleted poll", async () => {
    const { id: ownerAccountId } = await signUp(gateway.db);
    const poll = await buildPoll(gateway.db, { ownerAccountId });
    await buildWebhook(gateway.db, { ownerAccountId });
    await gateway.db.prisma.poll.update({ where: { id: poll.id }, data: { deletedAt: NOW } });
    expect(await note(poll.id)).toBe(0);
  });

  test("does not enqueue a pending retry of changed results twice", async () => {
    const { id: ownerAccountId } = await signUp(gateway.db);
    const poll = await buildPoll(gateway.db, { ownerAccountId });
    const webhook = await buildWebhook(gateway.db, { ownerAccountId });
    const pending = { type: "results.changed", pollId: poll.id } as const;
    const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
    await buildDelivery(gateway.db, webhook, { ...pending, nextAttemptAt: later(5) });
    expect(await note(poll.id, "results.changed")).toBe(1);
    await buildDelivery(gateway.db, webhook, { ...pending, nextAttemptAt: later(1_800) });
    expect(await note(poll.id, "results.changed")).toBe(1);
    await buildDelivery(gateway.db, webhook, { ...pending, nextAttemptAt: later(60) });
    expect(await note(poll.id, "results.changed")).toBe(0);
    expect(await note(poll.id)).toBe(1);
  });

  test("notifies no webhook in a transaction that rolls back", async () => {
    const { id: ownerAccountId } = await signUp(gateway.db);
    const poll = await buildPoll(gateway.db, { ownerAccountId });
    await buildWebhook(gateway.db, { ownerAccountId });
    const failing = inTransaction(gateway.db, async (tx) => {
      await noteEvent(tx, { type: "poll.updated", pollId: poll.id, now: NOW });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await gateway.db.prisma.webhookEvent.count({ where: { pollId: poll.id } })).toBe(0);
  });
});
