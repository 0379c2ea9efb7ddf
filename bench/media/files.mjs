// Pictures and films made on the spot, so that the benchmark needs nothing but itself.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ffmpeg, require, work } from "./stage.mjs";

const sharp = require("sharp");
sharp.cache(false);

const scene = (size, seconds) => [
  "-f",
  "lavfi",
  "-i",
  `testsrc2=size=${size}:rate=25:duration=${seconds},noise=alls=20:allf=t`,
];

function made(name, args) {
  const path = join(work, name);
  execFileSync(ffmpeg, ["-nostdin", "-loglevel", "error", ...args, path]);
  return path;
}

const x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];

export const images = () => [
  made("2-megapixels.jpg", [...scene("1632x1224", 0.04), "-frames:v", "1", "-q:v", "3"]),
  made("12-megapixels.jpg", [...scene("4000x3000", 0.04), "-frames:v", "1", "-q:v", "3"]),
  made("24-megapixels.jpg", [...scene("6000x4000", 0.04), "-frames:v", "1", "-q:v", "3"]),
];
export const films = () => [
  made("720p-5-s.mp4", [...scene("1280x720", 5), ...x264]),
  made("720p-20-s.mp4", [...scene("1280x720", 20), ...x264]),
];

const encoders = {
  "baseline jpeg": ["jpg", (image) => image.jpeg({ quality: 80 })],
  "baseline jpeg, full colour": [
    "jpg",
    (image) => image.jpeg({ quality: 80, chromaSubsampling: "4:4:4" }),
  ],
  "progressive jpeg": ["jpg", (image) => image.jpeg({ quality: 80, progressive: true })],
  "progressive jpeg, full colour": [
    "jpg",
    (image) => image.jpeg({ quality: 80, progressive: true, chromaSubsampling: "4:4:4" }),
  ],
  png: ["png", (image) => image.png({ compressionLevel: 1 })],
  "interlaced png": ["png", (image) => image.png({ compressionLevel: 1, progressive: true })],
  webp: ["webp", (image) => image.webp({ quality: 70, effort: 0 })],
  "lossless webp": ["webp", (image) => image.webp({ lossless: true, effort: 0 })],
  tiff: ["tiff", (image) => image.tiff({ compression: "lzw" })],
  avif: ["avif", (image) => image.avif({ quality: 50, effort: 0, chromaSubsampling: "4:2:0" })],
};

export const kinds = Object.keys(encoders);

/** A square picture of so many megapixels. */
export async function picture(kind, megapixels) {
  const [extension, encode] = encoders[kind];
  const side = Math.floor(Math.sqrt(megapixels * 1e6));
  const path = join(work, `picture.${extension}`);
  const small = await sharp({
    create: {
      ...{ width: 1_000, height: 1_000, channels: 3, background: "#345" },
      noise: { type: "gaussian", mean: 120, sigma: 40 },
    },
  })
    .png()
    .toBuffer();
  await encode(sharp(small).resize(side, side, { fit: "fill" })).toFile(path);
  return path;
}
