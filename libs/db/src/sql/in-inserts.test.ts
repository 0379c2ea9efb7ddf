import { inInserts } from "./queryable";

test("rows are inserted in parts of at most 50, in their order", () => {
  const rows = Array.from({ length: 120 }, (_, at) => at);
  const parts = inInserts(rows);
  expect(parts.map((part) => part.length)).toEqual([50, 50, 20]);
  expect(parts.flat()).toEqual(rows);
});

test("no rows need no insert", () => {
  expect(inInserts([])).toEqual([]);
});
