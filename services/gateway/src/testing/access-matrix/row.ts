import type { RequestOptions } from "../send-request";
import type { Shape } from "./shape";
import type { Demand, Situation } from "./situation";
import type { Stage } from "./stage";

/** Status and shape; no shape: its fields are told by the status, or by another test. */
export interface Expected {
  readonly status: number;
  readonly shape?: Shape;
}

/** What one endpoint answers about one thing, for every caller and poll. */
export interface Row {
  /** As in `endpoints.ts`: `GET /api/v1/polls/:poll_id/voters/:id`. */
  readonly endpoint: string;
  readonly about: "own" | "others'" | "hidden" | "it";
  readonly demand: Demand;
  /** The value of `:id`. */
  readonly id?: (stage: Stage) => string;
  readonly request?: (stage: Stage) => RequestOptions;
  /** For callers that no demand turns away. */
  readonly expected: (situation: Situation) => Expected;
}

export const ok = (shape: Shape): Expected => ({ status: 200, shape });
export const created = (shape: Shape): Expected => ({ status: 201, shape });
export const gone: Expected = { status: 204, shape: [] };
export const notFound: Expected = { status: 404, shape: ["error", "code"] };
export const forbidden: Expected = { status: 403, shape: [] };
export const invalid: Expected = { status: 422, shape: ["error", "errors", "code"] };
/** The body of a refused deletion (docs/reference/errors.md). */
export const undeletable: Expected = { status: 422, shape: ["error", "status", "code"] };
