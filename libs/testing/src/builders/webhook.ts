import type { Db, Prisma } from "@polls/db/connection";
import {
  newPublicId,
  newWebhookSecret,
  sealWebhookSecret,
  type WebhookKeys,
} from "@polls/db/tokens";
import { type PollEventType, pollEventTypes, type WebhookEventType } from "@polls/domain/webhooks";
import { buildAccount } from "./account";

/** By default, a new account is the owner, and the events are all. Only with `keys` it has a secret. */
export type WebhookFacts = Partial<Omit<Prisma.WebhookUncheckedCreateInput, "events">> & {
  readonly events?: readonly PollEventType[];
  readonly keys?: WebhookKeys;
};

type Webhook = Prisma.WebhookGetPayload<object>;

/** Creates a webhook of an account or organization. Tests pass only the fields that matter. */
export async function buildWebhook(db: Db, facts: WebhookFacts = {}): Promise<Webhook> {
  const { events = pollEventTypes, keys, ...others } = facts;
  const { ownerAccountId, ownerOrganizationId, publicId = newPublicId(), ...columns } = others;
  return db.prisma.webhook.create({
    data: {
      publicId,
      url: "https://client.example/polls",
      ...(keys && { secret: sealWebhookSecret(publicId, newWebhookSecret(), keys) }),
      ...columns,
      events: [...events],
      ...(ownerOrganizationId === undefined
        ? { ownerAccountId: ownerAccountId ?? (await buildAccount(db)).id }
        : { ownerOrganizationId }),
    },
  });
}

export interface DeliveryFacts {
  readonly type?: WebhookEventType;
  readonly pollId?: bigint;
  readonly subjectId?: string;
  readonly state?: "pending" | "delivered" | "failed";
  readonly attempts?: number;
  readonly asked?: number;
  readonly createdAt?: Date;
  readonly nextAttemptAt?: Date;
}

/** Creates an event and its delivery to a webhook. By default the first attempt is due. */
export function buildDelivery(db: Db, { id: webhookId }: Webhook, facts: DeliveryFacts = {}) {
  const { type = "poll.updated", pollId = 0n, subjectId, nextAttemptAt, ...columns } = facts;
  const { createdAt = new Date(), state = "pending" } = facts;
  return db.prisma.webhookDelivery.create({
    data: {
      publicId: newPublicId(),
      ...columns,
      createdAt,
      nextAttemptAt: state === "pending" ? (nextAttemptAt ?? createdAt) : null,
      webhook: { connect: { id: webhookId } },
      event: {
        create: {
          publicId: newPublicId(),
          type,
          pollId,
          pollHash: "lunch",
          createdAt,
          subjectId: subjectId ?? null,
        },
      },
    },
  });
}
