// Covers docs/reference/requests.md: overload
// Covers docs/reliability.md: overload

import fc from "fast-check";
import {
  admitsRequest,
  holdsSlot,
  type LoadLimits,
  nextRate,
  type RouteLoad,
  slotsOf,
  waitsForGateway,
} from "./load";

const limits: LoadLimits = { waiting: 128, waitMs: 1_000, queueTimeoutMs: 4_000 };
const route = (waiting: number, answeredPerSecond: number, isStream = false): RouteLoad => ({
  waiting,
  answeredPerSecond,
  isStream,
});

describe("a request is admitted", () => {
  test.each<[string, [number, number], RouteLoad, boolean]>([
    ["while no request waits", [0, 0], route(0, 0), true],
    ["in a burst after silence", [127, 0], route(127, 0), true],
    [
      "(refused) above the burst, while the rate of its route is unknown",
      [128, 0],
      route(128, 0),
      false,
    ],
    [
      "above the burst, if its route answers the waiting requests in time",
      [500, 0],
      route(500, 501),
      true,
    ],
    ["(refused) if it would wait too long on its route", [500, 0], route(500, 500), false],
    [
      "(refused) in a burst, if a quarter of the requests has waited too long",
      [60, 32],
      route(60, 20),
      false,
    ],
    [
      "in a burst, if less than a quarter of the requests has waited too long",
      [60, 31],
      route(60, 20),
      true,
    ],
    ["on a calm route while another route is flooded", [900, 800], route(3, 0), true],
    ["(refused) on a route that answers no requests", [900, 800], route(4, 0), false],
    ["as a stream under any load", [900, 800], route(999, 0, true), true],
    ["(refused) as a stream above the limit of streams", [0, 0], route(1_000, 5_000, true), false],
  ])("%s", (_case, [waiting, waitingLong], ofRoute, admitted) => {
    expect(admitsRequest({ waiting, waitingLong }, ofRoute, limits)).toBe(admitted);
  });
});

/** A stream of requests to one route. */
interface Flood {
  /** The requests a second that the gateway answers while it serves this route only. */
  readonly alone: number;
  /** The requests a second that arrive, as a multiple of `alone`. */
  readonly times: number;
  /** The second in which the flood begins. */
  readonly from: number;
}

const TICK_MS = 10;
const LOOK_MS = 100;
const SECONDS = 15;
/** The last seconds of the simulation. Rates are stable by then. */
const SETTLED = 5;

/** A gateway that shares its time evenly among the routes on which requests wait. */
function simulate(floods: readonly Flood[]) {
  const routes = floods.map((flood) => ({
    ...flood,
    queue: [] as number[],
    due: 0,
    done: 0,
    rate: 0,
    answered: 0,
    settled: 0,
    longest: 0,
    refusedBelowFloor: 0,
  }));
  const load = { waiting: 0, waitingLong: 0 };
  for (let at = 0; at < SECONDS * 1_000; at += TICK_MS) {
    for (const one of routes) {
      if (at < one.from * 1_000) continue;
      one.due += (one.times * one.alone * TICK_MS) / 1_000;
      for (; one.due >= 1; one.due--) {
        if (admitsRequest(load, route(one.queue.length, one.rate), limits)) {
          one.queue.push(at);
          load.waiting++;
        } else if (one.queue.length < 4) one.refusedBelowFloor++;
      }
    }
    let share = 1;
    for (let busy = routes.filter(({ queue }) => queue.length > 0); busy.length > 0; ) {
      const each = share / busy.length;
      share = 0;
      for (const one of busy) {
        one.done += (each * one.alone * TICK_MS) / 1_000;
        for (; one.done >= 1 && one.queue.length > 0; one.done--) {
          one.longest = Math.max(one.longest, at + TICK_MS - (one.queue.shift() ?? at));
          one.answered++;
          load.waiting--;
          if (at >= (SECONDS - SETTLED) * 1_000) one.settled++;
        }
        if (one.queue.length > 0) continue;
        share += (one.done * 1_000) / (one.alone * TICK_MS);
        one.done = 0;
      }
      busy = share > 1e-9 ? routes.filter(({ queue }) => queue.length > 0) : [];
    }
    if ((at + TICK_MS) % LOOK_MS !== 0) continue;
    load.waitingLong = 0;
    for (const one of routes) {
      one.rate = nextRate(one.rate, one.answered, LOOK_MS);
      one.answered = 0;
      load.waitingLong += one.queue.filter((since) => at - since > limits.waitMs).length;
    }
  }
  return routes;
}

