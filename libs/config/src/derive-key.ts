import { hkdfSync } from "node:crypto";
import { z } from "zod";

/** The key of one purpose, derived from a secret (HKDF, SHA-256). It signs for no other. */
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

/** Purposes of several services (docs/adr/0010-links-in-mails-are-derived.md). */
export const sharedPurposes = {
  /** Tokens of links in mails. The mail worker creates them; the gateway verifies them. */
  mailLinks: "mail links",
  /** HMACs of addresses in the database. */
  addresses: "mail addresses",
  invitations: "invitations",
  /** Secrets that are stored encrypted in the database. */
  stored: "stored secrets",
} as const;

const secret = z.string().min(32);

/** The first secret of `APP_SECRET` signs, all verify (docs/operations.md#rotating-app_secret). */
export const appSecretVariables = {
  APP_SECRET: secret,
  APP_SECRET_2: secret.optional(),
  APP_SECRET_3: secret.optional(),
};

/** The secrets of a deployment. The first one signs. */
export const appSecrets = (
  env: z.output<z.ZodObject<typeof appSecretVariables>>,
): readonly string[] =>
  [env.APP_SECRET, env.APP_SECRET_2, env.APP_SECRET_3].filter((one) => one !== undefined);
