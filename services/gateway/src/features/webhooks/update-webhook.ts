import type { Prisma } from "@polls/db/connection";
import type { PrismaTransaction } from "@polls/db/sql";
import { currentWebhookSecret, newWebhookSecret, sealWebhookSecret } from "@polls/db/tokens";
import { beginCursors, cursorKinds, eventsOfCursors, watchResults } from "@polls/db/webhooks";
import type { Actor } from "@polls/domain/access";
import { changesNothing } from "@polls/domain/input";
import { isActive, type PollEventType } from "@polls/domain/webhooks";
import type { Config } from "../../config";
import { readAddress, requireNewAddress } from "./create-webhook";
import {
  findAndLockWebhook,
  type ListedWebhook,
  lockOwner,
  visibleTo,
  type WebhookRow,
} from "./own-webhooks";

/** The changed fields of a webhook. Undefined: the field stays the same. */
export interface WebhookChange {
  readonly url: string | undefined;
  readonly events: readonly PollEventType[] | undefined;
  readonly status: "on" | "off" | undefined;
}

/** Changes a webhook (docs/reference/webhooks.md#changing). Unchanged values have no effect. */
export async function updateWebhook(
  tx: PrismaTransaction,
  { actor, id, now }: { readonly actor: Actor; readonly id: string; readonly now: Date },
  change: WebhookChange,
  { egress }: Pick<Config, "egress">,
): Promise<ListedWebhook & { readonly unchanged: boolean }> {
  const owner = visibleTo(actor);
  if (owner !== undefined && change.url !== undefined) await lockOwner(tx, owner);
  const { webhook: before, pollHash } = await findAndLockWebhook(tx, actor, id);
  const { url = before.url, events } = change;
  const address = url === before.url ? url : readAddress(url, egress);
  if (owner !== undefined && address !== before.url) {
    await requireNewAddress(tx, { ...owner, url: address, pollId: before.pollId });
  }
  const data = {
    // Failures of the old URL do not count for the new one.
    ...(address !== before.url && { url: address, failingSince: null }),
    ...(events !== undefined && { events: [...new Set(events)] }),
    ...switched(change.status, before, now),
  };
  const webhook = await tx.prisma.webhook.update({ where: { id: before.id }, data });
  const begins = (events: readonly PollEventType[]) =>
    tellsOf(webhook, events) && !tellsOf(before, events);
  if (begins(["results.changed"])) await watchResults(tx, { webhookId: webhook.id, now });
  const kinds = cursorKinds.filter((kind) => begins(eventsOfCursors[kind]));
  if (kinds.length > 0) await beginCursors(tx, { webhookId: webhook.id, now, kinds });
  return { webhook, pollHash, unchanged: changesNothing(data, before) };
}

function switched(
  status: WebhookChange["status"],
  { switchedOffAt }: WebhookRow,
  now: Date,
): Prisma.WebhookUpdateInput {
  if (status === "off" && switchedOffAt === null) {
    return { switchedOffAt: now, switchedOffBecause: "owner" };
  }
  if (status === "on" && switchedOffAt !== null) {
    return { switchedOffAt: null, switchedOffBecause: null, failingSince: null };
  }
  return {};
}

const tellsOf = (webhook: WebhookRow, events: readonly PollEventType[]): boolean =>
  isActive(webhook) && events.some((event) => webhook.events.includes(event));

/** How long the replaced secret still signs (docs/reference/webhooks.md#rolling-the-secret). */
const OVERLAP_MS = 24 * 3_600_000;

/** The previous secret also signs events for a day. An older one is dropped at once. */
export async function rollSecret(
  tx: PrismaTransaction,
  { actor, id, now }: { readonly actor: Actor; readonly id: string; readonly now: Date },
  { keys }: Pick<Config, "keys">,
): Promise<ListedWebhook & { readonly secret: string; readonly previousUntil: Date }> {
  const { webhook, pollHash } = await findAndLockWebhook(tx, actor, id);
  const { publicId } = webhook;
  const secret = newWebhookSecret();
  const previousUntil = new Date(now.getTime() + OVERLAP_MS);
  const rolled = await tx.prisma.webhook.update({
    where: { id: webhook.id },
    data: {
      secret: sealWebhookSecret(publicId, secret, keys),
      previousSecret: sealWebhookSecret(publicId, currentWebhookSecret(webhook, keys), keys),
      previousSecretUntil: previousUntil,
    },
  });
  return { webhook: rolled, pollHash, secret, previousUntil };
}
