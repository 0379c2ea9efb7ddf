/** How many days the service keeps what it deletes by itself (docs/privacy.md#what-the-service-deletes-by-itself). */
export const keptDays = {
  unconfirmed_addresses: 30,
  denied_requests: 30,
  account_sessions: 30,
  member_invitations: 7,
  freed_hashes: 90,
  webhook_deliveries: 3,
  merged_votes: 1,
  stored_responses: 1,
  mail_counts: 1,
} as const satisfies Readonly<Record<string, number>>;

export type KeptForDays = keyof typeof keptDays;
