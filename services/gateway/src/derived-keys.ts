import { deriveKeyRing, type KeyRing, sharedPurposes } from "@polls/config";

const purposes = {
  invitations: sharedPurposes.invitations,
  streamTickets: "stream tickets",
  // The next four sign cookies.
  visitors: "visitors of pages",
  accountSessions: "sessions of accounts",
  signInAttempts: "sign-ins by providers",
  /** Who signed in at a provider to take part. */
  persons: "persons at providers",
  pageTokens: "page tokens",
  pairOffers: "pairs of visitors",
  /** Signs the URLs of original files. */
  fileLinks: "file links",
  /** Derives the tokens of links in mails. The mail worker derives them too (ADR 0010). */
  mailLinks: sharedPurposes.mailLinks,
  /** Hides the names of counters in Redis. */
  rateLimits: "rate limits",
  /** Encrypts secrets and replies in the database. */
  stored: sharedPurposes.stored,
} as const;

/** Keys of HMACs by which rows are found: stored, because they must outlast the secret. */
const initialPurposes = {
  userIdentifiers: "user identifiers",
  clientAddresses: "client addresses",
  addresses: sharedPurposes.addresses,
} as const;

/** One key for each purpose, so that no signature is valid for another purpose. */
export type DerivedKeys = Readonly<Record<keyof typeof purposes, KeyRing>> & {
  /** The initial values of `StoredKeys`. */
  readonly initial: Readonly<Record<keyof typeof initialPurposes, KeyRing>>;
};

/** The first secret signs and encrypts; the others only check and decrypt. */
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
