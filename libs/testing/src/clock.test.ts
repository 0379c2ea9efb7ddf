// Covers docs/reliability.md: clock-skew

import { fakeClock } from "./clock";

test("the clock stands still until it is set", () => {
  const clock = fakeClock("2026-03-29T00:30:00Z");
  expect(clock.now().toISOString()).toBe("2026-03-29T00:30:00.000Z");
  clock.advance(90_000);
  expect(clock.now().toISOString()).toBe("2026-03-29T00:31:30.000Z");
  clock.set("2024-02-29T12:00:00Z");
  expect(clock.now().toISOString()).toBe("2024-02-29T12:00:00.000Z");
});

test("changing a returned date does not move the clock", () => {
  const clock = fakeClock();
  const before = clock.now().getTime();
  clock.now().setFullYear(1999);
  expect(clock.now().getTime()).toBe(before);
});

test("an invalid date is refused", () => {
  expect(() => fakeClock("tomorrow")).toThrow("tomorrow is not a moment");
});
