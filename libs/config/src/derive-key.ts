import { hkdfSync } from "node:crypto";

/**
 * Derives the key of one purpose from a secret of the deployment (HKDF, SHA-256). A signature by one key is
 * not valid for another. Services that name the same purpose get the same key.
 */
const deriveKey = (secret: string, purpose: string): string =>
  Buffer.from(hkdfSync("sha256", secret, "poll service", purpose, 32)).toString("base64url");

/** The keys of one purpose while secrets are rotated (docs/operations.md#rotating-app_secret). */
export interface KeyRing {
  /** Signs and encrypts. */
  readonly signing: string;
  /** Verify and decrypt; the first one signs. */
  readonly all: readonly string[];
}

/** The keys of one purpose, of secrets whose first one signs. */
export function deriveKeyRing(secrets: readonly string[], purpose: string): KeyRing {
  const all = secrets.map((secret) => deriveKey(secret, purpose));
  const [signing] = all;
  if (signing === undefined) throw new Error("there is no secret to derive keys from");
  return { signing, all };
}

/** Purposes of keys that several services derive (docs/adr/0010-links-in-mails-are-derived.md). */
export const sharedKeys = {
  /** Tokens of links in mails: the mail worker makes them, the gateway verifies them. */
  mailLinks: "mail links",
  /** Addresses where they are keys of the database. */
  addresses: "mail addresses",
  /** Codes of invitations. */
  invitations: "invitations",
  /** First secrets of webhooks: the gateway shows one once, the webhook worker signs with it. */
  webhooks: "webhooks",
  /** Secrets in the database that are read again. */
  stored: "stored secrets",
} as const;
