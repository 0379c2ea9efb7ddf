// Covers docs/reliability.md: webhooks-as-a-weapon

import { createPacer } from "./pacer";

const at = (ms: number) => new Date(1_000_000 + ms);

test("the deliveries of one second are sent at once, and the next ones wait, one after the other", () => {
  const pacer = createPacer(10);
  const waits = Array.from({ length: 14 }, () => pacer.admit("a", at(0)));
  expect(waits).toEqual([...Array(11).fill(0), 100, 200, 300]);
  expect(pacer.admit("b", at(0))).toBe(0);
  expect(pacer.admit("a", at(350))).toBe(0);
  expect(pacer.admit("a", at(60_000))).toBe(0);
});

test("a delivery that is sent in any case takes a part of the rate", () => {
  const pacer = createPacer(10);
  for (let n = 0; n < 14; n++) pacer.note("a", at(0));
  expect(pacer.admit("a", at(0))).toBe(400);
});

test("a busy key is kept when idle keys are removed", () => {
  const pacer = createPacer(1);
  for (let n = 0; n < 5; n++) pacer.note("busy", at(0));
  for (let n = 0; n < 20_000; n++) pacer.note(`key ${n}`, at(n / 20));
  expect(pacer.admit("busy", at(1_000))).toBe(3_000);
});

test.each([1_000, 1_150, 1_500, 5_000])(
  "600 waiting deliveries are all sent, at the configured rate, if the worker looks every %i ms",
  (everyMs) => {
    const pacer = createPacer(10);
    const due = Array.from({ length: 600 }, (_, number) => number * 100);
    let sent = 0;
    let now = 0;
    for (; sent < 600 && now < 3_600_000; now += everyMs) {
      for (const [number, time] of due.entries()) {
        if (time > now) continue;
        const lateMs = pacer.admit("a", at(now));
        due[number] = lateMs === 0 ? Number.POSITIVE_INFINITY : now + lateMs;
        if (lateMs === 0) sent += 1;
      }
      expect(sent).toBeLessThanOrEqual(11 + now / 100);
    }
    expect(sent).toBe(600);
    expect(now).toBeLessThan(2 * 60_000 * Math.max(1, everyMs / 1_000));
  },
);
