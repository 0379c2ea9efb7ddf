import { hkdfSync } from "node:crypto";

const purposes = {
  /** User identifiers of anonymous users (decisions 1). */
  userIdentifiers: "user identifiers",
  /** Client addresses, for `participant_limitation_type` = `check_ip`. */
  clientAddresses: "client addresses",
  /** Codes of invitations. */
  invitations: "invitations",
  /** Addresses of original files. */
  fileLinks: "file links",
} as const;

/** One key a purpose, so that what one signs means nothing to another. */
export type DerivedKeys = Readonly<Record<keyof typeof purposes, string>>;

/** Derives every key of the gateway from the deployment's one secret (HKDF, SHA-256). */
export function deriveKeys(secret: string): DerivedKeys {
  const keyFor = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", secret, "poll service", purpose, 32)).toString("base64url");
  return {
    userIdentifiers: keyFor(purposes.userIdentifiers),
    clientAddresses: keyFor(purposes.clientAddresses),
    invitations: keyFor(purposes.invitations),
    fileLinks: keyFor(purposes.fileLinks),
  };
}
