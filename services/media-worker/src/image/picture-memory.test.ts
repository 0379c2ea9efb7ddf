import type { InspectedMedia } from "@polls/media";
import { picturesOf } from "@polls/media/derivatives";
import { pictureMemory } from "./render-image";

const MB = 1024 * 1024;
const media = (width: number, height: number, more: Partial<InspectedMedia> = {}) => ({
  kind: "image" as const,
  format: "jpeg" as const,
  contentType: "image/jpeg",
  width,
  height,
  ...more,
});
const megabytes = (...given: Parameters<typeof media>) =>
  pictureMemory(media(...given), picturesOf.image) / MB;

test("two photos of a camera fit into 240 MB", () => {
  expect(megabytes(6_000, 4_000, { heldBytes: 20 * MB })).toBeLessThan(120);
});

test("a small picture needs little more memory than its process", () => {
  expect(megabytes(400, 300)).toBeLessThan(50);
});

test("bytes held by the decoder count if they exceed the memory for encoding", () => {
  expect(megabytes(6_000, 4_000, { heldBytes: 10 * MB })).toBe(megabytes(6_000, 4_000));
  expect(megabytes(6_000, 4_000, { heldBytes: 170 * MB })).toBeGreaterThan(215);
});

test("colors that are converted from 16 bits need a larger copy", () => {
  const more = megabytes(4_000, 3_000, { deepColors: true }) - megabytes(4_000, 3_000);
  expect(more).toBeGreaterThan(20);
  expect(more).toBeLessThan(30);
});

test("transparency needs more memory", () => {
  expect(megabytes(4_000, 4_000, { transparent: true })).toBeGreaterThan(
    1.5 * megabytes(4_000, 4_000),
  );
});
