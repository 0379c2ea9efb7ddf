import type { PrismaTransaction } from "@polls/db/sql";
import { currentWebhookSecret, newWebhookSecret, sealWebhookSecret } from "@polls/db/tokens";
import type { Actor } from "@polls/domain/access";
import type { Config } from "../../config";
import { findAndLockWebhook, type ListedWebhook } from "./own-webhooks";

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
