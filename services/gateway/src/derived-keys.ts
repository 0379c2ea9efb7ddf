import { deriveKeyRing, type KeyRing, sharedKeys } from "@polls/config";

const purposes = {
  /** Codes of invitations. */
  invitations: sharedKeys.invitations,
  /** Tickets in addresses of streams. */
  streamTickets: "stream tickets",
  /** Cookies of visitors. */
  visitors: "visitors of pages",
  /** Cookies of accounts that are signed in. */
  accountSessions: "sessions of accounts",
  /** Tokens of pages. */
  pageTokens: "page tokens",
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

/** Keys of HMACs that rows are found by. They are stored, because they must outlast the secret that they come from. */
const initialPurposes = {
  userIdentifiers: "user identifiers",
  clientAddresses: "client addresses",
  addresses: sharedKeys.addresses,
} as const;

/** The keys of each purpose, so that no signature is valid for another purpose. */
export type DerivedKeys = Readonly<Record<keyof typeof purposes, KeyRing>> & {
  /** What `StoredKeys` begin as. */
  readonly initial: Readonly<Record<keyof typeof initialPurposes, KeyRing>>;
};

/** Derives every key of the gateway from the secrets of the deployment, of which the first one signs. */
export const deriveKeys = (secrets: readonly string[]): DerivedKeys => ({
  ...deriveEach(secrets, purposes),
  initial: deriveEach(secrets, initialPurposes),
});

const deriveEach = <Name extends string>(
  secrets: readonly string[],
  wanted: Readonly<Record<Name, string>>,
): Readonly<Record<Name, KeyRing>> =>
  Object.fromEntries(
    Object.entries<string>(wanted).map(([name, purpose]) => [
      name,
      deriveKeyRing(secrets, purpose),
    ]),
  ) as Record<Name, KeyRing>;
