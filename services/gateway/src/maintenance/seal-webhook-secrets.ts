import { currentWebhookSecret, sealWebhookSecret, type WebhookKeys } from "@polls/db/tokens";
import { findWebhooksToSeal, storeWebhookSecrets } from "@polls/db/webhooks";
import type { StatementTask } from "./maintenance-task";

const BATCH = 200;

/** So that older secrets can be removed (docs/operations.md#rotating-app_secret). */
export const sealWebhookSecrets = (keys: WebhookKeys): StatementTask => ({
  name: "encrypt the secrets of webhooks again",
  ofCommonTables: true,
  async batch(tx, now) {
    const webhooks = await findWebhooksToSeal(tx, keys.stored.signing, now, BATCH);
    for (const { id, publicId, secret, previousSecret, previousSecretUntil } of webhooks) {
      const sealed = (column: Uint8Array | null) =>
        sealWebhookSecret(publicId, currentWebhookSecret({ publicId, secret: column }, keys), keys);
      const overlaps = previousSecretUntil !== null && previousSecretUntil > now;
      const previous =
        overlaps && previousSecret !== null
          ? { previousSecret: sealed(previousSecret), previousSecretUntil }
          : { previousSecret: null, previousSecretUntil: null };
      await storeWebhookSecrets(tx, id, { secret: sealed(secret), ...previous });
    }
    return webhooks.length;
  },
});
