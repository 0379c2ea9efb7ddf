import { groupBy } from "./index";

test("groups, and the values of each, keep the order of the values", () => {
  const groups = groupBy(["tea", "milk", "toast", "mint"], ([first]) => first);
  expect([...groups]).toEqual([
    ["t", ["tea", "toast"]],
    ["m", ["milk", "mint"]],
  ]);
});

test("no values have no groups", () => {
  expect(groupBy([], (value) => value).size).toBe(0);
});
