// Covers docs/reference/webhooks.md: testing
// Covers docs/reliability.md: webhooks-as-a-weapon

import { buildDelivery, buildOrganization, buildPoll, buildWebhook } from "@polls/testing";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { DeliveryResponse } from "./webhooks.schema";

const NOW = new Date("2030-06-01T12:00:00.000Z");
const path = "/api/v1/webhooks";
const url = "https://client.example/polls?key=1";

const gateway = shareGateway({ clock: () => NOW });

const make = (token: string, webhook: object, organization?: string) =>
  gateway.request(`POST ${path}`, { token, organization, body: { webhook } });

describe("test events", () => {
  const made = async () => {
    const { privateToken: token, id: ownerAccountId } = await signUp(gateway.db);
    const webhook = await buildWebhook(gateway.db, { ownerAccountId, events: ["poll.updated"] });
    const line = `${path}/${webhook.publicId}`;
    return { token, webhook, line, ask: () => gateway.request(`POST ${line}/test`, { token }) };
  };

  // Events: webhook.test
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
