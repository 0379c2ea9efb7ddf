import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type EventLoopUtilization, performance } from "node:perf_hooks";
import type { Logger, Metrics } from "@polls/telemetry";
import type { Config } from "../../config";
import type { Brand } from "../../pages/brand";
import type { RouteName } from "../routing/route-names";
import { admitsRequest, holdsSlot, nextRate, slotsOf, waitsForGateway } from "./load";
import { createRefusal } from "./refusal";

export interface LoadSheddingParts {
  readonly config: Pick<Config, "load" | "databaseConnections" | "production" | "baseUrl">;
  readonly brand: Brand;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** A route with its load. */
interface Route extends RouteName {
  waiting: number;
  /** Requests that were started and hold a slot. */
  running: number;
  slots: number;
  /** Requests that were admitted and wait for a slot, the oldest first. */
  readonly queue: Open[];
  /** Since the last look. */
  answered: number;
  answeredPerSecond: number;
}

/** A request that was admitted. Moments are of `performance.now()`. */
interface Open {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: Route;
  readonly since: number;
  startedAt: number | undefined;
  waits: boolean;
  holdsSlot: boolean;
  /** The client is gone, and the work on its request goes on. */
  left: boolean;
}

/** Looks come with requests, and by themselves while requests are queued. */
const LOOK_MS = 100;
/** Over a shorter time a rate says nothing. */
const LOOK_LEAST_MS = 10;
/** Requests that were queued for longer are refused: the gateway has stalled. */
const QUEUE_MS = 4_000;
const LOG_MS = 1_000;

/**
 * Refuses requests that could not be answered in time, before `handler` and before their bodies are read
 * (docs/adr/0027-load-is-shed-before-express.md). `nameOf` names the route of a request; those without a
 * name are never refused.
 */
export function shedLoad(
  handler: RequestListener,
  nameOf: (request: IncomingMessage) => RouteName | undefined,
  { config, brand, log, metrics }: LoadSheddingParts,
): RequestListener {
  const { load: limits, databaseConnections } = config;
  const answerRefusal = createRefusal({ config, brand });
  const routes = new Map<RouteName, Route>();
  const open = new Set<Open>();
  const load = { waiting: 0, waitingLong: 0 };
  metrics.gather(["http_requests_waiting"], async () => {
    look(performance.now());
    return [{ name: "http_requests_waiting", labels: {}, value: load.waiting }];
  });
  let utilizationBefore: EventLoopUtilization = performance.eventLoopUtilization();
  let looks: NodeJS.Timeout | undefined;
  let lookedAt = performance.now();
  let loggedAt = lookedAt;
  let unlogged = 0;

  const countRefused = ({ method, path }: RouteName, requests = 1): void =>
    metrics.count("http_requests_refused_total", { method, route: path }, requests);

  function routeOf(name: RouteName): Route {
    const known = routes.get(name);
    if (known !== undefined) return known;
    const fresh: Route = {
      ...name,
      slots: slotsOf(name, 0, databaseConnections),
      ...{ queue: [], waiting: 0, running: 0, answered: 0, answeredPerSecond: 0 },
    };
    routes.set(name, fresh);
    countRefused(name, 0);
    return fresh;
  }

  function setWaits(one: Open, waits: boolean): void {
    if (one.waits === waits) return;
    one.waits = waits;
    const change = waits ? 1 : -1;
    one.route.waiting += change;
    if (!one.route.isStream) load.waiting += change;
    // Fast refusals, such as of wrong tokens, would let in more than can be answered.
    if (!waits && one.response.headersSent && one.response.statusCode < 400) one.route.answered++;
  }

  function setHoldsSlot(one: Open, holdsSlot: boolean): void {
    if (one.holdsSlot === holdsSlot) return;
    one.holdsSlot = holdsSlot;
    one.route.running += holdsSlot ? 1 : -1;
  }

  function forget(one: Open): void {
    open.delete(one);
    setWaits(one, false);
    setHoldsSlot(one, false);
  }

  function refuse(route: RouteName, request: IncomingMessage, response: ServerResponse): void {
    unlogged++;
    countRefused(route);
    answerRefusal(request, response);
  }

  function start(one: Open, now: number): void {
    one.startedAt = now;
    setHoldsSlot(one, true);
    handle(handler, one.request, one.response);
  }

  function startQueued(route: Route, now: number): void {
    while (route.running < route.slots) {
      const one = route.queue.shift();
      if (one === undefined) return;
      if (one.response.destroyed) continue;
      if (now - one.since > QUEUE_MS) {
        forget(one);
        refuse(route, one.request, one.response);
      } else start(one, now);
    }
  }

  /** Counts again what waits, for how long, and what holds a slot. */
  function lookAtRequests(now: number): void {
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

  /** Measures the rates of routes, and starts queued requests. */
  function lookAtRoutes(now: number): void {
    const utilizationNow = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(utilizationNow, utilizationBefore);
    utilizationBefore = utilizationNow;
    let queued = 0;
    for (const route of routes.values()) {
      const { answeredPerSecond, answered } = route;
      route.answeredPerSecond = nextRate(answeredPerSecond, answered, now - lookedAt);
      route.answered = 0;
      route.slots = slotsOf(route, utilization, databaseConnections);
      startQueued(route, now);
      queued += route.queue.length;
    }
    if (queued === 0) {
      clearInterval(looks);
      looks = undefined;
    }
  }

  function look(now: number): void {
    if (now - lookedAt < LOOK_LEAST_MS) return;
    lookAtRequests(now);
    lookAtRoutes(now);
    lookedAt = now;
    if (unlogged === 0 || now - loggedAt < LOG_MS) return;
    log.warn({ refused: unlogged, ...load }, "requests refused: too many wait");
    loggedAt = now;
    unlogged = 0;
  }

  function take(one: Open, now: number): void {
    const { response, route } = one;
    setWaits(one, true);
    open.add(one);
    response.on("close", () => {
      // Its work counts for as long as it may take. Clients that come again would otherwise multiply it.
      one.left = one.startedAt !== undefined && one.waits && !response.headersSent;
      if (one.left) return;
      forget(one);
      if (route.queue.length > 0) startQueued(route, performance.now());
    });
    if (route.running < route.slots && route.queue.length === 0) start(one, now);
    else {
      route.queue.push(one);
      looks ??= setInterval(() => look(performance.now()), LOOK_MS);
    }
  }

  return (request, response) => {
    const name = nameOf(request);
    if (name === undefined) return handle(handler, request, response);
    const now = performance.now();
    if (now - lookedAt > LOOK_MS) look(now);
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

/** Asks for the body of a client that waits for this. Node has refused any other expectation. */
function handle(handler: RequestListener, request: IncomingMessage, response: ServerResponse) {
  if (request.headers.expect !== undefined && request.httpVersion === "1.1") {
    response.writeContinue();
  }
  handler(request, response);
}
