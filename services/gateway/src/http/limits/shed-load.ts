import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type EventLoopUtilization, performance } from "node:perf_hooks";
import type { Logger, Metrics } from "@polls/telemetry";
import type { Config } from "../../config";
import {
  admitsRequest,
  holdsSlot,
  nextRate,
  type RouteName,
  slotsOf,
  waitsForGateway,
} from "./load";
import { createRefusal, type RefusalParts } from "./refusal";

export interface LoadSheddingParts extends RefusalParts {
  readonly config: Pick<Config, "load" | "databaseConnections" | "production" | "baseUrl">;
  readonly log: Logger;
  readonly metrics: Metrics;
}

interface Route extends RouteName {
  waiting: number;
  /** Started requests that hold a slot. */
  running: number;
  slots: number;
  /** Admitted requests that wait for a slot, the oldest first. */
  readonly queue: OpenRequest[];
  /** Since the last measurement. */
  answered: number;
  answeredPerSecond: number;
}

/** An admitted request. Times are those of `performance.now()`. */
interface OpenRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: Route;
  readonly since: number;
  startedAt: number | undefined;
  waits: boolean;
  holdsSlot: boolean;
  /** The client has disconnected, but the work on its request is not done. */
  left: boolean;
}

/** Requests trigger measurements. While requests are queued, a timer does so too. */
const MEASURE_INTERVAL_MS = 100;
/** A rate measured over a shorter time is too inexact. */
const MIN_MEASURE_INTERVAL_MS = 10;
const LOG_MS = 1_000;

/**
 * Refuses requests that cannot be answered in time, before `handler` runs and before their bodies
 * are read (docs/adr/0027-load-is-shed-before-express.md). `nameOf` returns the route of a request.
 * Requests without a route name are never refused.
 */
