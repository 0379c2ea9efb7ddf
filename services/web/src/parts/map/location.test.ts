// Covers docs/reference/pages.md: results-on-pages

import { locationOf, type OptionLocation, viewOfPlaces } from "./location";
import { linesBetween, shareIn, worldsIn } from "./map-view";

const at = (...positions: OptionLocation["positions"]): OptionLocation => ({
  shape: "point",
  positions,
  radius: undefined,
});

test.each<[string, readonly OptionLocation[]]>([
  ["one location", [at([13.4, 52.5])]],
  ["two neighbors", [at([13.4, 52.5]), at([13.41, 52.51])]],
  ["both ends of the world", [at([-180, -90]), at([180, 90])]],
  ["a corner of the world", [at([179.99, 89.99])]],
  [
    "places around the globe",
    [
      at([11.6, 48.1]),
      at([174.8, -36.8]),
      at([-52.7, 47.6]),
      at([-157.9, 21.3]),
      at([178.4, -18.1]),
    ],
  ],
  ["places on all continents", [-170, -110, -50, 10, 70, 130].map((east) => at([east, 0]))],
  ["a large circle", [{ shape: "circle", positions: [[0, 0]], radius: 3_000_000 }]],
])("a map shows all of %s, with grid lines", (_what, locations) => {
  const view = viewOfPlaces(
    locations.map((location) => ({ location })),
    1.5,
  );
  const { left, width, every } = view;
  for (const position of locations.flatMap(({ positions }) => positions)) {
    for (const share of shareIn(view, position)) {
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
    }
  }
  const lines = linesBetween(left, left + width, every);
  expect(lines.length).toBeGreaterThanOrEqual(3);
  expect(lines.length).toBeLessThan(40);
});

test("neighbors across the meridian of 180 degrees are close, with the land of both sides", () => {
  const view = viewOfPlaces(
    [at([178.4, -18.1]), at([-171.8, -13.8])].map((location) => ({ location })),
  );
  expect(view.width).toBeLessThan(20);
  expect(worldsIn(view)).toEqual([0, 360]);
});

test.each([[undefined], [{}], [{ coordinates: "north" }], [{ coordinates: [["a", "b"], [1]] }]])(
  "data without a position is no location: %j",
  (data) => {
    expect(locationOf({ data } as never)).toBeUndefined();
  },
);
