import { hkdfSync } from "node:crypto";

/**
 * Derives the key of one purpose from `APP_SECRET`, the secret of the deployment (HKDF, SHA-256). A
 * signature by one key is not valid for another. Services that name the same purpose get the same key.
 */
export const deriveKey = (secret: string, purpose: string): string =>
  Buffer.from(hkdfSync("sha256", secret, "poll service", purpose, 32)).toString("base64url");

/** Purposes of keys that several services derive (docs/adr/0010-links-in-mails-are-derived.md). */
export const sharedKeys = {
  /** Tokens of links in mails: the mail worker makes them, the gateway verifies them. */
  mailLinks: "mail links",
  /** Addresses where they are keys of the database. */
  addresses: "mail addresses",
  /** Codes of invitations. */
  invitations: "invitations",
  /** Secrets of webhooks: the gateway shows one once, the webhook worker signs with it. */
  webhooks: "webhooks",
} as const;
