// Covers docs/reference/media.md: hard-caps
// Covers docs/reliability.md: hostile-files

import { z } from "zod";
import { type CapName, defaultCaps, exceededCap } from "./caps";
import { capsVariables, mediaCaps } from "./caps-environment";
import type { MediaKind } from "./formats";

const MB = 1_000_000;
const hour = 3_600_000;

test.each<[string, MediaKind, Parameters<typeof exceededCap>[1], CapName | undefined]>([
  ["an image of 50 MB is taken", "image", { byteSize: 50 * MB }, undefined],
  ["one byte more is not", "image", { byteSize: 50 * MB + 1 }, "bytes"],
  ["100 megapixels are taken", "image", { byteSize: 1, width: 10_000, height: 10_000 }, undefined],
  [
    "200 megapixels of a baseline JPEG are taken",
    "image",
    { byteSize: 1, width: 20_000, height: 10_000, shrinks: true },
    undefined,
  ],
  [
    "more of one are not",
    "image",
    { byteSize: 1, width: 20_001, height: 10_000, shrinks: true },
    "pixels",
  ],
  ["more are not", "image", { byteSize: 1, width: 10_001, height: 10_000 }, "pixels"],
  [
    "a plain file is not counted in pixels",
    "file",
    { byteSize: 1, width: 99_999, height: 99_999 },
    undefined,
  ],
  ["a video of 1 GB is taken", "video", { byteSize: 1_000 * MB }, undefined],
  ["a video of 2 h is taken", "video", { byteSize: 1, durationMs: 2 * hour }, undefined],
  ["a longer one is not", "video", { byteSize: 1, durationMs: 2 * hour + 1 }, "duration"],
  ["sound of any length is", "audio", { byteSize: 200 * MB, durationMs: 50 * hour }, undefined],
  ["above 200 MB it is not", "audio", { byteSize: 200 * MB + 1 }, "bytes"],
])("%s", (_sentence, as, file, expected) => {
  expect(exceededCap(defaultCaps, file, as)).toBe(expected);
});

test("a deployment may change each cap; without variables the defaults apply", () => {
  const schema = z.object(capsVariables);
  expect(mediaCaps(schema.parse({}))).toEqual(defaultCaps);
  expect(
    mediaCaps(schema.parse({ IMAGE_MAX_MEGAPIXELS: "7", VIDEO_MAX_MINUTES: "3" })),
  ).toMatchObject({
    imageMaxPixels: 7_000_000,
    videoMaxDurationMs: 180_000,
  });
});
