import type { ErrorCode } from "@polls/client";
import type { CommentWords } from "../words/comments/en";
import type { DeviceWords } from "../words/device/en";
import type { Words } from "../words/en";
import type { FinalWords } from "../words/final/en";

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

/** All missing objects have one sentence. The problems of `invalid` are shown at their fields. */
type Unnamed =
  | OfPrograms
  | Extract<ErrorCode, `${string}_not_found`>
  | "poll_taken_down"
  | "poll_locked"
  | "maintenance"
  | "invalid";

type WordsOfVisitors = Words["errors"] &
  CommentWords["errors"] &
  DeviceWords["errors"] &
  FinalWords["errors"];

/**
 * The codes that the words of pages of an account must name, because no page of participants does: a new code belongs
 * into words, or into a list above. Words of both pages can name it.
 */
export type AdminCode = Exclude<ErrorCode, Unnamed | keyof WordsOfVisitors>;
