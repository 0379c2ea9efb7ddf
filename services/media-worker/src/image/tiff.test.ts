import sharp from "sharp";
import { tiffOf } from "./tiff";

test.each([
  [1, 1],
  [5, 63],
  [3, 200],
])("%i by %i pixels are read unchanged", async (width, height) => {
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, n) => (n * 7) % 256));
  const form = { channels: 3, profile: Buffer.alloc(0) } as const;
  const tiff = tiffOf({ width, height, pixels, ...form });
  const { data, info } = await sharp(tiff).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([width, height, 3]);
  expect(data.equals(pixels)).toBe(true);
});

test("the color profile is kept", async () => {
  const source = sharp({ create: { width: 2, height: 2, channels: 3, background: "#f00" } });
  const { icc } = await sharp(await source.withIccProfile("p3").png().toBuffer()).metadata();
  const profile = icc ?? Buffer.alloc(0);
  const pixels = { width: 2, height: 2, pixels: Buffer.alloc(12) };
  const tiff = tiffOf({ ...pixels, channels: 3, profile });
  expect((await sharp(tiff).metadata()).icc?.equals(profile)).toBe(true);
  expect(profile.length).toBeGreaterThan(100);
});

test("transparency is kept", async () => {
  const pixels = Buffer.from([0, 10, 255, 30, 9, 8, 7, 255]);
  const form = { channels: 4, profile: Buffer.alloc(0) } as const;
  const tiff = tiffOf({ width: 2, height: 1, pixels, ...form });
  expect(await sharp(tiff).metadata()).toMatchObject({ space: "srgb", hasAlpha: true });
  expect((await sharp(tiff).raw().toBuffer()).equals(pixels)).toBe(true);
});
