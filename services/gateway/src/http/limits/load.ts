/** Requests of all routes that wait for their answers, without streams. */
export interface Load {
  readonly waiting: number;
  /** Those of them that have waited for longer than `LoadLimits.waitMs`. */
  readonly waitingLong: number;
}

/** The same of one route. */
export interface RouteLoad {
  readonly waiting: number;
  /** Requests that the route answers in a second, as measured lately. */
  readonly answeredPerSecond: number;
  readonly isStream: boolean;
}

/** Settings, see docs/operations.md. */
export interface LoadLimits {
  /** Requests of all routes that may wait before the rates of their routes count. */
  readonly waiting: number;
  /** The wait that a request may expect on its route. */
  readonly waitMs: number;
}

/** Requests of a route that may wait under any load, so that a flood on one route closes no other. */
const ALWAYS = 4;
/** Streams have a limit of their own, and browsers open none again that was refused. */
const STREAMS = 1_000;
/** Above this share of long waits, the gateway is too slow for `LoadLimits.waiting` requests. */
const LONG_SHARE = 1 / 4;

/**
 * Whether one more request can be answered in time (docs/adr/0027-load-is-shed-before-express.md). A route
 * needs for those before it their number over its rate (Little's law). A rate is unknown after silence, so
 * a number of requests is admitted without one.
 */
export function admitsRequest(
  load: Load,
  route: RouteLoad,
  { waiting, waitMs }: LoadLimits,
): boolean {
  if (route.isStream) return route.waiting < STREAMS;
  const answeredInTime = (route.answeredPerSecond * waitMs) / 1_000;
  if (route.waiting < Math.max(ALWAYS, answeredInTime)) return true;
  return load.waiting < waiting && load.waitingLong < waiting * LONG_SHARE;
}

/** The time in which a rate follows a change by two thirds. */
const RATE_MS = 1_000;

/** The rate after `elapsedMs` in which `answered` requests were answered: a moving average. */
export function nextRate(perSecond: number, answered: number, elapsedMs: number): number {
  const now = (answered * 1_000) / elapsedMs;
  return now + (perSecond - now) * Math.exp(-elapsedMs / RATE_MS);
}

/** Two batches of votes, and those that gather for the next. */
const MANY_AT_ONCE = 256;
/** Enough for a busy processor. More of them only make turns of the event loop longer. */
const FEW_AT_ONCE = 4;
/** A share of time, above which the event loop is busy. */
const BUSY = 0.8;

/**
 * The requests of a route that may run at a time: all that the database can take, while the event loop waits
 * for it more than it works.
 *
 * @param utilization The share of the time in which the event loop worked lately, from 0 to 1.
 */
export function slotsOf(
  { manyAtOnce }: { readonly manyAtOnce: boolean },
  utilization: number,
  databaseConnections: number,
): number {
  if (manyAtOnce) return MANY_AT_ONCE;
  return utilization > BUSY ? Math.min(FEW_AT_ONCE, databaseConnections) : databaseConnections;
}

/** A body that is not here after this time comes from a slow client. */
const BODY_MS = 250;

/** A request that was started. */
export interface StartedRequest {
  readonly runningMs: number;
  /** The whole body is here. */
  readonly received: boolean;
  /** The head of the answer is sent. */
  readonly answered: boolean;
}

/** Whether a request waits for the gateway, and not for its client. */
export const waitsForGateway = ({ runningMs, received, answered }: StartedRequest): boolean =>
  !answered && (received || runningMs < BODY_MS);

/** A request that runs for longer waits for something that others may do without: a lock, a password. */
const SLOT_MS = 500;

/** Whether a request keeps another one of its route from being started. */
export const holdsSlot = (request: StartedRequest): boolean =>
  waitsForGateway(request) && request.runningMs < SLOT_MS;
