// Covers docs/reference/options.md: locations
// Covers docs/reference/requests.md: bodies

import { readLocation } from "./location";

describe("readLocation", () => {
  const a = [1, 2];
  test.each([
    ["point", { coordinates: [a] }, true],
    ["point", { coordinates: [a, a] }, false],
    ["route", { coordinates: [a, a] }, true],
    ["route", { coordinates: [a] }, false],
    ["polygon", { coordinates: [a, a, a] }, true],
    ["polygon", { coordinates: [a, a] }, false],
    ["rectangle", { coordinates: [a, a] }, true],
    ["circle", { coordinates: [a], radius: 5 }, true],
    ["rectangle", { coordinates: [a] }, false],
    ["circle", { coordinates: [a] }, false],
    ["circle", { coordinates: [a], radius: 0 }, false],
    ["circle", { coordinates: [a], radius: 20_037_509 }, true],
    ["circle", { coordinates: [a], radius: 20_037_510 }, false],
    ["circle", { coordinates: [a, a], radius: 5 }, false],
    ["point", { coordinates: [a], radius: 5 }, false],
    ["point", { coordinates: [[181, 0]] }, false],
    ["point", { coordinates: [a], color: 1 }, false],
    ["point", "here", false],
  ] as const)("a %s with the data %j is valid: %s", (type, data, ok) => {
    expect(readLocation(type, data).ok).toBe(ok);
  });

  test("every problem has its path", () => {
    expect(readLocation("circle", { coordinates: [[181, 0], [0]], color: 1 })).toEqual({
      ok: false,
      errors: {
        "data.color": ["is not a known field"],
        "data.coordinates": ["must have 1 coordinates for a circle"],
        "data.coordinates.0.0": ["must be at most 180"],
        "data.coordinates.1": ["must have 2 or more entries"],
        "data.radius": ["is required"],
      },
    });
  });

  test.each(["route", "polygon"] as const)("a %s has at most 1,000 positions", (type) => {
    expect(readLocation(type, { coordinates: Array(1_000).fill(a) }).ok).toBe(true);
    expect(readLocation(type, { coordinates: Array(1_001).fill(a) }).ok).toBe(false);
  });
});
