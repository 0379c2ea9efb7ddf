import { createHmac, randomBytes } from "node:crypto";
import { seal, unseal } from "./seal";

export interface WebhookSecretColumns {
  readonly publicId: string;
  readonly secret: Uint8Array | null;
  readonly previousSecret: Uint8Array | null;
  readonly previousSecretUntil: Date | null;
}

/** The keys for webhooks of a deployment. The first one signs and seals. */
export interface WebhookKeys {
  readonly webhooks: { readonly signing: string };
  readonly stored: { readonly signing: string; readonly all: readonly string[] };
}

/**
 * The first secret of a webhook, in the form of Standard Webhooks: derived, so that an older release can sign with it
 * too (docs/adr/0014-webhooks-are-sent-by-a-service-of-their-own.md).
 */
export const webhookSecret = (publicId: string, key: string): string =>
  `whsec_${createHmac("sha256", key).update(publicId).digest("base64")}`;

const SECRET_BYTES = 32;

/** A secret that replaces the current one of a webhook. */
export const newWebhookSecret = (): string =>
  `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

const contextOf = (publicId: string): string => `webhook ${publicId}`;

/** The value of the column with a webhook's secret. */
export const sealWebhookSecret = (
  publicId: string,
  secret: string,
  { stored }: WebhookKeys,
): Uint8Array<ArrayBuffer> => seal(stored.signing, secret, contextOf(publicId));

/** The secret of a webhook. Throws if no key opens it. */
export const currentWebhookSecret = (
  { publicId, secret }: Pick<WebhookSecretColumns, "publicId" | "secret">,
  { webhooks, stored }: WebhookKeys,
): string =>
  secret === null
    ? webhookSecret(publicId, webhooks.signing)
    : unseal(stored.all, secret, contextOf(publicId));

/** The secrets that sign at a moment: the current one, and the previous one until it expires. */
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
