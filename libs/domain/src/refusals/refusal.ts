import type { CodeOf, ErrorCode } from "./error-codes";
import type { ProblemSentence } from "./field-problems";

/** The key of the number of problems that are not listed. */
export const moreProblems = Symbol("more problems");

interface MoreProblems {
  readonly [moreProblems]?: number;
}

/** Sentences of the problem catalog by attribute (docs/reference/errors.md#field-errors). */
export type FieldErrors = Readonly<Record<string, readonly ProblemSentence[]>> & MoreProblems;

/** Short sentences by attribute. */
export type Sentences = Readonly<Record<string, readonly string[]>> & MoreProblems;

/** Codes whose sentences are problems of fields, so that each sentence has its own code. */
type FieldCode = "invalid" | "unusable_file";

/** A valid request that a rule declines. Any other error is a defect. */
export abstract class Refusal extends Error {
  abstract readonly kind:
    | ("unauthenticated" | "forbidden" | "blocked" | "gone" | "not_found")
    | ("invalid" | "undeletable" | "conflict" | "too_many_requests");
  /** A stable code, sent as `code` (docs/reference/errors.md#codes). */
  readonly code: ErrorCode;

  constructor(message: string, code: ErrorCode) {
    super(message);
    this.name = new.target.name;
    this.code = code;
  }
}

/** 401: no token, a wrong token, a wrong poll password, or an organization without access. */
export class Unauthenticated extends Refusal {
  readonly kind = "unauthenticated";
  constructor(message: string, code: CodeOf<401> = "unauthorized") {
    super(message, code);
  }
}

/** 403 with an empty body (docs/reference/access.md#objects-of-others). */
export class Forbidden extends Refusal {
  readonly kind = "forbidden";
  constructor() {
    super("Forbidden", "forbidden");
  }
}

const blocked: Readonly<Record<Exclude<CodeOf<403>, "forbidden">, string>> = {
  account_blocked: "The account is blocked",
  poll_locked: "The poll can only be read, because its owner is blocked",
  provider_sign_in_only: "Accounts sign in only by a provider",
  two_factors_required: "Sign in with a passkey to do this",
};

/** 403 with a reason: the operator of the service does not allow the request. */
export class Blocked extends Refusal {
  readonly kind = "blocked";
  constructor(code: Exclude<CodeOf<403>, "forbidden">) {
    super(blocked[code], code);
  }
}

/** 410: an operator has taken the poll down (docs/reference/polls.md#taken-down-polls). */
export class TakenDown extends Refusal {
  readonly kind = "gone";
  readonly reason: string;
  constructor(reason: string) {
    super("The poll was taken down", "poll_taken_down");
    this.reason = reason;
  }
}

type Noun =
  | ("Poll" | "Option" | "Merge" | "Decision" | "Calendar" | "Participant" | "Vote" | "Comment")
  | ("Invitation" | "Organization" | "Member" | "Payment" | "Connected_account" | "Token")
  | ("Session" | "Passkey" | "Webhook" | "Delivery" | "Page");

/** 404: absent or hidden. Both cases have the same response. */
export class NotFound extends Refusal {
  readonly kind = "not_found";
  constructor(noun: Noun) {
    const name = noun.toLowerCase() as Lowercase<Noun>;
    super(`${noun.replace("_", " ")} not found`, `${name}_not_found`);
  }
}

/** 404: the poll has no count (docs/reference/results.md#count). */
export class NoCount extends Refusal {
  readonly kind = "not_found";
  constructor() {
    super("The poll has no counting method, or too many options or votes to count", "no_count");
  }
}

/** 422 with the invalid attributes. `extra` adds extension fields such as `vote_id`. */
export class Invalid extends Refusal {
  readonly kind = "invalid";
  readonly errors: Sentences;
  readonly extra: Readonly<Record<string, unknown>>;
  constructor(errors: FieldErrors, code?: FieldCode);
  constructor(
    errors: Sentences,
    code: Exclude<CodeOf<422>, FieldCode>,
    extra?: Readonly<Record<string, unknown>>,
  );
  constructor(
    errors: Sentences,
    code: CodeOf<422> = "invalid",
    extra: Readonly<Record<string, unknown>> = {},
  ) {
    super("Unprocessable", code);
    this.errors = errors;
    this.extra = extra;
  }
}

/** 422 with `error` and `status` (docs/reference/errors.md#option-deletion-refusal). */
export class Undeletable extends Refusal {
  readonly kind = "undeletable";
  constructor(message: string, code: CodeOf<422>) {
    super(message, code);
  }
}

/** 409: a request with the same Idempotency-Key is in progress. */
export class Conflict extends Refusal {
  readonly kind = "conflict";
  constructor(message: string, code: CodeOf<409>) {
    super(message, code);
  }
}

/** What happened, for each code: a client may show the sentence. */
const tooManySentences: Readonly<Record<CodeOf<429>, string>> = {
  rate_limited: "Too many requests",
  too_many_password_failures: "Too many wrong passwords",
  too_many_passwords: "Too many passwords were set",
  too_many_uploads: "Too many uploads are open",
  too_many_invitations: "All invitations of the day are sent",
  reminded_recently: "The last reminder was sent less than 24 hours ago",
  too_many_participants: "Too many participants were created from one address",
  too_many_link_mails: "Too many personal links were sent in the last hour",
  too_many_opt_in_mails: "Too many mails were sent to the address in the last hour",
  too_many_opt_ins: "All mails of the day that confirm addresses are sent",
  too_many_comments: "Too many comments within a minute",
  too_many_streams: "Too many result streams are open",
  too_many_deliveries: "Too many deliveries and tests within a minute",
};

/** 429 with `Retry-After`. */
export class TooManyRequests extends Refusal {
  readonly kind = "too_many_requests";
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number, code: CodeOf<429> = "rate_limited") {
    super(tooManySentences[code], code);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export type AnyRefusal =
  | (Unauthenticated | Forbidden | Blocked | TakenDown | NotFound)
  | (Invalid | Undeletable | Conflict | TooManyRequests);
