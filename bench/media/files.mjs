// Generated pictures and films, so that the benchmark needs no files.

import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { runSync } from "../../scripts/setup/children.mjs";
import { ffmpeg, require, work } from "./worker-tools.mjs";

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
  runSync(ffmpeg, ["-nostdin", "-loglevel", "error", ...args, path]);
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

const jpeg = (options) => ["jpg", (image) => image.jpeg({ quality: 60, ...options })];
const png = (options) => ["png", (image) => image.png({ compressionLevel: 6, ...options })];
const webp = (options) => ["webp", (image) => image.webp({ quality: 50, effort: 0, ...options })];
const avif = (options) => ["avif", (image) => image.avif({ quality: 50, effort: 0, ...options })];
const fullColor = { chromaSubsampling: "4:4:4" };
/** Few colors, so that a lossless file of 100 megapixels is below 50 MB. */
const few = { levels: 2 };
const alpha = { ...few, channels: 4 };
/** A panorama: its rows are long. */
const long = { aspect: 44 };

const recipes = {
  "baseline jpeg": [jpeg()],
  "baseline jpeg, panorama": [jpeg(), long],
  "progressive jpeg": [jpeg({ progressive: true })],
  "progressive jpeg, full color": [jpeg({ progressive: true, ...fullColor })],
  png: [png(), few],
  "png, transparent": [png(), alpha],
  "png, panorama": [png(), { ...few, ...long }],
  "png, 16 bits in PQ": [png(), { ...few, pq: true }],
  "interlaced png": [png({ progressive: true }), few],
  webp: [webp()],
  "webp, transparent": [webp(), alpha],
  "lossless webp": [webp({ lossless: true }), few],
  gif: [["gif", (image) => image.gif({ effort: 1 })], few],
  tiff: [["tiff", (image) => image.tiff({ compression: "lzw" })], few],
  avif: [avif({ chromaSubsampling: "4:2:0" })],
  "avif, full color": [avif(fullColor)],
  "avif, 10 bits": [avif({ chromaSubsampling: "4:2:0", bitdepth: 10 })],
};

export const kinds = Object.keys(recipes);

const TILE = 500;
/** Where the chunks of a PNG begin that come before its pixels. */
const CHUNKS_AT = 33;

/** The chunk `cICP` of the primaries of ITU-R BT.2020 and the transfer function PQ. */
function chunkOfPq() {
  const typed = Buffer.from("cICP\x09\x10\0\x01", "latin1");
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(typed.length - 4);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, check]);
}

/** Makes a picture of noise, which no decoder can shortcut. */
export async function picture(kind, megapixels) {
  const [[extension, encode], { levels = 256, channels = 3, aspect = 1, pq = false } = {}] =
    recipes[kind];
  const height = Math.floor(Math.sqrt((megapixels * 1e6) / aspect));
  const width = Math.floor((megapixels * 1e6) / height);
  const path = join(work, `picture.${extension}`);
  const step = 256 / levels;
  const tile = randomBytes(TILE * TILE * channels).map((value) => value - (value % step));
  const noise = sharp(tile, { raw: { width: TILE, height: TILE, channels } });
  const [right, bottom] = [width - TILE, height - TILE];
  const image = noise.extend({ right, bottom, extendWith: "repeat" });
  await encode(pq ? image.toColourspace("rgb16") : image).toFile(path);
  if (pq) {
    const content = readFileSync(path);
    const [before, after] = [content.subarray(0, CHUNKS_AT), content.subarray(CHUNKS_AT)];
    writeFileSync(path, Buffer.concat([before, chunkOfPq(), after]));
  }
  return path;
}
