// Covers docs/reference/media.md: camera-metadata, damaged-pictures, derivatives, layout, privacy, rejected-pictures
// Covers docs/reference/media.md: rotation
// Covers docs/reliability.md: served-files

import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bytesInMemory, inspectMedia, type Orientation } from "@polls/media";
import { picturesOf } from "@polls/media/derivatives";
import sharp, { type Sharp } from "sharp";
import { thumbHashToRGBA } from "thumbhash";
import { temporaryDirectory } from "../../testing/temporary-directory";
import type { Rotation } from "./orient";
import type { PictureAnswer } from "./picture-answer";
import { type PictureFormat, pictureFile, pictureFormatOf } from "./picture-task";
import { renderPictures } from "./render-pictures";

let root: string;
beforeAll(async () => {
  root = await temporaryDirectory();
});
// The renderer disables every loader except the one that it needs, for this process too.
const openAllLoaders = () => sharp.unblock({ operation: ["VipsForeignLoad"] });
afterAll(openAllLoaders);

interface Asked {
  readonly rotation?: Rotation;
  readonly maxPixels?: number;
}

async function render(
  content: Buffer,
  asked: Asked = {},
): Promise<PictureAnswer & { directory: string }> {
  const { rotation = 0, maxPixels = 100_000_000 } = asked;
  const directory = await mkdtemp(join(root, "job-"));
  await writeFile(join(directory, "original"), content);
  const inspection = await inspectMedia(bytesInMemory(content));
  const format = pictureFormatOf(inspection.ok ? inspection.media.format : "jpeg");
  try {
    const facts = { format, rotation, maxPixels, names: picturesOf.image } as const;
    return { ...(await renderPictures({ directory, input: "original", ...facts })), directory };
  } finally {
    openAllLoaders();
  }
}

async function renderAll(content: Buffer, asked?: Asked) {
  const rendering = await render(content, asked);
  if (!rendering.ok) throw new Error(rendering.detail);
  const files: Record<string, Buffer> = {};
  for (const { name } of rendering.pictures) {
    files[name] = await readFile(join(rendering.directory, pictureFile(name)));
  }
  const file = (name: string): Buffer => files[name] ?? Buffer.alloc(0);
  return { rendering, file };
}

const WHITE = { r: 255, g: 255, b: 255 };
const RED = { r: 255, g: 0, b: 0 };
const canvas = (
  width: number,
  height: number,
  background: object = WHITE,
  channels: 3 | 4 = 3,
): Sharp => sharp({ create: { width, height, channels, background } });

/** A white picture, twice as wide as high, with a red square in its upper left corner. */
const marked = () =>
  canvas(400, 200).composite([
    { input: { create: { width: 60, height: 60, channels: 3, background: RED } }, left: 0, top: 0 },
  ]);

/** The corner in which the red square is shown. */
async function markedCorner(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const isRed = (x: number, y: number) => {
    const at = (y * info.width + x) * info.channels;
    return (data[at] ?? 0) > 180 && (data[at + 1] ?? 255) < 100;
  };
  const [right, bottom] = [info.width - 10, info.height - 10];
  const corners = {
    "upper left": [10, 10],
    "upper right": [right, 10],
    "lower left": [10, bottom],
    "lower right": [right, bottom],
  };
  const found = Object.entries(corners).filter(([, [x = 0, y = 0]]) => isRed(x, y));
  return `${info.width > info.height ? "wide" : "high"}, ${found.map(([corner]) => corner).join(" and ")}`;
}

test("creates large, medium and thumb as WebP, and the social picture as JPEG", async () => {
  const { rendering, file } = await renderAll(await canvas(3_000, 2_000).jpeg().toBuffer());

  expect(rendering).toMatchObject({ ok: true, width: 3_000, height: 2_000 });
  for (const [name, format, width, height] of [
    ["large", "webp", 2_048, 1_365],
    ["medium", "webp", 1_024, 683],
    ["thumb", "webp", 400, 267],
    ["social", "jpeg", 1_200, 630],
  ] as const) {
    const made = await sharp(file(name)).metadata();
    expect({ name, format: made.format, width: made.width, height: made.height }).toEqual({
      name,
      format,
      width,
      height,
    });
  }
});