const flood = fc.record({
  // With four floods, each route is answered at least 30 times a second.
  alone: fc.integer({ min: 120, max: 3_000 }),
  times: fc.double({ min: 0.05, max: 20, noNaN: true }),
  from: fc.integer({ min: 0, max: 5 }),
});

describe("for any rates of one to four routes and any number of requests", () => {
  const property = (check: (routes: ReturnType<typeof simulate>) => void) =>
    fc.assert(
      fc.property(fc.array(flood, { minLength: 1, maxLength: 4 }), (floods) =>
        check(simulate(floods)),
      ),
      { numRuns: 60, endOnFailure: true },
    );

  test("every admitted request is answered within 5 s", () => {
    property((routes) => {
      for (const { longest } of routes) expect(longest).toBeLessThan(5_000);
    });
  });

  test("no request is refused while fewer than four of its route wait", () => {
    property((routes) => {
      for (const { refusedBelowFloor } of routes) expect(refusedBelowFloor).toBe(0);
    });
  });

  test("each route gets its share of the time, and no time is wasted", () => {
    property((routes) => {
      const shareOf = ({ settled, alone }: (typeof routes)[number]) => settled / SETTLED / alone;
      for (const one of routes) {
        const least = Math.min(one.times, 1 / routes.length) * 0.95 - 2 / (SETTLED * one.alone);
        expect(shareOf(one)).toBeGreaterThan(least);
      }
      const wanted = Math.min(
        1,
        routes.reduce((sum, { times }) => sum + times, 0),
      );
      const got = routes.reduce((sum, one) => sum + shareOf(one), 0);
      expect(got).toBeGreaterThan(wanted * 0.95 - 0.05);
    });
  });
});

describe("the rate of a route", () => {
  test("does not depend on the measuring intervals while it is constant", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1 }), (spans) => {
        const rate = spans.reduce((before, span) => nextRate(before, span / 10, span), 100);
        expect(rate).toBeCloseTo(100);
      }),
    );
  });

  test("follows a change within seconds, and returns to 0 while the route is idle", () => {
    let rate = 0;
    for (let tick = 0; tick < 30; tick++) rate = nextRate(rate, 30, 100);
    expect(rate).toBeGreaterThan(280);
    expect(nextRate(rate, 0, 60_000)).toBeLessThan(1);
  });
});

test.each([
  ["of votes", true, 1, 256],
  ["of other requests, on a busy event loop,", false, 0.9, 4],
  ["of other requests, while the event loop waits for the database,", false, 0.5, 20],
])("the right number %s may run at a time", (_case, manyAtOnce, utilization, slots) => {
  expect(slotsOf({ manyAtOnce }, utilization, 20)).toBe(slots);
});

test.each([
  ["whose body is complete", { runningMs: 400, received: true, answered: false }, [true, true]],
  [
    "whose body arrives at once",
    { runningMs: 100, received: false, answered: false },
    [true, true],
  ],
  ["that runs for a long time", { runningMs: 600, received: true, answered: false }, [true, false]],
  [
    "whose client sends slowly",
    { runningMs: 300, received: false, answered: false },
    [false, false],
  ],
  ["that is being answered", { runningMs: 100, received: true, answered: true }, [false, false]],
])(
  "whether a request %s waits for the gateway, and whether it holds a slot",
  (_case, request, expected) => {
    expect([waitsForGateway(request), holdsSlot(request)]).toEqual(expected);
  },
);
