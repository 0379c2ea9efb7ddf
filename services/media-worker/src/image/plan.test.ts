// Covers docs/reference/media.md: derivatives

import { type PictureName, picturesOf } from "@polls/media/derivatives";
import fc from "fast-check";
import { planPictures } from "./plan";

const sizesOf = (width: number, height: number, names: readonly PictureName[] = picturesOf.image) =>
  Object.fromEntries(
    planPictures({ width, height }, names).pictures.map(({ name, size }) => [
      name,
      [size.width, size.height],
    ]),
  );

test.each([
  [
    "a photo of 12 megapixels",
    4_000,
    3_000,
    [2_048, 1_536],
    [1_024, 768],
    [400, 300],
    [1_200, 630],
  ],
  ["the same held upright", 3_000, 4_000, [1_536, 2_048], [768, 1_024], [300, 400], [1_200, 630]],
  ["a square", 2_048, 2_048, [2_048, 2_048], [1_024, 1_024], [400, 400], [1_200, 630]],
  [
    "a picture smaller than all is not enlarged",
    100,
    68,
    [100, 68],
    [100, 68],
    [100, 68],
    [100, 53],
  ],
  [
    "a wide one keeps its pixels for the banner",
    4_096,
    800,
    [2_048, 400],
    [1_024, 200],
    [400, 78],
    [1_200, 630],
  ],
  ["too low for a whole banner", 2_000, 315, [2_000, 315], [1_024, 161], [400, 63], [600, 315]],
  ["a single pixel", 1, 1, [1, 1], [1, 1], [1, 1], [1, 1]],
  ["a line", 10_000, 1, [2_048, 1], [1_024, 1], [400, 1], [2, 1]],
])("%s", (_sentence, width, height, large, medium, thumb, social) => {
  expect(sizesOf(width, height)).toEqual({ large, medium, thumb, social });
});

test("a video's frame has no large picture, a cover is 600 px", () => {
  expect(sizesOf(1_280, 720, picturesOf.video)).toEqual({
    thumb: [400, 225],
    social: [1_200, 630],
  });
  expect(sizesOf(1_000, 1_500, picturesOf.audio)).toEqual({ cover: [400, 600] });
});

test("nothing is larger than the original or the working copy, and the size of the copy is bounded", () => {
  const side = fc.integer({ min: 1, max: 100_000 });
  const kind = fc.constantFrom<readonly PictureName[]>(...Object.values(picturesOf), []);
  fc.assert(
    fc.property(side, side, kind, (width, height, as) => {
      fc.pre(width * height <= 100_000_000);
      const { working, pictures } = planPictures({ width, height }, as);
      expect(working.width).toBeLessThanOrEqual(width);
      expect(working.height).toBeLessThanOrEqual(height);
      expect(working.width * working.height).toBeLessThanOrEqual(26_000_000);
      for (const { size, shape } of pictures) {
        expect(size.width).toBeLessThanOrEqual(working.width);
        expect(size.height).toBeLessThanOrEqual(working.height);
        expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1);
        if (shape.kind === "within") {
          expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(shape.longSide);
        }
      }
    }),
  );
});
