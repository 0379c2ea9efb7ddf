// Covers docs/reference/media.md: hard-caps, jpeg-xl
// Covers docs/reliability.md: hostile-files

import { bytesInMemory } from "./byte-source";
import { defaultCaps, exceededCap } from "./caps";
import { inspectMedia } from "./inspect-media";
import {
  losslessWebp,
  plainWebp,
  tinyGif,
  tinyHeif,
  tinyJpeg,
  tinyJxl,
  tinyPng,
  tinyTiff,
  tinyWebp,
  webpFlags,
} from "./testing/tiny-files";

async function inspect(content: Uint8Array) {
  const inspection = await inspectMedia(bytesInMemory(content));
  if (!inspection.ok) throw new Error(inspection.detail);
  return inspection.media;
}

const [halved, full] = [
  [0x22, 0x11, 0x11],
  [0x11, 0x11, 0x11],
];
const cmyk = [0x11, 0x11, 0x11, 0x11];
const jpeg = (marker: number, factors: readonly number[], inScan?: number) =>
  tinyJpeg(8_000, 4_000, 1, 0, { marker, factors, ...(inScan === undefined ? {} : { inScan }) });
const [TILE_WIDTH, TILE_HEIGHT, BITS, COMPRESSION, SAMPLES, ROWS, PLANAR] = [
  0x142, 0x143, 0x102, 0x103, 0x115, 0x116, 0x11c,
];
const rgb = { [BITS]: [8, 8, 8], [SAMPLES]: 3 };
const tiff = (fields: Readonly<Record<number, number | readonly number[]>>) =>
  tinyTiff(8_000, 4_000, 1, { ...rgb, ...fields });

/**
 * Pictures of 8,000 by 4,000 pixels. 1,024 rows of RGB are a quarter of the picture, 0.77 bytes per
 * pixel.
 */
test.each<[string, Uint8Array, number]>([
  ["a baseline JPEG its rows", jpeg(0xc0, halved), 0.77],
  ["a progressive JPEG its coefficients too, 3 bytes a pixel", jpeg(0xc2, halved), 3.77],
  ["one of full color 7.2", jpeg(0xc2, full), 7.97],
  ["one with arithmetic coding the same", jpeg(0xca, full), 7.97],
  ["one of four colors 9.6, and wider rows", jpeg(0xc2, cmyk), 10.62],
  ["a baseline JPEG whose colors come one after the other", jpeg(0xc0, halved, 1), 3.77],
  ["a PNG its rows, twice", tinyPng(8_000, 4_000), 1.54],
  ["one of 16 bits with transparency", tinyPng(8_000, 4_000, 1, { depth: 16, colorType: 6 }), 8.19],
  ["an interlaced PNG all of it", tinyPng(8_000, 4_000, 1, { interlaced: true }), 4.54],
  [
    "an interlaced one with a transparent color",
    tinyPng(8_000, 4_000, 1, { interlaced: true, keyed: true }),
    11.17,
  ],
  ["a lossy WebP nothing", plainWebp(8_000, 4_000), 0],
  ["a lossless WebP all of it", losslessWebp(8_000, 4_000), 4],
  ["a WebP that may be lossless", tinyWebp(8_000, 4_000), 4],
  ["one with transparency", tinyWebp(8_000, 4_000, 1, webpFlags.alpha), 6.5],
  ["one that moves", tinyWebp(8_000, 4_000, 1, webpFlags.animated), 8],
  ["a GIF its canvas", tinyGif(8_000, 4_000, 1), 4.5],
  ["a GIF that restores its canvas, a copy of it too", tinyGif(8_000, 4_000, 3), 8.5],
  ["a GIF that does so in the way of some encoders", tinyGif(8_000, 4_000, 4), 8.5],
  ["a GIF whose first frame is not found", tinyGif(8_000, 4_000), 8.5],
  ["a TIFF in one strip its rows", tiff({}), 1.54],
  ["one of 16 bits", tiff({ [BITS]: [16, 16, 16] }), 3.07],
  ["one whose colors lie apart, in one strip", tiff({ [PLANAR]: 2 }), 7.54],
  ["one whose colors lie apart, in small strips", tiff({ [PLANAR]: 2, [ROWS]: 16 }), 1.56],
  ["one of JPEG in one strip", tiff({ [COMPRESSION]: 7 }), 7.54],
  ["one of small tiles", tiff({ [TILE_WIDTH]: 256, [TILE_HEIGHT]: 256 }), 1.93],
  ["one of one tile", tiff({ [TILE_WIDTH]: 8_000, [TILE_HEIGHT]: 4_000 }), 7.54],
  ["an AVIF", tinyHeif("avif", 8_000, 4_000), 14.15],
  ["one of full color", tinyHeif("avif", 8_000, 4_000, 0, { av1: 0 }), 17.3],
  ["one of 10 bits", tinyHeif("avif", 8_000, 4_000, 0, { av1: 0x4c }), 17.3],
  ["one without color", tinyHeif("avif", 8_000, 4_000, 0, { av1: 0x1c }), 13.1],
  ["one of tiles", tinyHeif("avif", 8_000, 4_000, 0, { tile: [512, 512] }), 4.96],
  [
    "a HEIC of tiles, its decoder and a copy",
    tinyHeif("heic", 8_000, 4_000, 0, { tile: [512, 512] }),
    3.88,
  ],
  ["a JPEG XL, and its decoder", tinyJxl(8_000, 4_000), 12.47],
  ["a gray one", tinyJxl(8_000, 4_000, { gray: true }), 18.47],
  ["one of more than 8 bits", tinyJxl(8_000, 4_000, { depth: 10 }), 42.47],
  ["one with a further channel", tinyJxl(8_000, 4_000, { channels: 1 }), 42.47],
  ["one with both", tinyJxl(8_000, 4_000, { channels: 1, depth: 12 }), 70.47],
  ["a HEIC in one piece", tinyHeif("heic", 8_000, 4_000), 9.83],
  [
    "a cropped HEIC of tiles",
    tinyHeif("heic", 8_000, 4_000, 0, { tile: [512, 512], others: ["clap"] }),
    9.83,
  ],
])("%s", async (_what, content, bytesPerPixel) => {
  const { heldBytes = 0 } = await inspect(content);
  expect(heldBytes / (8_000 * 4_000)).toBeCloseTo(bytesPerPixel, 2);
});

