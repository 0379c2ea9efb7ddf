// Covers docs/reference/pages.md: results-on-pages

import { locationOf, type OptionLocation, viewOfPlaces } from "./location";
import { linesBetween } from "./map-view";

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
  ["a large circle", [{ shape: "circle", positions: [[0, 0]], radius: 3_000_000 }]],
])("a map shows all of %s within the world, with grid lines", (_what, locations) => {
  const { left, top, width, height, every } = viewOfPlaces(
    locations.map((location) => ({ location })),
  );
  for (const [longitude, latitude] of locations.flatMap(({ positions }) => positions)) {
    expect(longitude).toBeGreaterThanOrEqual(left);
    expect(longitude).toBeLessThanOrEqual(left + width);
    expect(latitude).toBeLessThanOrEqual(top);
    expect(latitude).toBeGreaterThanOrEqual(top - height);
  }
  expect(left).toBeGreaterThanOrEqual(-180);
  expect(left + width).toBeLessThanOrEqual(180);
  const lines = linesBetween(left, left + width, every);
  expect(lines.length).toBeGreaterThanOrEqual(3);
  expect(lines.length).toBeLessThan(40);
});

test.each([[undefined], [{}], [{ coordinates: "north" }], [{ coordinates: [["a", "b"], [1]] }]])(
  "data without a position is no location: %j",
  (data) => {
    expect(locationOf({ data } as never)).toBeUndefined();
  },
);