describe("the ThumbHash", () => {
  const hashOf = async (image: Sharp, asked?: Asked) => {
    const { rendering } = await renderAll(await image.png().toBuffer(), asked);
    return Buffer.from(rendering.thumbhash, "base64");
  };
  test("is computed from the displayed picture", async () => {
    const blurred = thumbHashToRGBA(await hashOf(marked()));
    // Its proportions are stored in eighths.
    expect(Math.abs(blurred.w / blurred.h - 2)).toBeLessThan(0.3);
    // Left and right differ by the red square. Rotated by a half turn, they are exchanged.
    const turned = thumbHashToRGBA(await hashOf(marked(), { rotation: 180 }));
    const green = ({ rgba }: typeof blurred, at: number) => rgba[at * 4 + 1] ?? 0;
    expect(green(blurred, 0)).toBeLessThan(green(blurred, blurred.w - 1));
    const last = turned.w * turned.h;
    expect(green(turned, last - 1)).toBeLessThan(green(turned, last - turned.w));
  });
  test.each<[string, () => Sharp]>([
    ["gray", () => marked().greyscale()],
    ["transparent", () => canvas(30, 20, { r: 9, g: 9, b: 9, alpha: 0.5 }, 4)],
    ["of one pixel", () => canvas(1, 1)],
    ["a line", () => canvas(3_000, 1)],
  ])("of a picture that is %s", async (_what, image) => {
    expect((await hashOf(image())).length).toBeLessThanOrEqual(30);
  });
});

describe("the camera's orientation is applied", () => {
  test.each<[Orientation, string]>([
    [1, "wide, upper left"],
    [2, "wide, upper right"],
    [3, "wide, lower right"],
    [4, "wide, lower left"],
    [5, "high, upper left"],
    [6, "high, upper right"],
    [7, "high, lower right"],
    [8, "high, lower left"],
  ])("%d: %s", async (orientation, corner) => {
    const { file } = await renderAll(
      await marked().jpeg().withMetadata({ orientation }).toBuffer(),
    );
    expect(await markedCorner(file("large"))).toBe(corner);
  });
});

describe("the option's rotation turns the displayed picture clockwise", () => {
  test.each<[Rotation, Orientation, string]>([
    [90, 1, "high, upper right"],
    [180, 1, "wide, lower right"],
    [270, 1, "high, lower left"],
    [90, 6, "wide, lower right"],
    [90, 5, "wide, upper right"],
  ])("by %d° with orientation %d: %s", async (rotation, orientation, corner) => {
    const photo = await marked().jpeg().withMetadata({ orientation }).toBuffer();
    const { file } = await renderAll(photo, { rotation });
    expect(await markedCorner(file("large"))).toBe(corner);
  });
});

describe("every format", () => {
  const encoders: Readonly<Record<Exclude<PictureFormat, "heic">, (image: Sharp) => Sharp>> = {
    jpeg: (image) => image.jpeg({ progressive: true }),
    png: (image) => image.png({ progressive: true }),
    webp: (image) => image.webp(),
    gif: (image) => image.gif(),
    avif: (image) => image.avif({ effort: 0 }),
    tiff: (image) => image.tiff({ compression: "lzw" }),
  };
  test.each(Object.entries(encoders))(
    "%s is rendered, and its header has its size",
    async (_name, encode) => {
      const original = await encode(marked()).toBuffer();
      const { rendering, file } = await renderAll(original);
      expect(await inspectMedia(bytesInMemory(original))).toMatchObject({
        ok: true,
        media: { width: 400, height: 200 },
      });
      expect(rendering).toMatchObject({ width: 400, height: 200 });
      expect(await markedCorner(file("large"))).toBe("wide, upper left");
    },
  );
});

