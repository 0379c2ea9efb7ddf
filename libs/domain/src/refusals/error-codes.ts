/** The meaning of an error `code` (docs/reference/errors.md#codes). */
interface ErrorFacts {
  readonly area: ErrorArea;
  readonly status: number;
  /** When the code is sent, as the end of "sent when …". */
  readonly when: string;
  /** What the client should do, as a sentence. */
  readonly remedy: string;
}

/** The tables of the catalog in order. */
export const errorAreas = [
  "requests",
  "access",
  "polls",
  "options",
  "files",
  "participants",
  "votes",
  "payments",
  "accounts",
] as const;
export type ErrorArea = (typeof errorAreas)[number];

const notFound = (area: ErrorArea, noun: string) =>
  ({
    area,
    status: 404,
    when: `the ${noun} is unknown, deleted or hidden`,
    remedy: "Treat it as absent.",
  }) as const;

/**
 * Every `code` of error responses. The catalogs of the reference and of the OpenAPI document are
 * generated from it. A missing code is a compile error.
 */
export const errorCodes = {
  bad_request: {
    area: "requests",
    status: 400,
    when: "the request, URL, header, form or body is malformed or incomplete, or the body arrives too slowly",
    remedy: "Correct the request; `error` says what is wrong.",
  },
  malformed_json: {
    area: "requests",
    status: 400,
    when: "the body is not valid JSON",
    remedy: "Send JSON in UTF-8.",
  },
  method_not_allowed: {
    area: "requests",
    status: 405,
    when: "the path does not have this method; `Allow` lists its methods",
    remedy: "Use one of them.",
  },
  request_timeout: {
    area: "requests",
    status: 408,
    when: "the headers of the request arrived too slowly",
    remedy: "Send the request again.",
  },
  idempotency_key_in_use: {
    area: "requests",
    status: 409,
    when: "a request with the same `Idempotency-Key` is running",
    remedy: "Wait a second and send the same request again.",
  },
  too_large: {
    area: "requests",
    status: 413,
    when: "the body, a field, a form or a file is above a [hard cap](media.md#hard-caps)",
    remedy: "Send less, or a smaller file.",
  },
  unsupported_media_type: {
    area: "requests",
    status: 415,
    when: "the endpoint expects another `Content-Type`",
    remedy: "Send `application/json`, or a form if the endpoint accepts files.",
  },
  invalid: {
    area: "requests",
    status: 422,
    when: "the body or the query has wrong values; `errors` names them",
    remedy: "Show the sentences beside their fields.",
  },
  idempotency_key_reused: {
    area: "requests",
    status: 422,
    when: "the `Idempotency-Key` was used with another body",
    remedy: "Use a new key for each new request.",
  },
  rate_limited: {
    area: "requests",
    status: 429,
    when: "a [rate limit](requests.md#rate-limits) is reached",
    remedy: "Wait as long as `Retry-After` says.",
  },
  headers_too_large: {
    area: "requests",
    status: 431,
    when: "the headers are too large, or too many",
    remedy: "Send less than 16 KiB of headers, and at most 100.",
  },
  internal_error: {
    area: "requests",
    status: 500,
    when: "the service has a defect",
    remedy: "Report the `request_id` to the operator; a retry may fail again.",
  },
  unavailable: {
    area: "requests",
    status: 503,
    when: "the database, the storage or the payment provider is not available, too many [requests](requests.md#overload), votes or [passwords](access.md#password-budgets) are waiting, or too many streams or uploads are open",
    remedy:
      "Wait as long as `Retry-After` says, and send the same request with its `Idempotency-Key` again.",
  },
  maintenance: {
    area: "requests",
    status: 503,
    when: "a request that changes something arrives during [maintenance](requests.md#maintenance); `error` has the operator's sentence",
    remedy:
      "Show the sentence; wait as long as `Retry-After` says, and send the same request again.",
  },

  invalid_ticket: {
    area: "access",
    status: 401,
    when: "the ticket in the URL of a stream is unknown, older than 60 seconds or of another poll",
    remedy: "Get a new ticket.",
  },
  insufficient_scope: {
    area: "access",
    status: 401,
    when: "the scope of the token does not include the request",
    remedy: "Use a token with the scope that `error` names.",
  },
  unauthorized: {
    area: "access",
    status: 401,
    when: "the token is missing or not valid, a private token is required, or the account has no access to the organization",
    remedy: "Use a valid token of the right kind; have the user sign in again.",
  },
  poll_password_required: {
    area: "access",
    status: 401,
    when: "the [poll password](access.md#poll-password) is missing",
    remedy: "Ask the user, and send it in `X-SERVICE-POLL-PASSWORD`.",
  },
  poll_password_wrong: {
    area: "access",
    status: 401,
    when: "the [poll password](access.md#poll-password) is wrong",
    remedy: "Ask the user again.",
  },
  host_not_allowed: {
    area: "access",
    status: 401,
    when: "the `Origin` is not in the [allowed hosts](access.md#allowed-hosts) of the poll",
    remedy: "Add the host to `allowed_hosts`, or use another page.",
  },
  forbidden: {
    area: "access",
    status: 403,
    when: "a vote is cast with a participant of another user, or the caller may not delete the participant; the response has no body",
    remedy: "Use a participant of the caller.",
  },
  account_blocked: {
    area: "access",
    status: 403,
    when: "an operator has [blocked](access.md#blocked-accounts) the account of the token",
    remedy: "Tell the user to ask the operator.",
  },
  poll_locked: {
    area: "access",
    status: 403,
    when: "a poll is changed or voted in whose owner is [blocked](access.md#blocked-accounts)",
    remedy: "Show the poll without its forms.",
  },
  too_many_password_failures: {
    area: "access",
    status: 429,
    when: "too many wrong passwords came from one address or for one poll ([budgets](access.md#password-budgets))",
    remedy:
      "Wait as long as `Retry-After` says; until then the correct password usually fails too.",
  },
  too_many_passwords: {
    area: "access",
    status: 429,
    when: "an account or a poll sets too many [passwords](access.md#password-budgets)",
    remedy: "Wait as long as `Retry-After` says.",
  },
  page_not_found: {
    area: "access",
    status: 404,
    when: "the URL or file does not exist, or the results are hidden from the caller",
    remedy: "Check the URL; show no results.",
  },

  poll_not_found: notFound("polls", "poll"),
  no_count: {
    area: "polls",
    status: 404,
    when: "the poll has no [count](results.md#count): it has no `counting_method`, or too many options or votes",
    remedy: "Show the ratings of the options.",
  },
  poll_taken_down: {
    area: "polls",
    status: 410,
    when: "an operator has [taken the poll down](polls.md#taken-down-polls); `reason` says why",
    remedy: "Show the reason; treat the poll as absent.",
  },
  poll_quota_reached: {
    area: "polls",
    status: 422,
    when: "the owner has as many polls as the operator [allows](accounts.md#quotas)",
    remedy: "Tell the user; the owner deletes polls, or asks the operator for more.",
  },
  member_hash_taken: {
    area: "polls",
    status: 422,
    when: "the chosen `member_hash` is taken, or [stays with another owner](polls.md#addresses)",
    remedy: "Choose another one.",
  },
  owner_only: {
    area: "polls",
    status: 422,
    when: "an admin other than the [owner](access.md#poll-owner) replaces the admin hash or changes `delete_after_days`",
    remedy: "Let the owner do it.",
  },
  has_paid_votes: {
    area: "polls",
    status: 422,
    when: "an admin other than the owner deletes a poll with a [voting wallet](payments.md#voting-wallet) and paid votes or participation fees",
    remedy: "Let the owner delete it.",
  },
  payments_not_allowed: {
    area: "polls",
    status: 422,
    when: "the account sets a fee, a price or a donation without the capability [`can_take_payments`](accounts.md#capabilities)",
    remedy: "Ask the operator for the capability.",
  },
  payments_unavailable: {
    area: "polls",
    status: 422,
    when: "the poll asks for money, and the deployment has [no provider](payments.md#without-a-provider)",
    remedy: "Leave out fees, or ask the operator.",
  },
  poll_closed: {
    area: "polls",
    status: 422,
    when: "the poll is [closed](polls.md#closed-polls)",
    remedy: "Tell the user; an admin can open the poll again.",
  },
  voting_not_allowed: {
    area: "polls",
    status: 422,
    when: "the poll has `allow_voting` off",
    remedy: "Hide the form for votes.",
  },
  voting_not_started: {
    area: "polls",
    status: 422,
    when: "`start_date_voting` is in the future",
    remedy: "Try again from that moment on.",
  },

  option_not_found: notFound("options", "option"),
  merge_not_found: notFound("options", "merge"),
  decision_not_found: notFound("polls", "decision"),
  calendar_not_found: notFound("polls", "calendar"),
  submission_not_started: {
    area: "options",
    status: 422,
    when: "`start_date_submission` is in the future",
    remedy: "Try again from that moment on.",
  },
  submission_ended: {
    area: "options",
    status: 422,
    when: "`deadline_submission` has passed",
    remedy: "Hide the form for options.",
  },
  new_options_not_allowed: {
    area: "options",
    status: 422,
    when: "the poll does not let members create options",
    remedy: "Hide the form for options.",
  },
  admins_only: {
    area: "options",
    status: 422,
    when: "only admins may add options here, or only owners and admins of the organization may do this",
    remedy: "Use the access of an admin.",
  },
  user_identifier_required: {
    area: "options",
    status: 422,
    when: "the new option or participant needs an owner, and the caller has a public token without an identifier",
    remedy: "Send `X-SERVICE-USER-IDENTIFIER`.",
  },
  option_limit_reached: {
    area: "options",
    status: 422,
    when: "`option_limit` is used up",
    remedy: "Let the user delete an option first.",
  },
  already_submitted: {
    area: "options",
    status: 422,
    when: "the caller has already submitted a drawing or a file here",
    remedy: "Change that one.",
  },
  not_yours: {
    area: "options",
    status: 422,
    when: "the option belongs to another user; on update and deletion",
    remedy: "Offer changes of own options only.",
  },
  has_votes: {
    area: "options",
    status: 422,
    when: "the option has votes; on update and deletion by its author",
    remedy: "Ask an admin.",
  },
  fee_paid: {
    area: "options",
    status: 422,
    when: "the submission fee of the option was paid; on deletion",
    remedy: "Archive the option instead.",
  },
  votes_paid: {
    area: "options",
    status: 422,
    when: "votes on the option were paid for; on deletion",
    remedy: "Archive the option instead.",
  },
  used_in_branching: {
    area: "options",
    status: 422,
    when: "a branching rule names the option; on deletion",
    remedy: "Change the rule first.",
  },
  branching_looks_ahead: {
    area: "options",
    status: 422,
    when: "after the move a branching rule would name a later step",
    remedy: "Change the rule first, or choose another position.",
  },
  not_mergeable: {
    area: "options",
    status: 422,
    when: "options are merged that [cannot be](options.md#merging)",
    remedy: "Offer the merge only for options that members see, in polls that allow it.",
  },
  option_merged: {
    area: "options",
    status: 422,
    when: "an option that was [merged](options.md#merging) is changed, or merged again",
    remedy: "Change the option into which it was merged, or undo the merge first.",
  },
  merge_final: {
    area: "options",
    status: 422,
    when: "a [merge](options.md#merging) is undone that is older than a day, or whose target was merged later",
    remedy: "Read the option again.",
  },
  option_decided: {
    area: "options",
    status: 422,
    when: "the date of a [decision](decisions.md) is moved, hidden, merged or deleted",
    remedy: "Choose other dates, or withdraw the decision first.",
  },

  unusable_file: {
    area: "files",
    status: 422,
    when: "the file has an unsupported format or kind, is broken, or is outside the [limits of the poll](media.md#limits-of-the-poll)",
    remedy: "Let the user choose another file; `errors.attachment` says why.",
  },

  storage_quota_reached: {
    area: "files",
    status: 422,
    when: "the file does not fit into the [storage](media.md#storage-quota) of the poll's owner",
    remedy: "Tell the user; the owner deletes files, or asks the operator for more.",
  },
  too_many_uploads: {
    area: "files",
    status: 429,
    when: "the client has too many [open uploads](requests.md#open-uploads)",
    remedy: "Finish an upload first, or wait as long as `Retry-After` says.",
  },

  participant_not_found: notFound("participants", "participant"),
  invitation_not_found: notFound("participants", "invitation"),
  new_rows_not_allowed: {
    area: "participants",
    status: 422,
    when: "the table does not accept new rows",
    remedy: "Hide the form for participants.",
  },
  already_participating: {
    area: "participants",
    status: 422,
    when: "the caller already takes part; `voter_id` is the id of the participant",
    remedy: "Continue with that participant.",
  },
  provider_sign_in_required: {
    area: "participants",
    status: 422,
    when: "the poll requires a [proof by a provider](participants.md#proof-by-a-provider), which only its pages can get",
    remedy: "Lead the user to the page of the poll.",
  },
  address_already_participating: {
    area: "participants",
    status: 422,
    when: "a participant from this client address already takes part",
    remedy: "Tell the user.",
  },
  invitation_required: {
    area: "participants",
    status: 422,
    when: "the poll requires an [invitation](participants.md#invitations)",
    remedy: "Send its code as `voter.invitation`.",
  },
  invitation_invalid: {
    area: "participants",
    status: 422,
    when: "the invitation is unknown, used or withdrawn",
    remedy: "Ask for another invitation.",
  },
  not_changeable: {
    area: "participants",
    status: 422,
    when: "an admin may not change this participant, or may not change or delete this vote",
    remedy: "Leave it to its owner.",
  },
  invitation_used: {
    area: "participants",
    status: 422,
    when: "the invitation to withdraw is already used",
    remedy: "Delete the participant instead.",
  },
  already_invited: {
    area: "participants",
    status: 422,
    when: "an address is already invited to the poll",
    remedy: "Leave out the addresses that `errors` names.",
  },
  too_many_invitations: {
    area: "participants",
    status: 429,
    when: "the account has mailed all invitations of the day",
    remedy: "Wait as long as `Retry-After` says, or create invitations without an address.",
  },
  too_many_reminders: {
    area: "participants",
    status: 422,
    when: "a poll has sent all its [reminders](participants.md#reminders)",
    remedy: "Tell the user.",
  },
  reminded_recently: {
    area: "participants",
    status: 429,
    when: "the last [reminder](participants.md#reminders) of the poll was less than 24 hours ago",
    remedy: "Wait as long as `Retry-After` says.",
  },
  all_answered: {
    area: "participants",
    status: 422,
    when: "there is no invited person to [remind](participants.md#reminders)",
    remedy: "Tell the user.",
  },
  too_many_participants: {
    area: "participants",
    status: 429,
    when: "too many participants were created from one address",
    remedy: "Wait as long as `Retry-After` says.",
  },
  opt_in_confirmed: {
    area: "participants",
    status: 422,
    when: "another mail is requested for a confirmed address",
    remedy: "Continue: the votes are cast.",
  },
  opt_in_mails_used_up: {
    area: "participants",
    status: 422,
    when: "another mail is requested for an address that has received all its mails",
    remedy: "Use another address.",
  },
  link_mails_used_up: {
    area: "participants",
    status: 422,
    when: "the personal link is requested by mail, and the participant has had all its mails",
    remedy: "Show the link to the participant instead.",
  },
  too_many_link_mails: {
    area: "participants",
    status: 429,
    when: "the personal link is requested by mail, and too many were sent in the last hour",
    remedy: "Wait as long as `Retry-After` says, or show the link instead.",
  },
  too_many_opt_in_mails: {
    area: "participants",
    status: 429,
    when: "another mail is requested, and too many were sent in the last hour",
    remedy: "Wait as long as `Retry-After` says.",
  },

  vote_not_found: notFound("votes", "vote"),
  comment_not_found: notFound("votes", "comment"),
  comments_not_allowed: {
    area: "votes",
    status: 422,
    when: "the poll does not accept comments",
    remedy: "Offer no comments; an admin may set `allow_comments`.",
  },
  address_not_confirmed: {
    area: "votes",
    status: 422,
    when: "the participant comments before it has confirmed its address",
    remedy: "Ask the user to confirm the address, then send the comment again.",
  },
  comment_limit_reached: {
    area: "votes",
    status: 422,
    when: "the option has 5,000 comments",
    remedy: "Offer no further comments on the option.",
  },
  too_many_comments: {
    area: "votes",
    status: 429,
    when: "the participant wrote 20 comments within a minute",
    remedy: "Wait as long as `Retry-After` says.",
  },
  waiting_for_place: {
    area: "votes",
    status: 422,
    when: "the participant is on the [waiting list](participants.md#places)",
    remedy: "Show `waiting_position`, and vote once `place` is `taken`.",
  },
  place_given_up: {
    area: "votes",
    status: 422,
    when: "the participant gave its [place](participants.md#places) up by a withdrawal",
    remedy: "Create another participant.",
  },
  jury_only: {
    area: "votes",
    status: 422,
    when: "the participant is not on the [jury](votes.md#jury)",
    remedy: "Hide the form for votes.",
  },
  own_option: {
    area: "votes",
    status: 422,
    when: "the option belongs to the [owner](votes.md#own-options) of the participant",
    remedy: "Offer other options.",
  },
  option_not_votable: {
    area: "votes",
    status: 422,
    when: "the option [cannot be voted on](options.md#votable-options)",
    remedy: "Vote on the options under it.",
  },
  option_not_open: {
    area: "votes",
    status: 422,
    when: "the door is not open yet",
    remedy: "Try again from its `start_date` on.",
  },
  not_on_offer: {
    area: "votes",
    status: 422,
    when: "the option is not in the [pair on offer](comparisons.md#pair-on-offer)",
    remedy: "Read the options again: the list is the pair on offer.",
  },
  already_voted: {
    area: "votes",
    status: 422,
    when: "a [vote](votes.md#one-vote-per-option) already exists; `vote_id` is its id",
    remedy: "Change that vote.",
  },
  votes_are_final: {
    area: "votes",
    status: 422,
    when: "a participant changes or withdraws a vote of a poll with [final votes](votes.md#final-votes), or takes `complete` back",
    remedy: "Show the vote without a way to change it.",
  },
  rank_taken: {
    area: "votes",
    status: 422,
    when: "another vote has the [rank](votes.md#unique-ranks)",
    remedy: "Change the other vote; this swaps the ranks.",
  },
  vote_limit_per_voter_reached: {
    area: "votes",
    status: 422,
    when: "the [limit per participant](votes.md#limit-per-participant) is used up",
    remedy: "Let the user withdraw or lower a vote first.",
  },
  limit_per_option_reached: {
    area: "votes",
    status: 422,
    when: "the [places](votes.md#places-per-option) of the option are used up",
    remedy: "Offer other options.",
  },
  opt_in_pending: {
    area: "votes",
    status: 422,
    when: "the vote is [held](opt-in.md#held-votes); `vote_id` is the id that it gets",
    remedy: "Ask the user to confirm the address; the service then casts the vote.",
  },
  vote_lowered: {
    area: "votes",
    status: 422,
    when: "a [sold vote](payments.md#sold-votes) is lowered",
    remedy: "Send the same value or a higher one.",
  },
  purchase_too_small: {
    area: "votes",
    status: 422,
    when: "the [purchase](payments.md#least-and-largest-purchase) is below the minimum; `least` is the least value",
    remedy: "Send at least that value.",
  },
  purchase_too_large: {
    area: "votes",
    status: 422,
    when: "the [purchase](payments.md#least-and-largest-purchase) is more than can be paid at once; `most` is the largest value",
    remedy: "Send at most that value; buy more once it is paid.",
  },
  payee_not_ready: {
    area: "payments",
    status: 422,
    when: "money would go to a [connected account](payments.md#connected-accounts) that cannot accept payments yet, or no longer can: in settings, purchases, and new participants and options with a fee",
    remedy: "Finish the onboarding of the account, or end it; payers try again later.",
  },
  voting_wallet: {
    area: "votes",
    status: 422,
    when: "a vote of a poll with a [voting wallet](payments.md#voting-wallet) is deleted",
    remedy: "Refund the payment instead.",
  },
  too_many_streams: {
    area: "votes",
    status: 429,
    when: "one client has too many [result streams](results.md#stream-limits)",
    remedy: "Share one stream, or wait as long as `Retry-After` says.",
  },

  payment_not_found: notFound("payments", "payment"),
  connected_account_not_found: notFound("payments", "connected account"),
  connect_unavailable: {
    area: "payments",
    status: 422,
    when: "an account requests to be [connected](payments.md#connected-accounts), and the operator has not enabled this",
    remedy: "Ask the operator; until then the operator receives the money.",
  },
  not_refundable: {
    area: "payments",
    status: 422,
    when: "nothing of the payment is left to [refund](payments.md#refunds)",
    remedy: "Read the payment again.",
  },
  too_many_votes: {
    area: "payments",
    status: 422,
    when: "more votes are refunded than are left",
    remedy: "Refund at most `credited` votes.",
  },
  only_whole: {
    area: "payments",
    status: 422,
    when: "`votes` is given for a payment that is not for votes",
    remedy: "Refund it without `votes`.",
  },
  bad_signature: {
    area: "payments",
    status: 400,
    when: "the signature of an event of the [provider](payments.md#provider-webhook) is not valid",
    remedy: "For operators: check the secret of the webhook.",
  },
  bad_body: {
    area: "payments",
    status: 400,
    when: "an event of the provider cannot be read",
    remedy: "For operators: check what the provider sends.",
  },
  bad_event: {
    area: "payments",
    status: 400,
    when: "the body from the provider is not an event",
    remedy: "For operators: check what the provider sends.",
  },

  organization_not_found: notFound("accounts", "organization"),
  member_not_found: notFound("accounts", "member"),
  token_not_found: notFound("accounts", "token"),
  session_not_found: notFound("accounts", "session"),
  passkey_not_found: notFound("accounts", "passkey"),
  webhook_not_found: notFound("accounts", "webhook"),
  delivery_not_found: notFound("accounts", "delivery"),
  owners_only: {
    area: "accounts",
    status: 422,
    when: "a member who is not an owner gives or takes the role `owner`",
    remedy: "Ask an owner.",
  },
  last_owner: {
    area: "accounts",
    status: 422,
    when: "the organization would be without an owner",
    remedy: "Make another member an owner first.",
  },
  already_member: {
    area: "accounts",
    status: 422,
    when: "the account is already a member",
    remedy: "Change the role of that member.",
  },
  email_taken: {
    area: "accounts",
    status: 422,
    when: "the address already has an account; on the command line",
    remedy: "Use another address.",
  },
  token_limit_reached: {
    area: "accounts",
    status: 422,
    when: "the account already has 50 named tokens",
    remedy: "Delete one first.",
  },
  recent_sign_in_required: {
    area: "accounts",
    status: 401,
    when: "a page requests a token or adds a passkey, and its browser has not [signed in](accounts.md#recent-sign-in) recently",
    remedy: "Sign in again, then repeat the request.",
  },
  provider_sign_in_only: {
    area: "accounts",
    status: 403,
    when: "a link to sign in or a passkey is requested, and accounts sign in only [by a provider](accounts.md#sign-in-by-a-provider)",
    remedy: "Lead the user to the page `/sign-in`.",
  },
  passkey_limit_reached: {
    area: "accounts",
    status: 422,
    when: "the account already has 20 [passkeys](accounts.md#passkeys)",
    remedy: "Remove one first.",
  },
  passkey_unusable: {
    area: "accounts",
    status: 422,
    when: "a page adds a passkey whose response is expired, used, or not made for this page",
    remedy: "Make the passkey again.",
  },
  passkey_refused: {
    area: "accounts",
    status: 401,
    when: "a page signs in with a passkey that is unknown, or whose response is expired, used, or not made for this page",
    remedy: "Sign in again, or in another way.",
  },
  two_factors_required: {
    area: "accounts",
    status: 403,
    when: "an operator changes passkeys, must prove [two factors](../operators.md#two-factors), and has not",
    remedy: "Sign in with a passkey, then repeat the request.",
  },
  organization_limit_reached: {
    area: "accounts",
    status: 422,
    when: "the account already owns 20 [organizations](organizations.md#members)",
    remedy: "Leave one first.",
  },
  webhook_limit_reached: {
    area: "accounts",
    status: 422,
    when: "there are 20 [webhooks](webhooks.md#endpoints) already",
    remedy: "Delete one first.",
  },
  webhook_address_taken: {
    area: "accounts",
    status: 422,
    when: "another [webhook](webhooks.md#endpoints) sends events of the same poll to the same address",
    remedy: "Change that one.",
  },
  webhook_switched_off: {
    area: "accounts",
    status: 422,
    when: "an event or a test is sent to a webhook that is switched off",
    remedy: "[Switch it on](webhooks.md#changing) first.",
  },
  too_many_deliveries: {
    area: "accounts",
    status: 429,
    when: "an account requests more [deliveries and tests](webhooks.md#deliveries) than its limit per minute allows",
    remedy: "Wait as long as `Retry-After` says.",
  },
} as const satisfies Readonly<Record<string, ErrorFacts>>;

export type ErrorCode = keyof typeof errorCodes;

/** The codes of an HTTP status. */
export type CodeOf<Status extends number> = {
  [Code in ErrorCode]: (typeof errorCodes)[Code]["status"] extends Status ? Code : never;
}[ErrorCode];

export const errorCodeNames = Object.keys(errorCodes) as readonly ErrorCode[];

/** The codes that responses of an HTTP status have. */
export const codesOf = (status: number): readonly ErrorCode[] =>
  errorCodeNames.filter((code) => errorCodes[code].status === status);
