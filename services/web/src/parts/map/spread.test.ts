// Covers docs/reference/pages.md: places-on-pages

import { spread } from "./spread";

const box = { width: 165, height: 110, gap: 2 };
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

test("a circle that is moved does not lie where another one belongs", () => {
  // The second would move to the right, onto the third, which comes later.
  const circles = [at(60, 50), at(60, 50), at(92, 50)];
  const [, moved] = spread(circles, box);
  expect(Math.hypot((moved?.x ?? 0) - 92, (moved?.y ?? 0) - 50)).toBeGreaterThanOrEqual(14);
  expect(moved).not.toEqual(circles[1]);
});

test("without room for all, no circle hides the number of another", () => {
  const tiny = { width: 18.7, height: 12.5, gap: 0.2 };
  const many = Array.from({ length: 100 }, (_, n) => ({ x: 9 + (n % 3), y: 6, radius: 0.83 }));
  const placed = spread(many, tiny);
  for (const [index, { x, y }] of placed.entries()) {
    expect(Math.min(x, y, tiny.width - x, tiny.height - y)).toBeGreaterThanOrEqual(0.82);
    for (const other of placed.slice(index + 1))
      expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThan(0.83);
  }
});

test("circles with room stay where they are", () => {
  const circles = [at(20, 20), at(60, 20), at(100, 90)];
  expect(spread(circles, box)).toEqual(circles);
});
