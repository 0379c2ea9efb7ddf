import { readFile } from "node:fs/promises";
import type { ImageSize } from "@polls/media";
import sharp, { type Sharp } from "sharp";
import { tiffOf } from "./tiff";

/** The C functions of libheif, compiled to WebAssembly. Arguments are addresses and numbers. */
type Libheif = typeof import("libheif-js/wasm-bundle.js");

const RGB = 1;
/** The channel constant of libheif. */
const INTERLEAVED = 10;
/** Its chroma constants, by number of channels. The deep ones have two bytes a sample. */
const CHROMA = { 3: { plain: 10, deep: 14 }, 4: { plain: 11, deep: 15 } } as const;
const WITH_ITS_TURNS = 1;

/** Of an error message. */
const TEXT_MAX_BYTES = 300;

/** The maximum factor. The sum of 16 × 16 samples of 8 bits fits into 16 bits. */
const SHRINK_MAX = 16;

/**
 * Decodes a HEIC tile by tile (phones use tiles of 512 pixels) and shrinks it meanwhile by an
 * integer factor, to no less than `wanted`. Only one tile and the small copy are in memory. A
 * transparent picture is decoded as a whole. With `keepsDepth`, samples of more than 8 bits have 16,
 * and the color profile is left out, which is of no use then.
 */
export async function readHeic(
  path: string,
  wanted: ImageSize,
  keepsDepth: boolean,
): Promise<Sharp> {
  // Loaded on demand, because it would cost the processes of other pictures 50 ms.
  const { default: heif } = await import("libheif-js/wasm-bundle.js");
  const picture = openHeic(heif, await readFile(path), keepsDepth);
  const { width, height } = picture.size;
  const { channels, deep } = picture;
  const scale = Math.floor(Math.min(width / wanted.width, height / wanted.height, SHRINK_MAX));
  // A mean of colors must not include those of transparent pixels.
  const factor = channels === 4 ? 1 : Math.max(1, scale);
  const copy = shrinkingCopy(picture.size, factor, picture);
  for (const tile of picture.tiles()) copy.add(tile);
  const { samples, ...copied } = copy.finish();
  if (deep) return sharp(samples, { raw: { ...copied, channels } });
  const tiff = tiffOf({
    ...copied,
    channels,
    pixels: bytesOf(samples),
    profile: picture.profile(),
  });
  return sharp(tiff, { sequentialRead: true });
}

interface SampleForm {
  readonly channels: 3 | 4;
  /** Whether samples have 16 bits. */
  readonly deep: boolean;
}

/** A part of a picture: rows that are `stride` samples apart, and its corner. */
interface Tile extends ImageSize {
  readonly left: number;
  readonly top: number;
  readonly stride: number;
  readonly samples: Uint8Array | Uint16Array;
  /** By how many bits samples are shifted to have all bits of their type. */
  readonly shift: number;
}

