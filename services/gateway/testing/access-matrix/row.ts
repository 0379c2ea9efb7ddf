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
  /** Whose object. Default: the one that the endpoint names. */
  readonly about?: "own" | "others'" | "hidden";
  readonly demand: Demand;
  /** The value of `:id`. */
  readonly id?: (fixture: MatrixFixture) => string;
  readonly request?: (fixture: MatrixFixture) => RequestOptions;
  /** The expected response to callers that fulfill the demand. */
  readonly expected: (situation: Situation) => Expected;
}

/** Of two alike objects: the caller's, if it has one, or that of another user. */
export type Whose = "own" | "others";

/** Two rows that differ in whose object the endpoint names. `isOwn` is true if it is the caller's. */
export const ownAndOthers = (
  endpoint: string,
  {
    demand,
    id,
    request,
    expected,
  }: {
    readonly demand: Demand;
    readonly id?: (fixture: MatrixFixture, whose: Whose) => string;
    readonly request?: (fixture: MatrixFixture, whose: Whose) => RequestOptions;
    readonly expected: (situation: Situation, isOwn: boolean) => Expected;
  },
): readonly MatrixRow[] =>
  (["own", "others"] as const).map((whose) => ({
    endpoint,
    about: whose === "own" ? "own" : "others'",
    demand,
    ...(id && { id: (fixture: MatrixFixture) => id(fixture, whose) }),
    ...(request && { request: (fixture: MatrixFixture) => request(fixture, whose) }),
    expected: (situation) => expected(situation, whose === "own" && situation.owns),
  }));

/** What an endpoint and a row are called in names of tests. */
export const nameOf = ({ endpoint, about }: MatrixRow): string => `${endpoint} (${about ?? "it"})`;

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
