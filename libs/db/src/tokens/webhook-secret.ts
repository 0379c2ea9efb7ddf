import { randomBytes } from "node:crypto";
import { seal, unseal } from "./seal";

export interface WebhookSecretColumns {
  readonly publicId: string;
  /** Null: the owner of the webhook was erased. */
  readonly secret: Uint8Array | null;
  readonly previousSecret: Uint8Array | null;
  readonly previousSecretUntil: Date | null;
}

/** The keys that encrypt secrets. The first one encrypts. */
export interface WebhookKeys {
  readonly stored: { readonly signing: string; readonly all: readonly string[] };
}

const SECRET_BYTES = 32;

/** A secret in the form of Standard Webhooks. */
export const newWebhookSecret = (): string =>
  `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

const contextOf = (publicId: string): string => `webhook ${publicId}`;

/** The value of the column with a webhook's secret. */
export const sealWebhookSecret = (
  publicId: string,
  secret: string,
  { stored }: WebhookKeys,
): Uint8Array<ArrayBuffer> => seal(stored.signing, secret, contextOf(publicId));

/** The secret of a webhook. Throws if it has none, or if no key opens it. */
export function currentWebhookSecret(
  { publicId, secret }: Pick<WebhookSecretColumns, "publicId" | "secret">,
  { stored }: WebhookKeys,
): string {
  if (secret === null) throw new Error("the webhook has no secret");
  return unseal(stored.all, secret, contextOf(publicId));
}

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
