import { partSize } from "./s3-upload";

const MIB = 1024 * 1024;
const GB = 1_000_000_000;

/** The most bytes that fit into this number of parts. */
const mostIn = (parts: number, expectedBytes?: number) =>
  Array.from({ length: parts }, (_, index) => partSize(index + 1, expectedBytes)).reduce(
    (sum, bytes) => sum + bytes,
    0,
  );

test("parts of a file of expected size are alike, and fit into the 1,000 parts of some providers", () => {
  for (const expected of [0, 1, 100 * GB, 200 * GB]) {
    const sizes = new Set(Array.from({ length: 800 }, (_, index) => partSize(index + 1, expected)));
    expect([expected, sizes.size]).toEqual([expected, 1]);
    expect(mostIn(800, expected)).toBeGreaterThanOrEqual(expected);
  }
  expect(partSize(1)).toBe(8 * MIB);
});

test("a file of unknown size may have 20 GB in 1,000 parts and 2 TB in 10,000, of at most 256 MiB", () => {
  expect(mostIn(1_000)).toBeGreaterThan(20 * GB);
  expect(mostIn(10_000)).toBeGreaterThan(2_000 * GB);
  expect(partSize(10_000)).toBe(256 * MIB);
});
