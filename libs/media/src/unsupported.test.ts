// Covers docs/reference/media.md: rejected-pictures

import { bytesInMemory } from "./byte-source";
import { inspectMedia } from "./inspect-media";
import { boxedJxl, tinyHeif, tinyJpeg, tinyJxl, tinyPng, tinyTiff } from "./testing/tiny-files";

const inspect = (content: Uint8Array) => inspectMedia(bytesInMemory(content));

const [BITS, COMPRESSION, PHOTOMETRIC, SAMPLES, SAMPLE_FORMAT] = [258, 259, 262, 277, 339];
const tiff = (fields: Readonly<Record<number, number | readonly number[]>>) =>
  tinyTiff(40, 30, 1, { [BITS]: 8, [PHOTOMETRIC]: 2, [SAMPLES]: 3, ...fields });
const jpeg = (marker: number, depth = 8) => tinyJpeg(40, 30, 1, 0, { marker, depth });

/** A PNG whose first chunk is specific to Apple. */
const pngOfApp = () => {
  const png = Buffer.from(tinyPng(40, 30));
  const chunk = Buffer.from("\0\0\0\x04CgBI\x50\0\x20\x02\0\0\0\0", "latin1");
  return Buffer.concat([png.subarray(0, 8), chunk, png.subarray(8)]);
};

test.each<[string, Uint8Array]>([
  ["A JPEG of 12 bits", jpeg(0xc1, 12)],
  ["A lossless JPEG", jpeg(0xc3)],
  ["A hierarchical JPEG", jpeg(0xc5)],
  ["JPEG-LS", jpeg(0xf7)],
  ["A PNG of an iOS app", pngOfApp()],
  ["A TIFF in Zstandard", tiff({ [COMPRESSION]: 50_000 })],
  ["A TIFF in JPEG 2000", tiff({ [COMPRESSION]: 34_712 })],
  ["A TIFF of 12 bits", tiff({ [BITS]: [12, 12, 12] })],
  ["A TIFF of 32 bits", tiff({ [BITS]: [32, 32, 32] })],
  ["A TIFF of 32 bits", tiff({ [BITS]: 32, [PHOTOMETRIC]: 1, [SAMPLES]: 1 })],
  ["A TIFF of 8 bits, signed", tiff({ [BITS]: [8, 8, 8], [SAMPLE_FORMAT]: [2, 2, 2] })],
  ["A TIFF of 32 bits, signed", tiff({ [BITS]: [32, 32, 32], [SAMPLE_FORMAT]: [2, 2, 2] })],
  ["A TIFF of 16 bits, float", tiff({ [BITS]: [16, 16, 16], [SAMPLE_FORMAT]: [3, 3, 3] })],
  ["A TIFF of 32 bits, float", tiff({ [BITS]: [32, 32, 32], [SAMPLE_FORMAT]: [3, 3, 3] })],
  ["A TIFF of 64 bits, float", tiff({ [BITS]: [64, 64, 64], [SAMPLE_FORMAT]: [3, 3, 3] })],
  ["A TIFF of complex numbers", tiff({ [BITS]: [32, 32, 32], [SAMPLE_FORMAT]: [5, 5, 5] })],
  ["A TIFF of 3 channels below 8 bits", tiff({ [BITS]: [4, 4, 4] })],
  ["A TIFF of 2 channels below 8 bits", tiff({ [BITS]: 2, [PHOTOMETRIC]: 1, [SAMPLES]: 2 })],
  ["A TIFF of 3 channels below 8 bits", tiff({ [BITS]: [1, 1, 1] })],
  ["A TIFF of 5 channels", tiff({ [SAMPLES]: 5 })],
  ["A TIFF of 3 channels", tiff({ [PHOTOMETRIC]: 1 })],
  ["A TIFF in Lab colors", tiff({ [PHOTOMETRIC]: 8, [BITS]: [8, 8, 8] })],
  ["A JPEG XL in CMYK", tinyJxl(40, 30, { channels: 1, channelKind: 4 })],
  ["A JPEG XL in CMYK", boxedJxl(tinyJxl(40, 30, { channels: 1, channelKind: 4 }), 3)],
  ["A JPEG XL with an unknown channel", tinyJxl(40, 30, { channels: 1, channelKind: 15 })],
  [
    "A transparent JPEG XL in gray with more than 16 bits",
    tinyJxl(40, 30, { channels: 1, gray: true, depth: 24 }),
  ],
  [
    "A transparent JPEG XL in gray with more than 16 bits",
    tinyJxl(40, 30, { channels: 1, channelKind: 0, gray: true, float: true }),
  ],
])("a picture that the decoder does not support is refused by name: %s", async (detail, file) => {
  expect(await inspect(file)).toEqual({
    ok: false,
    problem: "unsupported",
    detail,
    advice: expect.stringMatching(/^save it/),
  });
});

test.each<[string, Uint8Array]>([
  ["a JPEG with arithmetic coding", jpeg(0xc9)],
  ["a TIFF of CMYK and transparency", tiff({ [PHOTOMETRIC]: 5, [SAMPLES]: 5 })],
  ["a TIFF of 16 bits in Lab colors", tiff({ [PHOTOMETRIC]: 8, [BITS]: [16, 16, 16] })],
  ["a TIFF of 4 bits in gray", tiff({ [BITS]: 4, [PHOTOMETRIC]: 1, [SAMPLES]: 1 })],
  ["a TIFF of 1 bit", tiff({ [BITS]: 1, [PHOTOMETRIC]: 0, [SAMPLES]: 1 })],
  ["a TIFF in WebP", tiff({ [COMPRESSION]: 50_001 })],
  ["an AVIF of 12 bits", tinyHeif("avif", 40, 30, 0, { av1: 0x6c })],
  ["a transparent JPEG XL in gray", tinyJxl(40, 30, { channels: 1, gray: true })],
  ["a JPEG XL of 24 bits", tinyJxl(40, 30, { depth: 24 })],
  ["a transparent one of floating-point numbers", tinyJxl(40, 30, { channels: 1, float: true })],
  ["a JPEG XL with a spot color", tinyJxl(40, 30, { channels: 1, channelKind: 2 })],
  ["a JPEG XL with a color filter", tinyJxl(40, 30, { channels: 1, channelKind: 5 })],
  ["a JPEG XL in gray of 24 bits", tinyJxl(40, 30, { gray: true, depth: 24 })],
])("a picture that the decoder supports is accepted: %s", async (_what, file) => {
  expect(await inspect(file)).toMatchObject({ ok: true, media: { width: 40, height: 30 } });
});
