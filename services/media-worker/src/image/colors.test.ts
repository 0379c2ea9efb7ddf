// Covers docs/reference/media.md: animated-pictures, colors-of-pictures

import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { picturesOf } from "@polls/media/derivatives";
import sharp from "sharp";
import { temporaryDirectory } from "../../testing/temporary-directory";
import { conversionOf, convertToSrgb } from "./colors";
import { type PictureFormat, pictureFile } from "./picture-task";
import { renderPictures } from "./render-pictures";

let root: string;
beforeAll(async () => {
  root = await temporaryDirectory();
});
const openAllLoaders = () => sharp.unblock({ operation: ["VipsForeignLoad"] });
afterAll(openAllLoaders);

/** The pixels of the rendered picture. */
async function shown(content: Buffer, format: PictureFormat) {
  const directory = await mkdtemp(join(root, "job-"));
  await writeFile(join(directory, "original"), content);
  const facts = { format, rotation: 0, maxPixels: 1_000_000, names: picturesOf.image } as const;
  const answer = await renderPictures({ directory, input: "original", ...facts });
  openAllLoaders();
  if (!answer.ok) throw new Error(answer.detail);
  const large = await readFile(join(directory, pictureFile("large")));
  return sharp(large).raw().toBuffer({ resolveWithObject: true });
}

type Color = readonly [number, number, number];
const SIDE = 10;

/** A PNG with a square of each color, and chunks about its colors. */
async function squares(colors: readonly Color[], chunks: Buffer, deep = false): Promise<Buffer> {
  const samples = Array.from({ length: SIDE }, () =>
    colors.flatMap((color) => Array.from({ length: SIDE }, () => color)),
  ).flat(2);
  const data = deep ? Uint16Array.from(samples) : Uint8Array.from(samples);
  const raw = { width: SIDE * colors.length, height: SIDE, channels: 3 } as const;
  const image = sharp(data, { raw });
  const png = await (deep ? image.toColourspace("rgb16") : image).png().toBuffer();
  return Buffer.concat([png.subarray(0, 33), chunks, png.subarray(33)]);
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const whole = Buffer.alloc(typed.length + 8);
  whole.writeUInt32BE(content.length);
  typed.copy(whole, 4);
  whole.writeUInt32BE(crc32(typed), typed.length + 4);
  return whole;
}
const words = (...values: readonly number[]) => {
  const content = Buffer.alloc(values.length * 4);
  for (const [n, value] of values.entries()) content.writeUInt32BE(value, n * 4);
  return content;
};
const cicp = (primaries: number, transfer: number) =>
  chunk("cICP", Buffer.from([primaries, transfer, 0, 1]));

/** The colors of the squares of a picture. */
function colorsIn({ data, info }: Awaited<ReturnType<typeof shown>>): readonly Color[] {
  return Array.from({ length: info.width / SIDE }, (_, n) => {
    const at = (info.width * (SIDE / 2) + n * SIDE + SIDE / 2) * info.channels;
    return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
  });
}

const encode = (light: number) => {
  const linear = Math.min(1, Math.max(0, light));
  return Math.round(
    255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055),
  );
};
const decode = (code: number) =>
  code / 255 <= 0.04045 ? code / 255 / 12.92 : ((code / 255 + 0.055) / 1.055) ** 2.4;
const times = ([a, b, c]: readonly [Color, Color, Color], color: Color): Color => [
  dot(a, color),
  dot(b, color),
  dot(c, color),
];
const dot = (row: Color, color: Color) => row[0] * color[0] + row[1] * color[1] + row[2] * color[2];
const each = (color: Color, change: (value: number) => number): Color => [
  change(color[0]),
  change(color[1]),
  change(color[2]),
];

/** SMPTE ST 2084, from candela per square meter to 16 bits. */
function pq(nits: number): number {
  const light = (nits / 10_000) ** (2_610 / 16_384);
  const code = (3_424 / 4_096 + (2_413 / 128) * light) / (1 + (2_392 / 128) * light);
  return Math.round(65_535 * code ** (2_523 / 32));
}

function expectNear(found: readonly Color[], expected: readonly Color[], by: number) {
  const differences = found.flatMap((color, n) =>
    color.map((value, channel) => Math.abs(value - (expected[n]?.[channel] ?? Number.NaN))),
  );
  expect(found).toHaveLength(expected.length);
  if (!(Math.max(...differences) <= by)) expect(found).toEqual(expected);
}

const WHITE: Color = [255, 255, 255];
const colors: readonly Color[] = [
  [255, 255, 255],
  [0, 0, 0],
  [255, 0, 0],
  [40, 120, 200],
  [128, 128, 128],
];
/** ITU-R BT.2087, from the primaries of sRGB to those of BT.2020. */
const TO_2020: readonly [Color, Color, Color] = [
  [0.6274, 0.3293, 0.0433],
  [0.0691, 0.9195, 0.0114],
  [0.0164, 0.088, 0.8956],
];
/** From Display P3 to sRGB, as CSS Color 4 lists it. */
const FROM_P3: readonly [Color, Color, Color] = [
  [1.2249, -0.2247, 0],
  [-0.042, 1.0419, 0],
  [-0.0197, -0.0786, 1.0979],
];
const p3 = colors.map((color) => each(times(FROM_P3, each(color, decode)), encode));