test("memory counts the file when the decoder maps it", async () => {
  const [small, padded] = [tinyJpeg(400, 300), tinyJpeg(400, 300, 1, 5)];
  const [without, withIt] = [await inspect(small), await inspect(padded)];
  expect((withIt.heldBytes ?? 0) - (without.heldBytes ?? 0)).toBe(padded.length - small.length);
});

test.each<[string, Uint8Array, boolean]>([
  ["a JPEG", tinyJpeg(40, 30), false],
  ["a PNG without alpha", tinyPng(40, 30), false],
  ["a PNG with alpha", tinyPng(40, 30, 1, { colorType: 6 }), true],
  ["a PNG with a transparent color", tinyPng(40, 30, 1, { keyed: true }), true],
  ["a lossless WebP with alpha", losslessWebp(40, 30, true), true],
  ["a lossless WebP without alpha", losslessWebp(40, 30), false],
  ["a WebP with the flag", tinyWebp(40, 30, 1, webpFlags.alpha), true],
  ["a GIF", tinyGif(40, 30), true],
  ["a TIFF of four samples", tinyTiff(40, 30, 1, { [BITS]: 8, [SAMPLES]: 4 }), true],
  ["an AVIF with a picture of its alpha", tinyHeif("avif", 40, 30, 0, { others: ["auxC"] }), true],
  ["an AVIF without alpha", tinyHeif("avif", 40, 30), false],
  ["a JPEG XL with a further channel", tinyJxl(40, 30, { channels: 1 }), true],
  ["a JPEG XL without", tinyJxl(40, 30), false],
])("tells whether there may be transparency: %s", async (_what, content, transparent) => {
  expect((await inspect(content)).transparent).toBe(transparent);
});

