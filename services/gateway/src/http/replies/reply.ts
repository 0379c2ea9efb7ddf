import type { Response } from "express";
import type { z } from "zod";

/** Status → schema of the body, or `null` for none. The OpenAPI document is made from it. */
export type Responses = Readonly<Record<number, z.ZodType | null>>;

/** Writes a body that is not JSON, such as a stream. */
export type WriteBody = (response: Response) => unknown;

/** An answer with a declared status and its body. */
export type ReplyOf<R extends Responses> = {
  [Status in keyof R & number]: {
    readonly status: Status;
    readonly body: R[Status] extends z.ZodType ? z.input<R[Status]> | WriteBody : undefined;
    readonly headers?: Readonly<Record<string, string>>;
    readonly unchanged?: boolean;
  };
}[keyof R & number];

/** An answer. */
export interface Reply {
  readonly status: number;
  /** Sent as JSON, unless it is a `WriteBody`. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Nothing was written, so that the answer is kept for no `Idempotency-Key`. */
  readonly unchanged?: boolean;
}

export function reply<const Status extends number>(
  status: Status,
  body?: undefined,
  headers?: Readonly<Record<string, string>>,
): { readonly status: Status; readonly body: undefined; readonly headers?: Record<string, string> };
export function reply<const Status extends number, Body>(
  status: Status,
  body: Body,
  headers?: Readonly<Record<string, string>>,
): { readonly status: Status; readonly body: Body; readonly headers?: Record<string, string> };
export function reply(
  status: number,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
): Reply {
  return headers === undefined ? { status, body } : { status, body, headers };
}
