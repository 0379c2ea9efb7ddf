/** Attribute name (or `base`, or a path inside an object) → short sentences without a final stop. Decisions 2. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** A request that is understood and declined. Anything else that is thrown is a defect. */
export abstract class Refusal extends Error {
  abstract readonly kind:
    | "unauthenticated"
    | "forbidden"
    | "not_found"
    | "invalid"
    | "undeletable"
    | "conflict"
    | "too_many_requests";
  /** A stable machine word, sent as `code` (extension of decisions 2). */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.name = new.target.name;
    this.code = code;
  }
}

/** 401: no token, a wrong one, a wrong poll password, an organization without access. */
export class Unauthenticated extends Refusal {
  readonly kind = "unauthenticated";
  constructor(message = "Unauthorized", code = "unauthorized") {
    super(message, code);
  }
}

/** 403 with an empty body: only where the specification says so (section 7). */
export class Forbidden extends Refusal {
  readonly kind = "forbidden";
  constructor(code = "forbidden") {
    super("Forbidden", code);
  }
}

/** 404: absent, or hidden from the caller, which answers exactly the same. */
export class NotFound extends Refusal {
  readonly kind = "not_found";
  constructor(
    what:
      | "Poll"
      | "Option"
      | "Participant"
      | "Vote"
      | "Invitation"
      | "Organization"
      | "Member"
      | "Payment"
      | "Webhook"
      | "Delivery"
      | "Page",
  ) {
    super(`${what} not found`, `${what.toLowerCase()}_not_found`);
  }
}

/** 422 with the attributes that are wrong; `extra` adds extension fields such as `vote_id`. */
export class Invalid extends Refusal {
  readonly kind = "invalid";
  readonly errors: FieldErrors;
  readonly extra: Readonly<Record<string, unknown>>;
  constructor(
    errors: FieldErrors,
    code = "invalid",
    extra: Readonly<Record<string, unknown>> = {},
  ) {
    super("Unprocessable", code);
    this.errors = errors;
    this.extra = extra;
  }
}

/** The refusal body of option deletion (S2.6): 422 with `error` and `status`. */
export class Undeletable extends Refusal {
  readonly kind = "undeletable";
}

/** 409: the same Idempotency-Key is being answered right now. */
export class Conflict extends Refusal {
  readonly kind = "conflict";
}

/** 429 with `Retry-After`. */
export class TooManyRequests extends Refusal {
  readonly kind = "too_many_requests";
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number, code = "rate_limited") {
    super("Too many requests", code);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export type AnyRefusal =
  | Unauthenticated
  | Forbidden
  | NotFound
  | Invalid
  | Undeletable
  | Conflict
  | TooManyRequests;
