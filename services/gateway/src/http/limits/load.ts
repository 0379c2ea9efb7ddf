/** The name of a route. Requests of one route take similar time. */
export interface RouteName {
  readonly method: string;
  /** The path pattern of an endpoint. Outside of the API: the first segment of the path. */
  readonly path: string;
  /** Requests of the route share transactions, or wait for the storage or for changes. */
  readonly manyAtOnce: boolean;
  readonly isStream: boolean;
}

/** The requests of all routes that wait for their responses. Streams are not counted. */
export interface Load {
  readonly waiting: number;
  /** The waiting requests that have waited for longer than `LoadLimits.waitMs`. */
  readonly waitingLong: number;
}

export interface RouteLoad {
  readonly waiting: number;
  /** The current rate: how many requests the route answers in a second. */
  readonly answeredPerSecond: number;
  readonly isStream: boolean;
}

/** The first two are settings (docs/operations.md). */
export interface LoadLimits {
  /** Up to this number of waiting requests, they are admitted without a known rate. */
  readonly waiting: number;
  /** The longest expected wait with which a request is admitted. */
  readonly waitMs: number;
  /**
   * An admitted request that waits for longer until it starts, or a vote until its transaction starts, gets 503. A
   * statement waits up to 2 s for a lock, and a vote has five such statements: with 4 s, a request is answered within
   * about 15 s (docs/reliability.md#slow-database).
   */
  readonly queueTimeoutMs: number;
}

/** So many may wait on a route under any load: a flood on one does not block the others. */
const ALWAYS = 4;
/** Streams have their own limit. A browser does not open a refused stream again. */
const STREAMS = 1_000;
/** If a larger share of `waiting` has waited too long, the gateway is too slow for this limit. */
const LONG_SHARE = 1 / 4;

/**
 * Whether one more request can be answered in time (docs/adr/0027-load-is-shed-before-express.md).
 * The expected wait is the number of waiting requests of the route divided by its rate (Little's
 * law). After an idle time the rate is unknown, so a fixed number of requests is admitted without
 * it.
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

/** The time constant of the moving average: a rate follows two thirds of a change within it. */
const RATE_MS = 1_000;

export function nextRate(perSecond: number, answered: number, elapsedMs: number): number {
  const now = (answered * 1_000) / elapsedMs;
  return now + (perSecond - now) * Math.exp(-elapsedMs / RATE_MS);
}

/** Enough for two running batches of votes and the next one. */
const MANY_AT_ONCE = 256;
/** Keeps a processor busy. More would only make the turns of the event loop longer. */
const FEW_AT_ONCE = 4;
/** Above this utilization the event loop counts as busy. */
const BUSY = 0.8;

/**
 * The number of requests of a route that may run at a time. While the event loop mostly waits for
 * the database, this is the number of its connections.
 *
 * @param utilization The utilization of the event loop in the last interval, from 0 to 1.
 */
export function slotsOf(
  { manyAtOnce }: { readonly manyAtOnce: boolean },
  utilization: number,
  databaseConnections: number,
): number {
  if (manyAtOnce) return MANY_AT_ONCE;
  return utilization > BUSY ? Math.min(FEW_AT_ONCE, databaseConnections) : databaseConnections;
}

/** If a body is incomplete after this time, its client is slow. */
const BODY_MS = 250;

export interface StartedRequest {
  readonly runningMs: number;
  /** The whole body was received. */
  readonly received: boolean;
  /** The head of the response was sent. */
  readonly answered: boolean;
}

export const waitsForGateway = ({ runningMs, received, answered }: StartedRequest): boolean =>
  !answered && (received || runningMs < BODY_MS);

/** A request that runs for longer, such as in a lock or a password check, gives its slot away. */
const SLOT_MS = 500;

export const holdsSlot = (request: StartedRequest): boolean =>
  waitsForGateway(request) && request.runningMs < SLOT_MS;
