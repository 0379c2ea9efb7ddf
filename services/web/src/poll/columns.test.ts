// Covers docs/reference/pages.md: looks-of-a-poll

import { layOutRows } from "./columns";

test("entries of a row begin at the same height, below the highest entry of the row before", () => {
  const layout = layOutRows([10, 30, 20, 0, 40], { columns: 2, gap: 5 });
  expect(layout.tops).toEqual([0, 0, 35, 35, 35]);
  expect(layout.columns).toEqual([0, 1, 0, 1, 1]);
  expect(layout.height).toBe(75);
});

test("a list without entries has no height", () => {
  expect(layOutRows([], { columns: 3, gap: 5 }).height).toBe(0);
});
