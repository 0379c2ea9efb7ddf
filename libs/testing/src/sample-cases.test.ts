import { sampleCases } from "./sample-cases";

const cases = [..."abcdefg"];
const withShift = (shift: number) => sampleCases(cases, 3, shift);

test("consecutive shifts cover all cases once", () => {
  const chosen = [0, 1, 2].flatMap(withShift);
  expect(chosen.sort()).toEqual(cases);
});

test("at least one case is chosen", () => {
  expect([0, 1, 2].flatMap((shift) => sampleCases(["a", "b"], 3, shift))).toHaveLength(3);
  expect(sampleCases([], 3, 0)).toEqual([]);
});

test("a run chooses the same cases each time", () => {
  expect(withShift(1)).toEqual(withShift(1));
  expect(withShift(4)).toEqual(withShift(1));
});
