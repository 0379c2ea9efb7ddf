import { hkdfSync } from "node:crypto";

/**
 * Derives the key of one purpose from a secret of the deployment (HKDF, SHA-256). A signature of
 * one key is not valid for another. Services that use the same purpose get the same key.
 */
const deriveKey = (secret: string, purpose: string): string =>
  Buffer.from(hkdfSync("sha256", secret, "poll service", purpose, 32)).toString("base64url");

/** The keys of one purpose while secrets are rotated (docs/operations.md#rotating-app_secret). */
export interface KeyRing {
  /** The key that signs and encrypts. */
  readonly signing: string;
  /** The keys that verify and decrypt. The first one signs. */
  readonly all: readonly string[];
}

/** The keys of one purpose, derived from all secrets. The key of the first secret signs. */
export function deriveKeyRing(secrets: readonly string[], purpose: string): KeyRing {
  const all = secrets.map((secret) => deriveKey(secret, purpose));
  const [signing] = all;
  if (signing === undefined) throw new Error("there is no secret to derive keys from");
  return { signing, all };
}

/**
 * Purposes for which several services derive keys (docs/adr/0010-links-in-mails-are-derived.md).
 */
export const sharedPurposes = {
  /** Tokens of links in mails. The mail worker creates them; the gateway verifies them. */
  mailLinks: "mail links",
  /** HMACs of addresses in the database. */
  addresses: "mail addresses",
  /** Codes of invitations. */
  invitations: "invitations",
  /**
   * First secrets of webhooks. The gateway shows a secret once; the webhook worker signs with it.
   */
  webhooks: "webhooks",
  /** Secrets that are stored encrypted in the database. */
  stored: "stored secrets",
} as const;
