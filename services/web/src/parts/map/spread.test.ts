// Covers docs/reference/pages.md: places-on-pages

import { spread } from "./spread";

const box = { width: 165, height: 110 };
const at = (x: number, y: number) => ({ x, y, radius: 14 });

test("circles of one place lie beside each other, within the box", () => {
  const placed = spread([at(0, 0), at(0, 0), at(0, 0), at(160, 100), at(161, 100)], box);
  for (const [index, { x, y }] of placed.entries()) {
    expect(x).toBeGreaterThanOrEqual(14);
    expect(x).toBeLessThanOrEqual(151);
    expect(y).toBeGreaterThanOrEqual(14);
    expect(y).toBeLessThanOrEqual(96);
    for (const other of placed.slice(index + 1))
      expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThanOrEqual(28);
  }
});

test("circles with room stay where they are", () => {
  const circles = [at(20, 20), at(60, 20), at(100, 90)];
  expect(spread(circles, box)).toEqual(circles);
});
