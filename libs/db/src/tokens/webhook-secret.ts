import { createHmac, randomBytes } from "node:crypto";
import { seal, unseal } from "./seal";

/** The columns of a webhook that its secrets are in. */
export interface WebhookSecretColumns {
  readonly publicId: string;
  readonly secret: Uint8Array | null;
  readonly previousSecret: Uint8Array | null;
  readonly previousSecretUntil: Date | null;
}

/** Keys of the webhooks of a deployment, of which the first signs and seals. */
export interface WebhookKeys {
  readonly webhooks: { readonly signing: string };
  readonly stored: { readonly signing: string; readonly all: readonly string[] };
}

/**
 * The first secret of a webhook, in the form of Standard Webhooks. It is derived, so that an older release
 * signs with it too (docs/adr/0014-webhooks-are-sent-by-a-service-of-their-own.md).
 */
export const webhookSecret = (publicId: string, key: string): string =>
  `whsec_${createHmac("sha256", key).update(publicId).digest("base64")}`;

const SECRET_BYTES = 32;

/** A secret in place of the one that a webhook has. */
export const newWebhookSecret = (): string =>
  `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

const contextOf = (publicId: string): string => `webhook ${publicId}`;

/** The column of a webhook's secret. */
export const sealWebhookSecret = (
  publicId: string,
  secret: string,
  { stored }: WebhookKeys,
): Uint8Array<ArrayBuffer> => seal(stored.signing, secret, contextOf(publicId));

/** The secret of a webhook. Throws where no key opens it. */
export const currentWebhookSecret = (
  { publicId, secret }: Pick<WebhookSecretColumns, "publicId" | "secret">,
  { webhooks, stored }: WebhookKeys,
): string =>
  secret === null
    ? webhookSecret(publicId, webhooks.signing)
    : unseal(stored.all, secret, contextOf(publicId));

/** The secrets that sign at a moment: the current one, then the previous one until its end. */
export function signingSecrets(
  webhook: WebhookSecretColumns,
  keys: WebhookKeys,
  now: Date,
): readonly string[] {
  const { publicId, previousSecret, previousSecretUntil } = webhook;
  const current = currentWebhookSecret(webhook, keys);
  const isOver = previousSecretUntil === null || previousSecretUntil <= now;
  if (previousSecret === null || isOver) return [current];
  return [current, unseal(keys.stored.all, previousSecret, contextOf(publicId))];
}
