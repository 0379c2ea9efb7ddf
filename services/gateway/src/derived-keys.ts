import { deriveKeyRing, type KeyRing, sharedKeys } from "@polls/config";

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
  /** First secrets of webhooks, which the webhook worker derives again (ADR 0014). */
  webhooks: sharedKeys.webhooks,
  /** Names of counters in Redis. */
  rateLimits: "rate limits",
  /** Secrets and answers in the database. */
  stored: sharedKeys.stored,
} as const;

type Purpose = keyof typeof purposes;

/** The keys of each purpose, so that no signature is valid for another purpose. */
export type DerivedKeys = Readonly<Record<Purpose, KeyRing>>;

/** Derives every key of the gateway from the secrets of the deployment, of which the first one signs. */
export const deriveKeys = (secrets: readonly string[]): DerivedKeys =>
  Object.fromEntries(
    Object.entries(purposes).map(([name, purpose]) => [name, deriveKeyRing(secrets, purpose)]),
  ) as Record<Purpose, KeyRing>;