/** The largest picture that is accepted by default, and a larger one. */
test.each<[string, Uint8Array, "memory" | "pixels" | undefined]>([
  ["a JPEG of 200 megapixels", tinyJpeg(14_142, 14_142, 1, 0, { factors: halved }), undefined],
  [
    "a progressive JPEG of 200 megapixels",
    tinyJpeg(14_142, 14_142, 1, 0, { marker: 0xc2, factors: halved }),
    "pixels",
  ],
  [
    "a baseline JPEG of 200 megapixels whose colors come one after the other",
    tinyJpeg(14_142, 14_142, 1, 0, { factors: halved, inScan: 1 }),
    "pixels",
  ],
  ["a JPEG of 100 megapixels", tinyJpeg(10_000, 10_000, 1, 0, { factors: halved }), undefined],
  ["a PNG of 100 megapixels and 16 bits", tinyPng(10_000, 10_000, 1, { depth: 16 }), undefined],
  [
    "a progressive JPEG of 48 megapixels",
    tinyJpeg(8_000, 6_000, 1, 0, { marker: 0xc2, factors: halved }),
    undefined,
  ],
  [
    "a progressive JPEG of 100 megapixels",
    tinyJpeg(10_000, 10_000, 1, 0, { marker: 0xc2, factors: halved }),
    undefined,
  ],
  [
    "a progressive JPEG of 64 megapixels in full color",
    tinyJpeg(9_000, 7_200, 1, 0, { marker: 0xc2, factors: full }),
    undefined,
  ],
  [
    "a progressive JPEG of 100 megapixels in full color",
    tinyJpeg(10_000, 10_000, 1, 0, { marker: 0xc2, factors: full }),
    "memory",
  ],
  [
    "a PNG of 100 megapixels with transparency",
    tinyPng(10_000, 10_000, 1, { colorType: 6 }),
    undefined,
  ],
  [
    "a PNG of 100 megapixels with transparency and 16 bits",
    tinyPng(10_000, 10_000, 1, { colorType: 6, depth: 16 }),
    undefined,
  ],
  [
    "a gray PNG of 100 megapixels with transparency",
    tinyPng(10_000, 10_000, 1, { colorType: 4 }),
    undefined,
  ],
  [
    "an interlaced PNG of 100 megapixels",
    tinyPng(10_000, 10_000, 1, { interlaced: true }),
    undefined,
  ],
  [
    "an interlaced PNG of 100 megapixels with transparency",
    tinyPng(10_000, 10_000, 1, { colorType: 6, interlaced: true }),
    "memory",
  ],
  ["a GIF of 98 megapixels", tinyGif(9_900, 9_900, 1), undefined],
  ["a GIF of 98 megapixels that restores its canvas", tinyGif(9_900, 9_900, 3), "memory"],
  ["a WebP of 98 megapixels", tinyWebp(9_900, 9_900), undefined],
  ["a panorama of 65,000 pixels", tinyJpeg(65_000, 1_500, 1, 0, { factors: halved }), undefined],
  ["an AVIF of a telephone, 12 megapixels", tinyHeif("avif", 4_032, 3_024), undefined],
  ["an AVIF of 24 megapixels in one piece", tinyHeif("avif", 6_000, 4_000), undefined],
  ["an AVIF of 48 megapixels in one piece", tinyHeif("avif", 8_000, 6_000), "memory"],
  [
    "an AVIF of 24 megapixels in tiles",
    tinyHeif("avif", 6_000, 4_000, 0, { tile: [512, 512] }),
    undefined,
  ],
  ["a JPEG XL of 12 megapixels", tinyJxl(4_032, 3_024), undefined],
  ["a JPEG XL of 24 megapixels", tinyJxl(6_000, 4_000), undefined],
  ["a JPEG XL of 48 megapixels", tinyJxl(8_000, 6_000), "memory"],
  [
    "a HEIC of a telephone, 48 megapixels",
    tinyHeif("heic", 8_064, 6_048, 0, { tile: [512, 512] }),
    undefined,
  ],
])("says what is too much: %s", async (_what, content, expected) => {
  const media = await inspect(content);
  const cap = exceededCap(defaultCaps, { ...media, byteSize: content.length }, "image");
  expect(cap).toBe(expected);
});