describe("damage that browsers tolerate is tolerated", () => {
  const [width, height] = [300, 200];
  /** A color pattern to which every part of the file contributes. */
  const waves = () => {
    const at = (n: number) => ({ x: Math.floor(n / 3) % width, y: Math.floor(n / 3 / width) });
    const level = (n: number) => 128 + 100 * Math.sin((at(n).x + (n % 3) * 9) / 8 + at(n).y / 5);
    const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, n) => level(n)));
    return sharp(pixels, { raw: { width, height, channels: 3 } });
  };
  const cut = (content: Buffer, share: number) => content.subarray(0, content.length * share);
  const stray = (content: Buffer) =>
    Buffer.concat([content.subarray(0, 20), Buffer.from([0, 1, 2]), content.subarray(20)]);
  /** Moves the last field to the front, so that tags are out of order. */
  function unsorted(tiff: Buffer): Buffer {
    const mixed = Buffer.from(tiff);
    const first = mixed.readUInt32LE(4) + 2;
    const last = first + (mixed.readUInt16LE(first - 2) - 1) * 12;
    tiff.copy(mixed, first, last, last + 12);
    tiff.copy(mixed, last, first, first + 12);
    return mixed;
  }

  test.each<[string, (image: Sharp) => Sharp, (content: Buffer) => Buffer]>([
    ["a JPEG without its end", (image) => image.jpeg(), (content) => content.subarray(0, -2)],
    ["a JPEG cut by a percent", (image) => image.jpeg(), (content) => cut(content, 0.99)],
    ["half a JPEG", (image) => image.jpeg(), (content) => cut(content, 0.5)],
    [
      "a progressive JPEG cut by a percent",
      (image) => image.jpeg({ progressive: true }),
      (content) => cut(content, 0.99),
    ],
    ["a JPEG with stray bytes", (image) => image.jpeg(), stray],
    ["a PNG cut by a percent", (image) => image.png(), (content) => cut(content, 0.99)],
    ["two thirds of a PNG", (image) => image.png(), (content) => cut(content, 0.66)],
    ["a GIF cut by a percent", (image) => image.gif(), (content) => cut(content, 0.99)],
    ["two thirds of a GIF", (image) => image.gif(), (content) => cut(content, 0.66)],
    ["a TIFF whose tags are not sorted", (image) => image.tiff(), unsorted],
  ])("%s", async (_what, encode, damage) => {
    const whole = await encode(waves()).toBuffer();
    const [shown, expected] = [await renderAll(damage(whole)), await renderAll(whole)];
    expect(shown.rendering).toMatchObject({ ok: true, width: 300, height: 200 });
    // The existing part is shown: the upper left quarter is the same.
    const quarter = (picture: Buffer) =>
      sharp(picture)
        .extract({ left: 0, top: 0, width: 150, height: 80 })
        .removeAlpha()
        .raw()
        .toBuffer();
    const [seen, wanted] = [
      await quarter(shown.file("large")),
      await quarter(expected.file("large")),
    ];
    const apart = seen.reduce((sum, value, n) => sum + Math.abs(value - (wanted[n] ?? 0)), 0);
    expect(apart / seen.length).toBeLessThan(12);
  });

  test.each<[string, (image: Sharp) => Sharp]>([
    ["a JPEG", (image) => image.jpeg()],
    ["a WebP", (image) => image.webp()],
    ["a PNG", (image) => image.png()],
    ["an interlaced PNG", (image) => image.png({ progressive: true })],
    ["a GIF", (image) => image.gif()],
  ])("what no browser shows is broken: the header of %s alone", async (_what, encode) => {
    expect(await render(cut(await encode(waves()).toBuffer(), 0.003))).toMatchObject({
      ok: false,
      problem: "broken",
    });
  });
});

test("WebP keeps transparency, and JPEG replaces it by white", async () => {
  const clear = await canvas(300, 300, { r: 0, g: 0, b: 0, alpha: 0 }, 4).png().toBuffer();
  const { file } = await renderAll(clear);

  expect((await sharp(file("large")).metadata()).hasAlpha).toBe(true);
  expect((await sharp(file("social")).stats()).channels.map(({ min }) => min)).toEqual([
    255, 255, 255,
  ]);
});

