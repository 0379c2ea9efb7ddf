import { rateLimited } from "./logger";

test("a repeated message is logged at intervals, with the number of suppressed messages", () => {
  let now = 0;
  const told: [Record<string, unknown>, string][] = [];
  const complain = rateLimited(
    (facts, text) => void told.push([facts, text]),
    1_000,
    () => now,
  );
  for (now = 0; now < 1_000; now += 100) complain({ at: now }, "queue error");
  complain({}, "another");
  now = 1_000;
  complain({ at: now }, "queue error");
  expect(told).toEqual([
    [{ at: 0, suppressed: 0 }, "queue error"],
    [{ suppressed: 0 }, "another"],
    [{ at: 1_000, suppressed: 9 }, "queue error"],
  ]);
});
