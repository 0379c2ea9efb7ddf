import type { Response } from "express";
import type { z } from "zod";

/** The schema of the body by status, for the OpenAPI document too; `null` for an empty body. */
export type Responses = Readonly<Record<number, z.ZodType | null>>;

/** Writes a body that is not JSON, such as a stream. */
export type WriteBody = (response: Response) => unknown;

export type ReplyOf<R extends Responses> = {
  [Status in keyof R & number]: {
    readonly status: Status;
    readonly body: R[Status] extends z.ZodType ? z.input<R[Status]> | WriteBody : undefined;
    readonly headers?: Readonly<Record<string, string>>;
    readonly unchanged?: boolean;
  };
}[keyof R & number];

export interface Reply {
  readonly status: number;
  /** Sent as JSON, unless it is a `WriteBody`. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Nothing was written, so the response is not stored for an `Idempotency-Key`. */
  readonly unchanged?: boolean;
  /** The address of the resource that is read in place of a body that was not stored. */
  readonly resource?: string;
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
