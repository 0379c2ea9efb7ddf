import type { Orientation } from "@polls/media";
import { type Rotation, rotationOf, rotations, transformOf } from "./orient";

test.each<[Orientation, Rotation, boolean, number]>([
  [1, 0, false, 0],
  [6, 0, false, 90],
  [6, 90, false, 180],
  [8, 90, false, 0],
  [3, 270, false, 90],
  [2, 90, true, 90],
  [7, 270, true, 0],
])("orientation %d and rotation %d", (orientation, rotation, mirrored, degrees) => {
  expect(transformOf(orientation, rotation)).toEqual({ mirrored, degrees });
});

test("four quarter turns are the identity", () => {
  for (const rotation of rotations) {
    expect(transformOf(1, rotationOf((rotation + 360) % 360))).toEqual(transformOf(1, rotation));
  }
  expect(rotationOf(45)).toBe(0);
  expect(rotationOf(null)).toBe(0);
});