export function shedLoad(
  handler: RequestListener,
  nameOf: (request: IncomingMessage) => RouteName | undefined,
  { config, busyPage, log, metrics }: LoadSheddingParts,
): RequestListener {
  const { load: limits, databaseConnections } = config;
  const answerRefusal = createRefusal({ config, busyPage });
  const routes = new Map<RouteName, Route>();
  const open = new Set<OpenRequest>();
  const load = { waiting: 0, waitingLong: 0 };
  metrics.gather(["http_requests_waiting"], async () => {
    measure(performance.now());
    return [{ name: "http_requests_waiting", labels: {}, value: load.waiting }];
  });
  let utilizationBefore: EventLoopUtilization = performance.eventLoopUtilization();
  let timer: NodeJS.Timeout | undefined;
  let measuredAt = performance.now();
  let loggedAt = measuredAt;
  let unlogged = 0;

  const countRefused = ({ method, path }: RouteName, requests = 1): void =>
    metrics.count("http_requests_refused_total", { method, route: path }, requests);

  function routeOf(name: RouteName): Route {
    const known = routes.get(name);
    if (known !== undefined) return known;
    const fresh: Route = {
      ...name,
      slots: slotsOf(name, 0, databaseConnections),
      queue: [],
      waiting: 0,
      running: 0,
      answered: 0,
      answeredPerSecond: 0,
    };
    routes.set(name, fresh);
    countRefused(name, 0);
    return fresh;
  }

  function setWaits(one: OpenRequest, waits: boolean): void {
    if (one.waits === waits) return;
    one.waits = waits;
    const change = waits ? 1 : -1;
    one.route.waiting += change;
    if (!one.route.isStream) load.waiting += change;
    // Errors are not counted: they are fast (a wrong token, for example), and would raise the rate
    // too far.
    if (!waits && one.response.headersSent && one.response.statusCode < 400) one.route.answered++;
  }

  function setHoldsSlot(one: OpenRequest, holdsSlot: boolean): void {
    if (one.holdsSlot === holdsSlot) return;
    one.holdsSlot = holdsSlot;
    one.route.running += holdsSlot ? 1 : -1;
  }

  function forget(one: OpenRequest): void {
    open.delete(one);
    setWaits(one, false);
    setHoldsSlot(one, false);
  }

  function refuse(route: RouteName, request: IncomingMessage, response: ServerResponse): void {
    unlogged++;
    countRefused(route);
    answerRefusal(request, response);
  }

  function start(one: OpenRequest, now: number): void {
    one.startedAt = now;
    setHoldsSlot(one, true);
    handle(handler, one.request, one.response);
  }

  function startQueued(route: Route, now: number): void {
    while (route.running < route.slots) {
      const one = route.queue.shift();
      if (one === undefined) return;
      if (one.response.destroyed) continue;
      if (now - one.since > limits.queueTimeoutMs) {
        forget(one);
        refuse(route, one.request, one.response);
      } else start(one, now);
    }
  }

  /** Updates which requests wait, which of them have waited too long, and which hold a slot. */
  function measureRequests(now: number): void {
    load.waitingLong = 0;
    for (const one of open) {
      const { startedAt } = one;
      if (startedAt !== undefined) {
        const started = {
          runningMs: now - startedAt,
          received: one.request.complete,
          answered: one.response.headersSent,
        };
        setWaits(one, waitsForGateway(started));
        setHoldsSlot(one, holdsSlot(started));
      }
      if (now - one.since <= limits.waitMs) continue;
      if (one.left) forget(one);
      else if (one.waits && !one.route.isStream) load.waitingLong++;
    }
  }

  function measureRoutes(now: number): void {
    const utilizationNow = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(utilizationNow, utilizationBefore);
    utilizationBefore = utilizationNow;
    let queued = 0;
    for (const route of routes.values()) {
      const { answeredPerSecond, answered } = route;
      route.answeredPerSecond = nextRate(answeredPerSecond, answered, now - measuredAt);
      route.answered = 0;
      route.slots = slotsOf(route, utilization, databaseConnections);
      startQueued(route, now);
      queued += route.queue.length;
    }
    if (queued === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  }

  function measure(now: number): void {
    if (now - measuredAt < MIN_MEASURE_INTERVAL_MS) return;
    measureRequests(now);
    measureRoutes(now);
    measuredAt = now;
    if (unlogged === 0 || now - loggedAt < LOG_MS) return;
    log.warn({ refused: unlogged, ...load }, "requests refused: too many wait");
    loggedAt = now;
    unlogged = 0;
  }

  function take(one: OpenRequest, now: number): void {
    const { response, route } = one;
    setWaits(one, true);
    open.add(one);
    response.on("close", () => {
      // The work of a disconnected client still counts, for at most `waitMs`. Otherwise clients
      // that disconnect and retry would multiply the load.
      one.left = one.startedAt !== undefined && one.waits && !response.headersSent;
      if (one.left) return;
      forget(one);
      if (route.queue.length > 0) startQueued(route, performance.now());
    });
    if (route.running < route.slots && route.queue.length === 0) start(one, now);
    else {
      route.queue.push(one);
      timer ??= setInterval(() => measure(performance.now()), MEASURE_INTERVAL_MS);
    }
  }

  return (request, response) => {
    const name = nameOf(request);
    if (name === undefined) return handle(handler, request, response);
    const now = performance.now();
    if (now - measuredAt > MEASURE_INTERVAL_MS) measure(now);
    const route = routeOf(name);
    if (!admitsRequest(load, route, limits)) return refuse(route, request, response);
    take(
      {
        request,
        response,
        route,
        since: now,
        startedAt: undefined,
        waits: false,
        holdsSlot: false,
        left: false,
      },
      now,
    );
  };
}

/** Sends 100 Continue to a client that waits for it. Node has refused all other expectations. */
function handle(handler: RequestListener, request: IncomingMessage, response: ServerResponse) {
  if (request.headers.expect !== undefined && request.httpVersion === "1.1") {
    response.writeContinue();
  }
  handler(request, response);
}