test.each([
  ["gray", (image: Sharp) => image.greyscale().png()],
  ["16 bits", (image: Sharp) => image.toColourspace("rgb16").png()],
  ["CMYK", (image: Sharp) => image.toColourspace("cmyk").jpeg()],
  ["a palette", (image: Sharp) => image.png({ palette: true })],
])("shows %s in sRGB", async (_what, encode) => {
  const { file } = await renderAll(
    await encode(canvas(50, 40, { r: 120, g: 120, b: 120 })).toBuffer(),
  );
  const { space, depth, hasProfile } = await sharp(file("large")).metadata();
  expect({ space, depth, hasProfile }).toEqual({
    space: "srgb",
    depth: "uchar",
    hasProfile: false,
  });
  const { channels } = await sharp(file("social")).stats();
  for (const { mean } of channels) expect(Math.abs(mean - 120)).toBeLessThan(20);
});

test("converts a wide gamut: the red of Display P3 stays saturated", async () => {
  const photo = await canvas(60, 60, { r: 200, g: 40, b: 40 })
    .withIccProfile("p3")
    .jpeg({ quality: 100 })
    .toBuffer();
  const stored = (await sharp(photo).stats()).channels[0]?.mean ?? 0;
  const { file } = await renderAll(photo);
  expect(stored).toBeLessThan(195);
  expect(
    Math.abs(((await sharp(file("large")).stats()).channels[0]?.mean ?? 0) - 200),
  ).toBeLessThan(6);
});

test.each<[string, (image: Sharp) => Sharp]>([
  ["sRGB", (image) => image.withIccProfile("srgb").png()],
  ["Display P3", (image) => image.withIccProfile("p3").png()],
  ["no profile", (image) => image.png()],
  ["Display P3 under transparency", (image) => image.ensureAlpha(0.5).withIccProfile("p3").png()],
])("keeps the colors of 16 bits with %s", async (_what, encode) => {
  const deep = canvas(60, 60, { r: 230, g: 20, b: 40 }).toColourspace("rgb16");
  const photo = await encode(deep).toBuffer();
  expect((await sharp(photo).metadata()).depth).toBe("ushort");
  const { file } = await renderAll(photo);
  const { channels } = await sharp(file("large")).removeAlpha().stats();
  [230, 20, 40].forEach((value, n) => {
    expect(Math.abs((channels[n]?.mean ?? 0) - value)).toBeLessThan(6);
  });
});

test("renders the first frame of an animation", async () => {
  const frames = Buffer.concat([Buffer.alloc(30 * 30 * 3, 255), Buffer.alloc(30 * 30 * 3, 0)]);
  const animation = await sharp(frames, {
    raw: { width: 30, height: 60, channels: 3, pageHeight: 30 },
  })
    .gif({ delay: [100, 100] })
    .toBuffer();
  expect((await sharp(animation, { pages: -1 }).metadata()).pages).toBe(2);

  const { rendering, file } = await renderAll(animation);
  expect(rendering).toMatchObject({ width: 30, height: 30 });
  expect((await sharp(file("large")).stats()).channels[0]?.min).toBeGreaterThan(250);
});

