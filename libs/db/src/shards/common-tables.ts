/**
 * The tables of accounts, organizations and the whole service. All shards share them, in the schema `public`
 * (docs/adr/0035-polls-live-on-shelves.md). All other tables belong to polls, and each shard has its own copy.
 */
export const commonTables = [
  "accounts",
  "account_sessions",
  "api_tokens",
  "named_tokens",
  "passkeys",
  "connected_accounts",
  "audit_entries",
  "service_states",
  "sign_up_invitations",
  "organizations",
  "organization_members",
  "stored_keys",
  "deployments",
  "suppressed_addresses",
  "shelves",
  "poll_addresses",
  "freed_hashes",
  "mail_counts",
  "webhooks",
  "admin_hash_renewals",
] as const;
