// Covers docs/reference/pages.md: places-on-pages

import { distanceText, metersAlong, metersBetween, roundDistance } from "./distances";

test("distances along the ground are those of atlases", () => {
  const [berlin, paris, sydney] = [
    [13.405, 52.52],
    [2.352, 48.857],
    [151.209, -33.868],
  ] as const;
  expect(metersBetween(berlin, paris) / 1_000).toBeCloseTo(878, -1);
  expect(metersBetween(berlin, sydney) / 1_000).toBeCloseTo(16_090, -2);
  expect(metersBetween(paris, paris)).toBe(0);
});

test("a route is as long as all of its parts", () => {
  const positions = [
    [0, 0],
    [0, 1],
    [0, 0],
  ] as const;
  expect(metersAlong(positions) / 1_000).toBeCloseTo(222.4, 1);
});

test.each([
  [42.4, "42 m"],
  [847, "850 m"],
  [996, "1 km"],
  [1_234, "1.2 km"],
  [12_345, "12 km"],
])("%d meters are read as %s", (meters, text) => {
  expect(distanceText(meters, "en")).toBe(text);
});

test("German distances have a comma", () => {
  expect(distanceText(1_234, "de")).toBe("1,2 km");
});

test.each([
  [7, 5],
  [19, 10],
  [499, 200],
  [500, 500],
  [1_000_000, 1_000_000],
])("the scale bar of %d meters is %d meters long", (most, length) => {
  expect(roundDistance(most)).toBe(length);
});
