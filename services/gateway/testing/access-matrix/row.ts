import type { RequestOptions } from "@polls/testing";
import type { MatrixFixture } from "./matrix-fixture";
import type { Shape } from "./shape";
import type { Demand, Situation } from "./situation";

/**
 * The expected status and shape. Without a shape, the status determines the body, or another test
 * checks it.
 */
export interface Expected {
  readonly status: number;
  readonly shape?: Shape;
}

/** The expected response of one endpoint for one object, for every caller and poll. */
export interface MatrixRow {
  /** A line like those in `endpoints.ts`: `GET /api/v1/polls/:poll_id/voters/:id`. */
  readonly endpoint: string;
  readonly about: "own" | "others'" | "hidden" | "it";
  readonly demand: Demand;
  /** The value of `:id`. */
  readonly id?: (fixture: MatrixFixture) => string;
  readonly request?: (fixture: MatrixFixture) => RequestOptions;
  /** The expected response to callers that fulfill the demand. */
  readonly expected: (situation: Situation) => Expected;
}

export const ok = (shape: Shape): Expected => ({ status: 200, shape });
export const created = (shape: Shape): Expected => ({ status: 201, shape });
export const gone: Expected = { status: 204, shape: [] };
export const notFound: Expected = { status: 404, shape: ["error", "code"] };
export const forbidden: Expected = { status: 403, shape: [] };
export const invalid: Expected = { status: 422, shape: ["error", "errors", "code"] };
/** A body whose fields have problems. */
export const invalidFields: Expected = {
  status: 422,
  shape: ["error", "errors", "problems", "code"],
};
/** The body of a refused deletion (docs/reference/errors.md). */
export const undeletable: Expected = { status: 422, shape: ["error", "status", "code"] };
