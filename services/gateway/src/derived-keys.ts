import { deriveKey, sharedKeys } from "@polls/config";

const purposes = {
  /** User identifiers of anonymous users. */
  userIdentifiers: "user identifiers",
  /** Client addresses, for `participant_limitation_type` = `check_ip`. */
  clientAddresses: "client addresses",
  /** E-mail addresses where they are keys of the database. */
  addresses: sharedKeys.addresses,
  /** Codes of invitations. */
  invitations: sharedKeys.invitations,
  /** Addresses of original files. */
  fileLinks: "file links",
  /** Tokens of links in mails, which the mail worker derives again (ADR 0010). */
  mailLinks: sharedKeys.mailLinks,
  /** Secrets of webhooks, which the webhook worker derives again (ADR 0014). */
  webhooks: sharedKeys.webhooks,
} as const;

/** One key for each purpose, so that no signature is valid for another purpose. */
export type DerivedKeys = Readonly<Record<keyof typeof purposes, string>>;

/** Derives every key of the gateway from the deployment's one secret (HKDF, SHA-256). */
export function deriveKeys(secret: string): DerivedKeys {
  const keyFor = (purpose: string) => deriveKey(secret, purpose);
  return {
    userIdentifiers: keyFor(purposes.userIdentifiers),
    clientAddresses: keyFor(purposes.clientAddresses),
    addresses: keyFor(purposes.addresses),
    invitations: keyFor(purposes.invitations),
    fileLinks: keyFor(purposes.fileLinks),
    mailLinks: keyFor(purposes.mailLinks),
    webhooks: keyFor(purposes.webhooks),
  };
}
