import type { ErrorCode } from "@polls/client";

/** Codes that only programs get. If a page gets one, it has a defect, and shows that something failed. */
type OfPrograms =
  | "bad_request"
  | "malformed_json"
  | "method_not_allowed"
  | "request_timeout"
  | "idempotency_key_in_use"
  | "idempotency_key_reused"
  | "unsupported_media_type"
  | "headers_too_large"
  | "internal_error"
  | "invalid_ticket"
  | "no_count"
  | "place_given_up"
  | "insufficient_scope"
  | "forbidden"
  | "user_identifier_required"
  | "bad_signature"
  | "bad_body"
  | "bad_event"
  | "connect_unavailable"
  | "only_whole"
  | "email_taken"
  | "provider_sign_in_only";

/** The codes that comments have words for. */
export type CommentCode =
  | "comments_not_allowed"
  | "address_not_confirmed"
  | "comment_limit_reached"
  | "too_many_comments";

/** Codes that only the page to continue on another device gets. It has words of its own. */
export type DeviceCode = "link_mails_used_up" | "too_many_link_mails";

/** All missing objects have one sentence. The problems of `invalid` are shown at their fields. */
type Unnamed =
  | OfPrograms
  | CommentCode
  | DeviceCode
  | Extract<ErrorCode, `${string}_not_found`>
  | "poll_taken_down"
  | "poll_locked"
  | "maintenance"
  | "invalid";

type OfAdmins =
  | "already_member"
  | "owners_only"
  | "last_owner"
  | "webhook_limit_reached"
  | "webhook_address_taken"
  | "organization_limit_reached"
  | "recent_sign_in_required"
  | "webhook_switched_off"
  | "too_many_deliveries"
  | "not_refundable"
  | "too_many_votes"
  | "member_hash_taken"
  | "account_blocked"
  | "poll_quota_reached"
  | "owner_only"
  | "has_paid_votes"
  | "payments_not_allowed"
  | "payments_unavailable"
  | "used_in_branching"
  | "branching_looks_ahead"
  | "not_mergeable"
  | "option_merged"
  | "merge_final"
  | "option_decided"
  | "invitation_used"
  | "already_invited"
  | "too_many_invitations"
  | "too_many_reminders"
  | "reminded_recently"
  | "all_answered"
  | "too_many_passwords"
  | "token_limit_reached"
  | "passkey_limit_reached"
  | "passkey_unusable"
  | "passkey_refused"
  | "two_factors_required";

type OfVisitors =
  | "poll_password_required"
  | "poll_password_wrong"
  | "host_not_allowed"
  | "too_many_password_failures"
  | "voting_not_allowed"
  | "voting_not_started"
  | "submission_not_started"
  | "submission_ended"
  | "new_options_not_allowed"
  | "already_submitted"
  | "not_yours"
  | "new_rows_not_allowed"
  | "provider_sign_in_required"
  | "already_participating"
  | "address_already_participating"
  | "invitation_required"
  | "invitation_invalid"
  | "too_many_participants"
  | "waiting_for_place"
  | "jury_only"
  | "own_option"
  | "option_not_votable"
  | "option_not_open"
  | "not_on_offer"
  | "already_voted"
  | "rank_taken"
  | "vote_limit_per_voter_reached"
  | "limit_per_option_reached"
  | "opt_in_pending"
  | "vote_lowered"
  | "purchase_too_small"
  | "purchase_too_large"
  | "voting_wallet"
  | "too_many_streams";

/** The codes that a page of participants has words for. A new code belongs here or into a list above. */
export type VisitorCode = Exclude<ErrorCode, Unnamed | OfAdmins>;

/** The codes that a page of an account has words for. */
export type AdminCode = Exclude<ErrorCode, Unnamed | OfVisitors>;
