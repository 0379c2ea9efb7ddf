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

const ARROW = " → ";
/** When a code is sent, as the end of "sent when …", and behind an arrow what the client should do, as a sentence. */
type Meaning = `${string}${typeof ARROW}${string}`;

/** The codes of an area that are sent with an HTTP status. */
const inArea = <const Area extends ErrorArea, const Status extends number, Code extends string>(
  area: Area,
  status: Status,
  codes: Readonly<Record<Code, Meaning>>,
) =>
  Object.fromEntries(
    Object.entries<Meaning>(codes).map(([code, meaning]) => {
      const [when, remedy] = meaning.split(ARROW);
      return [code, { area, status, when, remedy }];
    }),
  ) as Readonly<Record<Code, { area: Area; status: Status; when: string; remedy: string }>>;

const absent = (noun: string): Meaning =>
  `the ${noun} is unknown, deleted or hidden → Treat it as absent.`;

/** Every `code` of errors (docs/reference/errors.md#codes), also in the reference and in the OpenAPI document. */
export const errorCodes = {
  ...inArea("requests", 400, {
    bad_request:
      "the request, URL, header, form or body is malformed or incomplete, or the body arrives too slowly → Correct the request; `error` says what is wrong.",
    malformed_json: "the body is not valid JSON → Send JSON in UTF-8.",
  }),
  ...inArea("requests", 405, {
    method_not_allowed:
      "the path does not have this method; `Allow` lists its methods → Use one of them.",
  }),
  ...inArea("requests", 408, {
    request_timeout: "the headers of the request arrived too slowly → Send the request again.",
  }),
  ...inArea("requests", 409, {
    idempotency_key_in_use:
      "a request with the same `Idempotency-Key` is running → Wait a second and send the same request again.",
  }),
  ...inArea("requests", 413, {
    too_large:
      "the body, a field, a form or a file is above a [hard cap](media.md#hard-caps) → Send less, or a smaller file.",
  }),
  ...inArea("requests", 415, {
    unsupported_media_type:
      "the endpoint expects another `Content-Type` → Send `application/json`, or a form if the endpoint accepts files.",
  }),
  ...inArea("requests", 422, {
    invalid:
      "the body or the query has wrong values; `errors` names them → Show the sentences beside their fields.",
    idempotency_key_reused:
      "the `Idempotency-Key` was used with another body → Use a new key for each new request.",
  }),
  ...inArea("requests", 429, {
    rate_limited:
      "a [rate limit](requests.md#rate-limits) is reached → Wait as long as `Retry-After` says.",
  }),
  ...inArea("requests", 431, {
    headers_too_large:
      "the headers are too large, or too many → Send less than 16 KiB of headers, and at most 100.",
  }),
  ...inArea("requests", 500, {
    internal_error:
      "the service has a defect → Report the `request_id` to the operator; a retry may fail again.",
  }),
  ...inArea("requests", 503, {
    unavailable:
      "the database, the storage or the payment provider is not available, too many [requests](requests.md#overload), votes or [passwords](access.md#password-budgets) are waiting, or too many streams or uploads are open → Wait as long as `Retry-After` says, and send the same request with its `Idempotency-Key` again.",
    maintenance:
      "a request that changes something arrives during [maintenance](requests.md#maintenance); `error` has the operator's sentence → Show the sentence; wait as long as `Retry-After` says, and send the same request again.",
  }),
  ...inArea("access", 401, {
    invalid_ticket:
      "the ticket in the URL of a stream is unknown, older than 60 seconds or of another poll → Get a new ticket.",
    insufficient_scope:
      "the scope of the token does not include the request → Use a token with the scope that `error` names.",
    unauthorized:
      "the token is missing or not valid, a private token is required, or the account has no access to the organization → Use a valid token of the right kind; have the user sign in again.",
    poll_password_required:
      "the [poll password](access.md#poll-password) is missing → Ask the user, and send it in `X-SERVICE-POLL-PASSWORD`.",
    poll_password_wrong:
      "the [poll password](access.md#poll-password) is wrong → Ask the user again.",
    host_not_allowed:
      "the `Origin` is not in the [allowed hosts](access.md#allowed-hosts) of the poll → Add the host to `allowed_hosts`, or use another page.",
  }),
  ...inArea("access", 403, {
    forbidden:
      "a vote is cast with a participant of another user, or the caller may not delete the participant; the response has no body → Use a participant of the caller.",
    account_blocked:
      "an operator has [blocked](access.md#blocked-accounts) the account of the token → Tell the user to ask the operator.",
    poll_locked:
      "a poll is changed or voted in whose owner is [blocked](access.md#blocked-accounts) → Show the poll without its forms.",
  }),
  ...inArea("access", 429, {
    too_many_password_failures:
      "too many wrong passwords came from one address or for one poll ([budgets](access.md#password-budgets)) → Wait as long as `Retry-After` says; until then the correct password usually fails too.",
    too_many_passwords:
      "an account or a poll sets too many [passwords](access.md#password-budgets) → Wait as long as `Retry-After` says.",
  }),
  ...inArea("access", 404, {
    page_not_found:
      "the URL or file does not exist, or the results are hidden from the caller → Check the URL; show no results.",
  }),
  ...inArea("polls", 404, {
    poll_not_found: absent("poll"),
    no_count:
      "the poll has no [count](results.md#count): it has no `counting_method`, or too many options or votes → Show the ratings of the options.",
  }),
  ...inArea("polls", 410, {
    poll_taken_down:
      "an operator has [taken the poll down](polls.md#taken-down-polls); `reason` says why → Show the reason; treat the poll as absent.",
  }),
  ...inArea("polls", 422, {
    poll_quota_reached:
      "the owner has as many polls as the operator [allows](accounts.md#quotas) → Tell the user; the owner deletes polls, or asks the operator for more.",
    member_hash_taken:
      "the chosen `member_hash` is taken, or [stays with another owner](polls.md#addresses) → Choose another one.",
    owner_only:
      "an admin other than the [owner](access.md#poll-owner) replaces the admin hash or changes `delete_after_days` → Let the owner do it.",
    has_paid_votes:
      "an admin other than the owner deletes a poll with a [voting wallet](payments.md#voting-wallet) and paid votes or participation fees → Let the owner delete it.",
    payments_not_allowed:
      "the account sets a fee, a price or a donation without the capability [`can_take_payments`](accounts.md#capabilities) → Ask the operator for the capability.",
    payments_unavailable:
      "the poll asks for money, and the deployment has [no provider](payments.md#without-a-provider) → Leave out fees, or ask the operator.",
    poll_closed:
      "the poll is [closed](polls.md#closed-polls) → Tell the user; an admin can open the poll again.",
    voting_not_allowed: "the poll has `allow_voting` off → Hide the form for votes.",
    voting_not_started: "`start_date_voting` is in the future → Try again from that moment on.",
  }),
  ...inArea("options", 404, {
    option_not_found: absent("option"),
    merge_not_found: absent("merge"),
  }),
  ...inArea("polls", 404, {
    decision_not_found: absent("decision"),
    calendar_not_found: absent("calendar"),
  }),
  ...inArea("options", 422, {
    submission_not_started:
      "`start_date_submission` is in the future → Try again from that moment on.",
    submission_ended: "`deadline_submission` has passed → Hide the form for options.",
    new_options_not_allowed:
      "the poll does not let members create options → Hide the form for options.",
    admins_only:
      "only admins may add options here, or only owners and admins of the organization may do this → Use the access of an admin.",
    user_identifier_required:
      "the new option or participant needs an owner, and the caller has a public token without an identifier → Send `X-SERVICE-USER-IDENTIFIER`.",
    option_limit_reached: "`option_limit` is used up → Let the user delete an option first.",
    already_submitted:
      "the caller has already submitted a drawing or a file here → Change that one.",
    not_yours:
      "the option belongs to another user; on update and deletion → Offer changes of own options only.",
    has_votes: "the option has votes; on update and deletion by its author → Ask an admin.",
    fee_paid:
      "the submission fee of the option was paid; on deletion → Archive the option instead.",
    votes_paid: "votes on the option were paid for; on deletion → Archive the option instead.",
    used_in_branching: "a branching rule names the option; on deletion → Change the rule first.",
    branching_looks_ahead:
      "after the move a branching rule would name a later step → Change the rule first, or choose another position.",
    not_mergeable:
      "options are merged that [cannot be](options.md#merging) → Offer the merge only for options that members see, in polls that allow it.",
    option_merged:
      "an option that was [merged](options.md#merging) is changed, or merged again → Change the option into which it was merged, or undo the merge first.",
    merge_final:
      "a [merge](options.md#merging) is undone that is older than a day, or whose target was merged later → Read the option again.",
    option_decided:
      "the date of a [decision](decisions.md) is moved, hidden, merged or deleted → Choose other dates, or withdraw the decision first.",
  }),
  ...inArea("files", 422, {
    unusable_file:
      "the file has an unsupported format or kind, is broken, or is outside the [limits of the poll](media.md#limits-of-the-poll) → Let the user choose another file; `errors.attachment` says why.",
    storage_quota_reached:
      "the file does not fit into the [storage](media.md#storage-quota) of the poll's owner → Tell the user; the owner deletes files, or asks the operator for more.",
  }),
  ...inArea("files", 429, {
    too_many_uploads:
      "the client has too many [open uploads](requests.md#open-uploads) → Finish an upload first, or wait as long as `Retry-After` says.",
  }),
  ...inArea("participants", 404, {
    participant_not_found: absent("participant"),
    invitation_not_found: absent("invitation"),
  }),
  ...inArea("participants", 422, {
    new_rows_not_allowed: "the table does not accept new rows → Hide the form for participants.",
    already_participating:
      "the caller already takes part; `voter_id` is the id of the participant → Continue with that participant.",
    provider_sign_in_required:
      "the poll requires a [proof by a provider](participants.md#proof-by-a-provider), which only its pages can get → Lead the user to the page of the poll.",
    address_already_participating:
      "a participant from this client address already takes part → Tell the user.",
    invitation_required:
      "the poll requires an [invitation](participants.md#invitations) → Send its code as `voter.invitation`.",
    invitation_invalid:
      "the invitation is unknown, used or withdrawn → Ask for another invitation.",
    not_changeable:
      "an admin may not change this participant, or may not change or delete this vote → Leave it to its owner.",
    invitation_used: "the invitation to withdraw is already used → Delete the participant instead.",
    already_invited:
      "an address is already invited to the poll → Leave out the addresses that `errors` names.",
  }),
  ...inArea("participants", 429, {
    too_many_invitations:
      "the account has mailed all invitations of the day → Wait as long as `Retry-After` says, or create invitations without an address.",
  }),
  ...inArea("participants", 422, {
    too_many_reminders:
      "a poll has sent all its [reminders](participants.md#reminders) → Tell the user.",
  }),
  ...inArea("participants", 429, {
    reminded_recently:
      "the last [reminder](participants.md#reminders) of the poll was less than 24 hours ago → Wait as long as `Retry-After` says.",
  }),
  ...inArea("participants", 422, {
    all_answered:
      "there is no invited person to [remind](participants.md#reminders) → Tell the user.",
  }),
  ...inArea("participants", 429, {
    too_many_participants:
      "too many participants were created from one address → Wait as long as `Retry-After` says.",
  }),
  ...inArea("participants", 422, {
    opt_in_confirmed:
      "another mail is requested for a confirmed address → Continue: the votes are cast.",
    opt_in_mails_used_up:
      "another mail is requested for an address that has received all its mails → Use another address.",
    link_mails_used_up:
      "the personal link is requested by mail, and the participant has had all its mails → Show the link to the participant instead.",
  }),
  ...inArea("participants", 429, {
    too_many_link_mails:
      "the personal link is requested by mail, and too many were sent in the last hour → Wait as long as `Retry-After` says, or show the link instead.",
    too_many_opt_in_mails:
      "another mail is requested, and too many were sent in the last hour → Wait as long as `Retry-After` says.",
    too_many_opt_ins:
      "the account, or the client in its polls, has caused all [opt-in mails](mails.md#quotas) of the day → Wait as long as `Retry-After` says.",
  }),
  ...inArea("votes", 404, {
    vote_not_found: absent("vote"),
    comment_not_found: absent("comment"),
  }),
  ...inArea("votes", 422, {
    comments_not_allowed:
      "the poll does not accept comments → Offer no comments; an admin may set `allow_comments`.",
    address_not_confirmed:
      "the participant comments before it has confirmed its address → Ask the user to confirm the address, then send the comment again.",
    comment_limit_reached:
      "the option has 5,000 comments → Offer no further comments on the option.",
  }),
  ...inArea("votes", 429, {
    too_many_comments:
      "the participant wrote 20 comments within a minute → Wait as long as `Retry-After` says.",
  }),
  ...inArea("votes", 422, {
    waiting_for_place:
      "the participant is on the [waiting list](participants.md#places) → Show `waiting_position`, and vote once `place` is `taken`.",
    place_given_up:
      "the participant gave its [place](participants.md#places) up by a withdrawal → Create another participant.",
    jury_only: "the participant is not on the [jury](votes.md#jury) → Hide the form for votes.",
    own_option:
      "the option belongs to the [owner](votes.md#own-options) of the participant → Offer other options.",
    option_not_votable:
      "the option [cannot be voted on](options.md#votable-options) → Vote on the options under it.",
    option_not_open: "the door is not open yet → Try again from its `start_date` on.",
    not_on_offer:
      "the option is not in the [pair on offer](comparisons.md#pair-on-offer) → Read the options again: the list is the pair on offer.",
    already_voted:
      "a [vote](votes.md#one-vote-per-option) already exists; `vote_id` is its id → Change that vote.",
    votes_are_final:
      "a participant changes or withdraws a vote of a poll with [final votes](votes.md#final-votes), or takes `complete` back → Show the vote without a way to change it.",
    rank_taken:
      "another vote has the [rank](votes.md#unique-ranks) → Change the other vote; this swaps the ranks.",
    vote_limit_per_voter_reached:
      "the [limit per participant](votes.md#limit-per-participant) is used up → Let the user withdraw or lower a vote first.",
    limit_per_option_reached:
      "the [places](votes.md#places-per-option) of the option are used up → Offer other options.",
    opt_in_pending:
      "the vote is [held](opt-in.md#held-votes); `vote_id` is the id that it gets → Ask the user to confirm the address; the service then casts the vote.",
    vote_lowered:
      "a [sold vote](payments.md#sold-votes) is lowered → Send the same value or a higher one.",
    purchase_too_small:
      "the [purchase](payments.md#least-and-largest-purchase) is below the minimum; `least` is the least value → Send at least that value.",
    purchase_too_large:
      "the [purchase](payments.md#least-and-largest-purchase) is more than can be paid at once; `most` is the largest value → Send at most that value; buy more once it is paid.",
  }),
  ...inArea("payments", 422, {
    payee_not_ready:
      "money would go to a [connected account](payments.md#connected-accounts) that cannot accept payments yet, or no longer can: in settings, purchases, and new participants and options with a fee → Finish the onboarding of the account, or end it; payers try again later.",
  }),
  ...inArea("votes", 422, {
    voting_wallet:
      "a vote of a poll with a [voting wallet](payments.md#voting-wallet) is deleted → Refund the payment instead.",
  }),
  ...inArea("votes", 429, {
    too_many_streams:
      "one client has too many [result streams](results.md#stream-limits) → Share one stream, or wait as long as `Retry-After` says.",
  }),
  ...inArea("payments", 404, {
    payment_not_found: absent("payment"),
    connected_account_not_found: absent("connected account"),
  }),
  ...inArea("payments", 422, {
    connect_unavailable:
      "an account requests to be [connected](payments.md#connected-accounts), and the operator has not enabled this → Ask the operator; until then the operator receives the money.",
    not_refundable:
      "nothing of the payment is left to [refund](payments.md#refunds) → Read the payment again.",
    too_many_votes: "more votes are refunded than are left → Refund at most `credited` votes.",
    only_whole: "`votes` is given for a payment that is not for votes → Refund it without `votes`.",
  }),
  ...inArea("payments", 400, {
    bad_signature:
      "the signature of an event of the [provider](payments.md#provider-webhook) is not valid → For operators: check the secret of the webhook.",
    bad_body:
      "an event of the provider cannot be read → For operators: check what the provider sends.",
    bad_event:
      "the body from the provider is not an event → For operators: check what the provider sends.",
  }),
  ...inArea("accounts", 404, {
    organization_not_found: absent("organization"),
    member_not_found: absent("member"),
    token_not_found: absent("token"),
    session_not_found: absent("session"),
    passkey_not_found: absent("passkey"),
    webhook_not_found: absent("webhook"),
    delivery_not_found: absent("delivery"),
  }),
  ...inArea("accounts", 422, {
    owners_only: "a member who is not an owner gives or takes the role `owner` → Ask an owner.",
    last_owner: "the organization would be without an owner → Make another member an owner first.",
    already_member: "the account is already a member → Change the role of that member.",
    email_taken: "the address already has an account; on the command line → Use another address.",
    token_limit_reached: "the account already has 50 named tokens → Delete one first.",
  }),
  ...inArea("accounts", 401, {
    recent_sign_in_required:
      "a page requests a token or adds a passkey, and its browser has not [signed in](accounts.md#recent-sign-in) recently → Sign in again, then repeat the request.",
  }),
  ...inArea("accounts", 403, {
    provider_sign_in_only:
      "a link to sign in or a passkey is requested, and accounts sign in only [by a provider](accounts.md#sign-in-by-a-provider) → Lead the user to the page `/sign-in`.",
  }),
  ...inArea("accounts", 422, {
    passkey_limit_reached:
      "the account already has 20 [passkeys](accounts.md#passkeys) → Remove one first.",
    passkey_unusable:
      "a page adds a passkey whose response is expired, used, or not made for this page → Make the passkey again.",
  }),
  ...inArea("accounts", 401, {
    passkey_refused:
      "a page signs in with a passkey that is unknown, or whose response is expired, used, or not made for this page → Sign in again, or in another way.",
  }),
  ...inArea("accounts", 403, {
    two_factors_required:
      "an operator changes passkeys, must prove [two factors](../operators.md#two-factors), and has not → Sign in with a passkey, then repeat the request.",
  }),
  ...inArea("accounts", 422, {
    organization_limit_reached:
      "the account already owns 20 [organizations](organizations.md#members) → Leave one first.",
    webhook_limit_reached:
      "there are 20 [webhooks](webhooks.md#endpoints) already → Delete one first.",
    webhook_address_taken:
      "another [webhook](webhooks.md#endpoints) sends events of the same poll to the same address → Change that one.",
    webhook_switched_off:
      "an event or a test is sent to a webhook that is switched off → [Switch it on](webhooks.md#changing) first.",
  }),
  ...inArea("accounts", 429, {
    too_many_deliveries:
      "an account requests more [deliveries and tests](webhooks.md#deliveries) than its limit per minute allows → Wait as long as `Retry-After` says.",
  }),
} as const;

export type ErrorCode = keyof typeof errorCodes;

export type CodeOf<Status extends number> = {
  [Code in ErrorCode]: (typeof errorCodes)[Code]["status"] extends Status ? Code : never;
}[ErrorCode];

export const errorCodeNames = Object.keys(errorCodes) as readonly ErrorCode[];

/** The codes that responses of an HTTP status have. */
export const codesOf = (status: number): readonly ErrorCode[] =>
  errorCodeNames.filter((code) => errorCodes[code].status === status);