describe("colors told by CICP", () => {
  test("PQ and BT.2020 up to the white of standard range are those of sRGB", async () => {
    const coded = colors.map((color) =>
      each(times(TO_2020, each(color, decode)), (light) => pq(Math.max(0, light) * 203)),
    );
    expectNear(colorsIn(await shown(await squares(coded, cicp(9, 16), true), "png")), colors, 2);
  });

  test("PQ above white is mapped: the brightest is white, the dark is unchanged", async () => {
    const coded = [1_000, 203, 20].map((nits) => each(WHITE, () => pq(nits)));
    const [brightest, white, dark] = colorsIn(
      await shown(await squares(coded, cicp(9, 16), true), "png"),
    );
    expectNear(
      [brightest ?? [0, 0, 0], dark ?? [0, 0, 0]],
      [[255, 255, 255], each(WHITE, () => encode(20 / 203))],
      1,
    );
    expect(white?.[0]).toBeGreaterThan(190);
    expect(white?.[0]).toBeLessThan(250);
  });

  test("HLG: the brightest is white, and gray stays gray", async () => {
    const coded = [1, 0.5, 0].map((code) => each(WHITE, () => Math.round(code * 65_535)));
    const found = colorsIn(await shown(await squares(coded, cicp(9, 18), true), "png"));
    // Half of the signal is a twelfth of the light of the scene, then the gamma of the display.
    const half = encode((1_000 * (1 / 12) ** 1.2) / 203);
    expectNear(
      found,
      [
        [255, 255, 255],
        [half, half, half],
        [0, 0, 0],
      ],
      2,
    );
  });

  test("Display P3 is converted like an ICC profile", async () => {
    const found = colorsIn(await shown(await squares(colors, cicp(12, 13)), "png"));
    expectNear(found, p3, 2);
    const raw = Buffer.from(colors.flat());
    const marked = await sharp(raw, { raw: { width: colors.length, height: 1, channels: 3 } })
      .resize(colors.length * SIDE, SIDE, { kernel: "nearest", fit: "fill" })
      .png()
      .toBuffer();
    const tagged = await sharp(marked).withIccProfile("p3").png().toBuffer();
    expect((await sharp(tagged).metadata()).hasProfile).toBe(true);
    expectNear(colorsIn(await shown(tagged, "png")), colors, 2);
  });

  test("in an AVIF they are converted too", async () => {
    const png = await squares(colors, Buffer.alloc(0));
    const avif = await sharp(png)
      .withIccProfile("srgb")
      .avif({ quality: 100, chromaSubsampling: "4:4:4" })
      .toBuffer();
    // The box of a profile is made one of code points: Display P3, sRGB, BT.601, full range.
    const box = avif.indexOf("colrrICC") + 4;
    expect(box).toBeGreaterThan(4);
    Buffer.from("nclx\0\x0c\0\x0d\0\x06\x80", "latin1").copy(avif, box);
    expectNear(colorsIn(await shown(avif, "avif")), p3, 4);
  });
});

describe("colors told by chunks of a PNG", () => {
  test("gAMA is honored", async () => {
    const found = colorsIn(
      await shown(await squares(colors, chunk("gAMA", words(100_000))), "png"),
    );
    expectNear(
      found,
      colors.map((color) => each(color, (value) => encode(value / 255))),
      1,
    );
  });

  test("cHRM is honored", async () => {
    const points = words(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000);
    const chunks = Buffer.concat([chunk("gAMA", words(45_455)), chunk("cHRM", points)]);
    expectNear(colorsIn(await shown(await squares(colors, chunks), "png")), p3, 2);
  });

  test.each([
    ["sRGB takes precedence", [chunk("sRGB", Buffer.from([0])), chunk("gAMA", words(100_000))]],
    ["the usual gamma changes nothing", [chunk("gAMA", words(45_455))]],
    ["a gamma of zero is ignored", [chunk("gAMA", words(0))]],
    ["points without an area are ignored", [chunk("cHRM", words(1, 1, 1, 1, 1, 1, 1, 1))]],
  ])("%s", async (_case, chunks) => {
    const png = await squares(colors, Buffer.concat(chunks));
    expect(colorsIn(await shown(png, "png"))).toEqual(colors);
  });
});

test("a tiny picture keeps every pixel", async () => {
  const data = Buffer.from(Array.from({ length: 7 * 5 * 3 }, (_, n) => (n * 97) % 256));
  const png = await sharp(data, { raw: { width: 7, height: 5, channels: 3 } })
    .png()
    .toBuffer();
  expect((await shown(png, "png")).data.equals(data)).toBe(true);
});

test("of a sequence of AVIF, the still picture is shown", async () => {
  const avif = await sharp(await squares(colors, Buffer.alloc(0)))
    .avif({ quality: 100, chromaSubsampling: "4:4:4" })
    .toBuffer();
  avif.write("avis", 8, "latin1");
  expectNear(colorsIn(await shown(avif, "avif")), colors, 4);
});

test("transparency is kept, and the pixels of sRGB need no conversion", () => {
  const linear = conversionOf({ kind: "cicp", primaries: 1, transfer: 8 });
  if (linear === undefined) throw new Error("there is no conversion");
  const half = Buffer.from(Uint16Array.from([0, 32_768, 65_535, 0x8000]).buffer);
  const converted = convertToSrgb(half, { channels: 4, deep: true }, linear);
  expect([...converted]).toEqual([0, 188, 255, 128]);
  expect(conversionOf({ kind: "cicp", primaries: 1, transfer: 13 })).toBeUndefined();
  expect(conversionOf({ kind: "cicp", primaries: 2, transfer: 2 })).toBeUndefined();
});
