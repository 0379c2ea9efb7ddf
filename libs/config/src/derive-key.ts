import { hkdfSync } from "node:crypto";

/**
 * Derives the key of one purpose from the deployment's one secret, `APP_SECRET` (HKDF, SHA-256), so
 * that what one key signs means nothing to another. Services that name the same purpose get the same key.
 */
export const deriveKey = (secret: string, purpose: string): string =>
  Buffer.from(hkdfSync("sha256", secret, "poll service", purpose, 32)).toString("base64url");

/** Purposes of the keys that more than one service derives (ADR 0010). */
export const sharedKeys = {
  /** Tokens of links in mails: made by the mail worker, known again by the gateway. */
  mailLinks: "mail links",
  /** Codes of invitations. */
  invitations: "invitations",
  /** What webhooks are signed with: told by the gateway once, made again by the webhook worker (ADR 0014). */
  webhooks: "webhooks",
} as const;