test("removes all metadata, and reads that of the camera without the location", async () => {
  const photo = await marked()
    .jpeg()
    .withExif({
      IFD0: { Make: "Camera Works", Model: "One\u0007", Copyright: "a secret line" },
      IFD2: { FNumber: "28/10", ISOSpeedRatings: "200", DateTimeOriginal: "2024:05:01 12:30:00" },
      IFD3: { GPSLatitude: "48/1 8/1 0/1", GPSLatitudeRef: "N" },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>a secret line</note></x:xmpmeta>')
    .toBuffer();
  expect(photo.includes("a secret line")).toBe(true);

  const { rendering, file } = await renderAll(photo);
  expect(rendering).toMatchObject({
    metadata: {
      camera_make: "Camera Works",
      camera_model: "One",
      f_number: 2.8,
      iso: 200,
      taken_at: "2024-05-01T12:30:00",
    },
  });
  expect(JSON.stringify(rendering).toLowerCase()).not.toMatch(/gps|latitude|secret/);
  for (const name of ["large", "thumb", "social"]) {
    const { exif, xmp, iptc, icc } = await sharp(file(name)).metadata();
    expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
    expect(file(name).includes("a secret line")).toBe(false);
    expect(file(name).includes("Camera Works")).toBe(false);
  }
});

test("the same picture results in the same files", async () => {
  const photo = await marked().jpeg().toBuffer();
  const [first, second] = [await renderAll(photo), await renderAll(photo)];
  for (const name of ["large", "thumb", "social"]) {
    expect(first.file(name).equals(second.file(name))).toBe(true);
  }
});

const PLANAR = 284;

/** A TIFF in which one field of the first directory has another value. */
function withField(tiff: Buffer, tag: number, value: number): Buffer {
  const changed = Buffer.from(tiff);
  const directory = changed.readUInt32LE(4);
  for (let entry = 0; entry < changed.readUInt16LE(directory); entry += 1) {
    const at = directory + 2 + entry * 12;
    if (changed.readUInt16LE(at) === tag) changed.writeUInt16LE(value, at + 8);
  }
  return changed;
}

/** An AVIF with an unknown property that is marked as essential. */
function requiringMore(avif: Buffer): Buffer {
  const changed = Buffer.from(avif);
  changed.write("zzzz", changed.indexOf("pixi"), "latin1");
  const associations = changed.indexOf("ipma") + 4 + 4 + 4 + 2;
  const count = changed.readUInt8(associations);
  for (let at = associations + 1; at <= associations + count; at += 1) {
    changed.writeUInt8(changed.readUInt8(at) | 0x80, at);
  }
  return changed;
}

describe("a picture that cannot be decoded is reported", () => {
  test("when it is cut off", async () => {
    const photo = await sharp({
      create: {
        width: 800,
        height: 800,
        channels: 3,
        background: WHITE,
        noise: { type: "gaussian", mean: 128, sigma: 60 },
      },
    })
      .webp()
      .toBuffer();
    expect(await render(photo.subarray(0, photo.length / 2))).toMatchObject({
      ok: false,
      problem: "broken",
    });
  });

  test("when the decoder does not support its pixels", async () => {
    const tiff = await canvas(30, 20)
      .tiff({ tile: true, tileWidth: 16, tileHeight: 16 })
      .toBuffer();
    expect(await render(withField(tiff, PLANAR, 2))).toMatchObject({
      ok: false,
      problem: "unsupported_codec",
    });
  });

  test("when the decoder does not support a feature", async () => {
    const avif = await canvas(30, 20).avif({ effort: 0 }).toBuffer();
    expect((await render(avif)).ok).toBe(true);
    expect(await render(requiringMore(avif))).toMatchObject({
      ok: false,
      problem: "unsupported_codec",
    });
  });

  test("when it has too many pixels", async () => {
    const large = await canvas(3_000, 2_000).png().toBuffer();
    expect(await render(large, { maxPixels: 5_000_000 })).toMatchObject({
      ok: false,
      problem: "too_large",
    });
  });

  test("when it is an SVG with the name of a JPEG", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    expect(await render(svg)).toMatchObject({ ok: false, problem: "broken" });
  });
});

test("a picture that cannot be written is not reported as a problem of the file", async () => {
  const content = await canvas(30, 20).png().toBuffer();
  const directory = await mkdtemp(join(root, "job-"));
  await writeFile(join(directory, "original"), content);
  await mkdir(join(directory, pictureFile("large")));
  const facts = { format: "png", rotation: 0, maxPixels: 1_000, names: picturesOf.image } as const;
  const rendering = renderPictures({ directory, input: "original", ...facts });
  await expect(rendering.finally(openAllLoaders)).rejects.toMatchObject({ code: "EISDIR" });
});
