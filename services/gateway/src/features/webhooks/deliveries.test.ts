// Covers docs/reference/webhooks.md: deliveries

import { buildDelivery, buildWebhook } from "@polls/testing";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { DeliveryResponse } from "./webhooks.schema";

const NOW = new Date("2030-06-01T12:00:00.000Z");
const path = "/api/v1/webhooks";
const gateway = shareGateway({ clock: () => NOW });

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
    await gateway.db.prisma.webhookDelivery.update({
      where: { id: delivery.id },
      data: { problem: "the webhook is switched off" },
    });
    const { status, body } = await gateway.request(again, { token });
    expect([status, body.status, body.next_attempt_at]).toEqual([
      202,
      "pending",
      NOW.toISOString(),
    ]);
    expect(body.problem).toBeUndefined();
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
