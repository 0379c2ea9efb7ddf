import { createShares } from "./shares";

function setUp() {
  let now = 0;
  const shares = createShares(8, () => now);
  const attempts: (() => void)[] = [];
  return {
    /** Begins a number of attempts and returns how many were allowed. */
    begin(owner: string, count: number): number {
      const begun = Array.from({ length: count }, () => shares.enter(owner)).filter(
        (leave) => leave !== undefined,
      );
      attempts.push(...begun);
      return begun.length;
    },
    endAll(afterMs: number): void {
      now += afterMs;
      for (const leave of attempts.splice(0)) leave();
    },
  };
}

test("an owner with fast endpoints may use all slots", () => {
  const { begin, endAll } = setUp();
  expect(begin("one", 8)).toBe(8);
  endAll(1_999);
  expect(begin("one", 8)).toBe(8);
});

test("an owner with slow endpoints gets a quarter of the slots, and others the rest", () => {
  const { begin, endAll } = setUp();
  begin("slow", 8);
  endAll(2_001);
  expect(begin("slow", 8)).toBe(2);
  expect(begin("other", 6)).toBe(6);
});

test("a fast response removes the limit", () => {
  const { begin, endAll } = setUp();
  begin("one", 1);
  endAll(10_000);
  expect(begin("one", 4)).toBe(2);
  endAll(20);
  expect(begin("one", 8)).toBe(8);
});
