/** What erasing a person does with a column (docs/operators.md#data-of-one-person). */
type Treatment =
  /** The row is deleted. */
  | "deleted"
  /** The value is emptied or replaced, and the row stays. */
  | "cleared"
  /** A keyed hash or a token, which tells nothing without a key. */
  | "hash";

/** Columns that may have personal data. One that is neither here nor below fails a test. */
export const personalColumns: Readonly<Record<string, Readonly<Record<string, Treatment>>>> = {
  accounts: { email: "cleared", name: "cleared" },
  account_sessions: { digest: "deleted", browser: "deleted", provider: "deleted" },
  passkeys: { name: "deleted", host: "deleted", credential_id: "deleted", public_key: "deleted" },
  sign_up_invitations: { address: "deleted" },
  api_tokens: { digest: "deleted", last_four: "deleted" },
  named_tokens: { name: "deleted", digest: "deleted", last_four: "deleted" },
  organizations: { name: "cleared" },
  polls: { creator_name: "cleared", creator_email: "cleared" },
  options: {
    owner_key: "cleared",
    content: "cleared",
    subtitle: "cleared",
    description: "cleared",
    author_name: "cleared",
    info_link: "cleared",
    info_link_title: "cleared",
    tags: "cleared",
    youtube_id: "cleared",
    vimeo_id: "cleared",
    data: "cleared",
    additional_attributes: "cleared",
    state_change_message: "cleared",
    // Only its translations: votes depend on the others.
    settings: "cleared",
  },
  attachments: {
    storage_key: "deleted",
    file_name: "deleted",
    metadata: "deleted",
    sha256: "deleted",
    thumbhash: "deleted",
  },
  derivatives: { storage_key: "deleted" },
  participants: {
    owner_key: "cleared",
    user_name: "cleared",
    additional_attributes: "cleared",
    optin_email: "cleared",
    address_key: "cleared",
  },
  linked_visitors: { visitor_key: "hash" },
  votes: { text: "cleared" },
  held_votes: { text: "deleted" },
  merged_votes: { removed: "deleted" },
  comments: { content: "deleted" },
  invitations: { email: "cleared" },
  payments: { subject: "cleared" },
  mails: { address: "deleted", problem: "deleted" },
  opt_ins: { address: "deleted", token_digest: "deleted", requester_key: "deleted" },
  creator_links: { address: "deleted", token_digest: "deleted" },
  member_invitations: { token_digest: "deleted" },
  sign_ins: { token_digest: "deleted", return_path: "deleted" },
  sign_in_drafts: { title: "deleted", body: "deleted" },
  suppressed_addresses: { address: "deleted", reason: "deleted" },
  webhooks: { url: "cleared", secret: "cleared", previous_secret: "cleared" },
  webhook_deliveries: { problem: "deleted", slot_url: "deleted" },
  abuse_reports: { reporter_key: "hash" },
  mail_counts: { subject: "hash" },
  invited_addresses: { address_key: "hash" },
  invitation_opt_outs: { address_key: "hash" },
};

/** Why personal columns are not in the export of a person. All others are. */
export const notExported: Readonly<Record<string, string>> = {
  "passkeys.credential_id": "secret",
  "passkeys.public_key": "a key, of no use elsewhere",
  "attachments.sha256": "made from the file",
  "attachments.thumbhash": "made from the file",
  "participants.address_key": "made from the address",
  "opt_ins.requester_key": "a keyed hash",
  "webhooks.secret": "secret",
  "webhooks.previous_secret": "secret",
  "webhook_deliveries.problem": "what the server of the webhook answered",
  "webhook_deliveries.slot_url": "the address of the webhook again",
};

/** All other columns of these types, by table, separated by blanks: ids, kinds, states, texts of owners and of the service. */
export const otherColumns: Readonly<Record<string, string>> = {
  accounts: "public_id blocked_reason",
  // Accounts and polls by their ids, and reasons that operators give.
  audit_entries: "via action subject reason details",
  // What readers say about a poll. Nothing tells who they are.
  abuse_reports: "text",
  service_states: "maintenance_sentence announcement",
  api_tokens: "kind",
  member_invitations: "role",
  named_tokens: "public_id kind scope",
  passkeys: "public_id",
  sign_in_drafts: "request_key organization_public_id",
  organizations: "public_id",
  organization_members: "role provider",
  polls:
    "member_hash admin_hash type title description location language status password_hash settings voting_categories taken_down_reason",
  shelves: "name",
  poll_addresses: "hash",
  freed_hashes: "hash owner",
  poll_counts: "owner",
  options: "public_id type state approval_state drawing_type input_type location_type",
  attachments: "kind content_type processing_error",
  upload_rounds: "queue",
  derivatives: "name content_type",
  // What every page of the poll shows.
  link_pictures: "source title brand color storage_key",
  participants: "public_id place",
  votes: "public_id type",
  held_votes: "public_id type",
  merged_votes: "public_id",
  option_merges: "comment_ids",
  decided_dates: "uid",
  comments: "public_id approval_state",
  // What the organizer writes to all whom a request invites.
  invitations: "public_id code_digest message",
  reminders: "message",
  mails: "kind nonce language state fault",
  poll_notices: "kind",
  // Numbers and ids of options.
  kept_counts: "settings fingerprint figures",
  kept_rankings: "settings figures",
  payments: "public_id token kind vote_public_id poll_title currency state rejection",
  checkouts: "state session_id payment_intent_id url destination",
  connected_accounts: "token country state provider_account_id link_url refusal language",
  refunds: "public_id reason state provider_refund_id failure",
  payment_entries: "before after reason",
  provider_events: "id type object_id payment_ref intent_id",
  webhooks: "public_id events switched_off_because",
  webhook_events: "public_id type poll_hash subject_id subject_ids",
  webhook_deliveries: "public_id state",
  webhook_paces: "owner site",
  webhook_watches: "mark",
  webhook_cursors: "kind position",
  // Jobs have ids only. Kept responses are encrypted, and deleted after 24 hours.
  outbox: "job payload request_id traceparent last_error",
  finished_jobs: "job payload request_id",
  idempotency_keys: "scope fingerprint sealed resource body",
  stored_keys: "name sealed",
};
