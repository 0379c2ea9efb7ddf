import { endpointProblem, normalizedEndpoint } from "@polls/config";
import { findAndLockPoll } from "@polls/db/polls";
import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId, newWebhookSecret, sealWebhookSecret } from "@polls/db/tokens";
import { watchPolls } from "@polls/db/webhooks";
import { type Actor, type Owner, ownsPoll } from "@polls/domain/access";
import { Invalid } from "@polls/domain/refusals";
import { type PollEventType, pollEventTypes } from "@polls/domain/webhooks";
import type { Config } from "../../config";
import { type ListedWebhook, lockOwner, makesFor } from "./own-webhooks";
import { URL_MAX } from "./webhooks.schema";

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
  // Locks in the same order as the removal of a member: the owner, then its polls.
  await lockOwner(tx, owner);
  const poll = pollHash === undefined ? undefined : await ownPoll(tx, actor, pollHash);
  if ((await tx.prisma.webhook.count({ where: { ...owner, endedAt: null } })) >= WEBHOOKS_MAX) {
    const sentence = `There are ${WEBHOOKS_MAX} webhooks already`;
    throw new Invalid({ base: [sentence] }, "webhook_limit_reached");
  }
  await requireNewAddress(tx, { ...owner, url: address, pollId: poll?.id ?? null });
  const publicId = newPublicId();
  const secret = newWebhookSecret();
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

/** As it is stored and called (docs/reference/webhooks.md#addresses). Throws 422. */
export function readAddress(url: string, egress: Config["egress"]): string {
  const problem = endpointProblem(url, egress);
  if (problem !== undefined) throw new Invalid({ url: [problem] });
  const address = normalizedEndpoint(url);
  if (address.length > URL_MAX) {
    throw new Invalid({ url: [`must have at most ${URL_MAX} characters`] });
  }
  return address;
}

/** The parts of a webhook that must be unique for its owner. */
type Addressed = Owner & { readonly url: string; readonly pollId: bigint | null };

/** One webhook per URL and poll (docs/reference/webhooks.md#endpoints), under the owner's lock. */
export async function requireNewAddress(
  { prisma }: PrismaTransaction,
  { pollId, ...addressed }: Addressed,
): Promise<void> {
  const ofSamePolls = pollId === null ? {} : { OR: [{ pollId }, { pollId: null }] };
  const same = await prisma.webhook.count({
    where: { ...addressed, ...ofSamePolls, endedAt: null },
  });
  if (same === 0) return;
  const sentence = "already has a webhook for the same poll";
  throw new Invalid({ url: [sentence] }, "webhook_address_taken");
}

/** Locks a poll of the owner against its deletion. Other polls are reported as unknown. */
async function ownPoll(tx: PrismaTransaction, actor: Actor, hash: string) {
  const found = await findAndLockPoll(tx, hash, "shared");
  if (found === undefined || !ownsPoll(actor, found.poll)) {
    throw new Invalid({ poll_id: ["is not a poll of the account or organization"] });
  }
  return found.poll;
}
