import { endpointProblem, normalizedEndpoint } from "@polls/config";
import {
  findAndLockPoll,
  newPublicId,
  type PrismaTransaction,
  sealWebhookSecret,
  watchPolls,
  webhookSecret,
} from "@polls/db";
import { type Actor, ownsPoll } from "@polls/domain/access";
import { Invalid } from "@polls/domain/refusals";
import { type PollEventType, pollEventTypes } from "@polls/domain/webhooks";
import type { Config } from "../../config";
import type { ListedWebhook } from "./own-webhooks";
import { lockOwner, makesFor, type WebhookOwner } from "./webhook-owner";
import { URL_MAX } from "./webhooks.schema";

/** Of one account or organization. */
const WEBHOOKS_MAX = 20;

export interface NewWebhook {
  readonly actor: Actor;
  readonly url: string;
  readonly events: readonly PollEventType[] | undefined;
  readonly pollHash: string | undefined;
  readonly now: Date;
}

/** Creates a webhook, and returns the secret that signs its events. */
export async function createWebhook(
  tx: PrismaTransaction,
  { actor, url, events, pollHash, now }: NewWebhook,
  { egress, keys }: Pick<Config, "egress" | "keys">,
): Promise<ListedWebhook & { readonly secret: string }> {
  const owner = makesFor(actor);
  const address = readAddress(url, egress);
  // In the order of a removed member: the owner, then its polls.
  await lockOwner(tx, owner);
  const poll = pollHash === undefined ? undefined : await ownPoll(tx, actor, pollHash);
  if ((await tx.prisma.webhook.count({ where: { ...owner, endedAt: null } })) >= WEBHOOKS_MAX) {
    const sentence = `There are ${WEBHOOKS_MAX} webhooks already`;
    throw new Invalid({ base: [sentence] }, "webhook_limit_reached");
  }
  await demandNewAddress(tx, { ...owner, url: address, pollId: poll?.id ?? null });
  const publicId = newPublicId();
  const secret = webhookSecret(publicId, keys.webhooks.signing);
  const webhook = await tx.prisma.webhook.create({
    data: {
      publicId,
      secret: sealWebhookSecret(publicId, secret, keys),
      ...owner,
      pollId: poll?.id ?? null,
      url: address,
      events: [...new Set(events ?? pollEventTypes)],
      createdAt: now,
    },
  });
  await watchPolls(tx, { webhookId: webhook.id, now });
  return { webhook, pollHash: poll?.memberHash, secret };
}

/** The address as it is stored and called (docs/reference/webhooks.md#addresses); 422 where it may not be called. */
export function readAddress(url: string, egress: Config["egress"]): string {
  const problem = endpointProblem(url, egress);
  if (problem !== undefined) throw new Invalid({ url: [problem] });
  const address = normalizedEndpoint(url);
  if (address.length > URL_MAX) {
    throw new Invalid({ url: [`must have at most ${URL_MAX} characters`] });
  }
  return address;
}

/** A webhook by what no other of its owner may have as well. */
type Addressed = WebhookOwner & { readonly url: string; readonly pollId: bigint | null };

/**
 * Throws 422 where a webhook of the owner sends events of the same poll to the same address
 * (docs/reference/webhooks.md#endpoints). The owner is locked.
 */
export async function demandNewAddress(
  { prisma }: PrismaTransaction,
  { pollId, ...addressed }: Addressed,
): Promise<void> {
  const ofSamePolls = pollId === null ? {} : { OR: [{ pollId }, { pollId: null }] };
  const same = await prisma.webhook.count({
    where: { ...addressed, ...ofSamePolls, endedAt: null },
  });
  if (same === 0) return;
  const sentence = "has a webhook for the same poll already";
  throw new Invalid({ url: [sentence] }, "webhook_address_taken");
}

/** A poll of the owner of the webhook, locked against its deletion; any other is unknown. */
async function ownPoll(tx: PrismaTransaction, actor: Actor, hash: string) {
  const found = await findAndLockPoll(tx, hash, "shared");
  if (found === undefined || !ownsPoll(actor, found.poll)) {
    throw new Invalid({ poll_id: ["is no poll of the account or organization"] });
  }
  return found.poll;
}