function openHeic(heif: Libheif, file: Buffer, keepsDepth: boolean) {
  const call = (name: string, ...args: readonly number[]): number => {
    const run = heif[`_heif_${name}`];
    if (run === undefined) throw new TypeError(`libheif has no ${name}`);
    return run(...args);
  };
  // The memory for errors and results of functions.
  const failure = heif._malloc(16);
  const result = heif._malloc(128);
  const word = (at: number) => new DataView(heif.HEAPU8.buffer).getUint32(at, true);
  const tried = (name: string, ...args: readonly number[]): number => {
    call(name, failure, ...args);
    const [code, detail] = [word(failure), word(failure + 4)];
    // Has the same form as errors of libvips.
    if (code !== 0) throw new Error(`heif: ${textAt(word(failure + 8))} (${code}.${detail})`);
    return word(result);
  };
  const textAt = (at: number): string => {
    const text = Buffer.from(heif.HEAPU8.subarray(at, at + TEXT_MAX_BYTES));
    return text.subarray(0, Math.max(0, text.indexOf(0))).toString("latin1");
  };

  const content = heif._malloc(file.length);
  heif.HEAPU8.set(file, content);
  const context = heif._heif_context_alloc();
  tried("context_read_from_memory_without_copy", context, content, file.length, 0);
  const image = tried("context_get_primary_image_handle", context, result);
  tried("image_handle_get_image_tiling", image, WITH_ITS_TURNS, result);
  const words = Array.from({ length: 9 }, (_, n) => word(result + n * 4));
  const [, columns = 0, rows = 0, across = 0, down = 0, width = 0, height = 0, above, before] =
    words;
  // The padding of a rotated picture is at its start. libheif returns the sides, but not the
  // amount.
  const padding = {
    top: above === 0 ? 0 : rows * down - height,
    left: before === 0 ? 0 : columns * across - width,
  };

  const hasAlpha = call("image_handle_has_alpha_channel", image) === 1;
  const isCropped = file.includes("clap");
  const form: SampleForm = {
    channels: hasAlpha ? 4 : 3,
    deep: keepsDepth && call("image_handle_get_luma_bits_per_pixel", image) > 8,
  };
  const chroma = CHROMA[form.channels][form.deep ? "deep" : "plain"];
  const tileOf = (column: number, row: number): number =>
    tried("image_handle_decode_image_tile", image, result, RGB, chroma, 0, column, row);
  const partAt = (part: number, left: number, top: number): Tile => {
    const at = call("image_get_plane_readonly", part, INTERLEAVED, result);
    const size = {
      width: call("image_get_width", part, INTERLEAVED),
      height: call("image_get_height", part, INTERLEAVED),
    };
    const stride = word(result);
    if (!form.deep) {
      const samples = heif.HEAPU8.subarray(at, at + stride * size.height);
      return { ...size, left, top, stride, samples, shift: 0 };
    }
    const shift = 16 - call("image_get_bits_per_pixel_range", part, INTERLEAVED);
    const samples = new Uint16Array(heif.HEAPU8.buffer, at, (stride / 2) * size.height);
    return { ...size, left, top, stride: stride / 2, samples, shift };
  };

  return {
    ...form,
    // The size of tiles ignores a crop.
    size: isCropped
      ? {
          width: call("image_handle_get_width", image),
          height: call("image_handle_get_height", image),
        }
      : { width, height },
    *tiles(): Iterable<Tile> {
      // libheif returns neither the tiles of a cropped picture nor their transparency.
      if (isCropped || hasAlpha) {
        yield partAt(tried("decode_image", image, result, RGB, chroma, 0), 0, 0);
        return;
      }
      for (let row = 0; row < rows; row += 1) {
        for (let column = 0; column < columns; column += 1) {
          const tile = tileOf(column, row);
          yield partAt(tile, column * across - padding.left, row * down - padding.top);
          call("image_release", tile);
        }
      }
    },
    /** The ICC profile. Empty if there is none. */
    profile(): Buffer {
      const length = call("image_handle_get_raw_color_profile_size", image);
      if (length === 0) return Buffer.alloc(0);
      const at = heif._malloc(length);
      tried("image_handle_get_raw_color_profile", image, at);
      return Buffer.from(heif.HEAPU8.subarray(at, at + length));
    },
  };
}

/** Creates a shrunk copy of a picture from the means of squares of `factor` by `factor` pixels. */
function shrinkingCopy(size: ImageSize, factor: number, { channels, deep }: SampleForm) {
  const width = Math.ceil(size.width / factor);
  const height = Math.ceil(size.height / factor);
  const length = width * height * channels;
  const sums = sumsOf(length, factor, deep);
  return {
    add({ samples, stride, shift, left, top, ...tile }: Tile): void {
      const bottom = Math.min(size.height, top + tile.height);
      const right = Math.min(size.width, left + tile.width);
      const firstX = Math.max(0, left);
      for (let y = Math.max(0, top); y < bottom; y += 1) {
        let from = (y - top) * stride + (firstX - left) * channels;
        let to = (Math.floor(y / factor) * width + Math.floor(firstX / factor)) * channels;
        let more = factor - (firstX % factor);
        for (let x = firstX; x < right; x += 1) {
          for (let channel = 0; channel < channels; channel += 1) {
            sums[to + channel] =
              (sums[to + channel] ?? 0) + ((samples[from + channel] ?? 0) << shift);
          }
          from += channels;
          more -= 1;
          if (more === 0) {
            to += channels;
            more = factor;
          }
        }
      }
    },
    finish() {
      if (factor === 1) return { width, height, samples: sums };
      // In the place of the sums: a mean has half their bytes, and is never written beyond the sum
      // that is read.
      const means = deep
        ? new Uint16Array(sums.buffer, 0, length)
        : new Uint8Array(sums.buffer, 0, length);
      for (let y = 0, at = 0; y < height; y += 1) {
        const rows = Math.min(factor, size.height - y * factor);
        for (let x = 0; x < width; x += 1) {
          const count = rows * Math.min(factor, size.width - x * factor);
          for (const end = at + channels; at < end; at += 1) {
            means[at] = Math.round((sums[at] ?? 0) / count);
          }
        }
      }
      return { width, height, samples: means };
    },
  };
}

/** The smallest numbers that hold the sum of all samples of a square. */
function sumsOf(length: number, factor: number, deep: boolean) {
  if (factor === 1) return deep ? new Uint16Array(length) : new Uint8Array(length);
  return deep ? new Uint32Array(length) : new Uint16Array(length);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array | Uint16Array | Uint32Array) =>
  Buffer.from(buffer, byteOffset, byteLength);
