import { readFile } from "node:fs/promises";
import type { ImageSize } from "@polls/media";
import { tiffOf } from "./tiff";

/** The C functions of libheif, compiled to WebAssembly. Arguments are addresses and numbers. */
type Libheif = typeof import("libheif-js/wasm-bundle.js");

const RGB = 1;
/** Value of both a chroma and a channel constant of libheif. */
const INTERLEAVED = 10;
const WITH_ITS_TURNS = 1;

/** Maximum length of an error message. */
const TEXT_MAX_BYTES = 300;

/** The maximum factor. The sum of 16 × 16 samples of 8 bits fits into 16 bits. */
const SHRINK_MAX = 16;

/**
 * Decodes a HEIC tile by tile (phones use tiles of 512 pixels) and shrinks it meanwhile by an
 * integer factor, to no less than `wanted`. Only one tile and the small copy are in memory. Returns
 * a TIFF with the color profile of the picture.
 */
export async function readHeic(path: string, wanted: ImageSize): Promise<Buffer> {
  // Loaded on demand, because it would cost the processes of other pictures 50 ms.
  const { default: heif } = await import("libheif-js/wasm-bundle.js");
  const picture = openHeic(heif, await readFile(path));
  const { width, height } = picture.size;
  const factor = Math.floor(Math.min(width / wanted.width, height / wanted.height, SHRINK_MAX));
  const copy = shrinkingCopy(picture.size, Math.max(1, factor));
  for (const tile of picture.tiles()) copy.add(tile);
  return tiffOf({ ...copy.finish(), profile: picture.profile() });
}

/**
 * The pixels of a part of a picture: rows of RGB, `stride` bytes apart, and the position of the
 * corner.
 */
interface Tile extends ImageSize {
  readonly left: number;
  readonly top: number;
  readonly stride: number;
  readonly pixels: Uint8Array;
}

function openHeic(heif: Libheif, file: Buffer) {
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
  const told = Array.from({ length: 9 }, (_, n) => word(result + n * 4));
  const [, columns = 0, rows = 0, across = 0, down = 0, width = 0, height = 0, above, before] =
    told;
  // The padding of a rotated picture is at its start. libheif returns the sides, but not the
  // amount.
  const padding = {
    top: above === 0 ? 0 : rows * down - height,
    left: before === 0 ? 0 : columns * across - width,
  };

  const tileOf = (column: number, row: number): number =>
    tried("image_handle_decode_image_tile", image, result, RGB, INTERLEAVED, 0, column, row);
  const partAt = (part: number, left: number, top: number): Tile => {
    const at = call("image_get_plane_readonly", part, INTERLEAVED, result);
    const size = {
      width: call("image_get_width", part, INTERLEAVED),
      height: call("image_get_height", part, INTERLEAVED),
    };
    const stride = word(result);
    const pixels = heif.HEAPU8.subarray(at, at + stride * size.height);
    return { ...size, left, top, stride, pixels };
  };

  return {
    size: { width, height },
    *tiles(): Iterable<Tile> {
      // libheif does not return the tiles of a cropped picture, so it is decoded as a whole.
      if (file.includes("clap")) {
        yield partAt(tried("decode_image", image, result, RGB, INTERLEAVED, 0), 0, 0);
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
function shrinkingCopy(size: ImageSize, factor: number) {
  const width = Math.ceil(size.width / factor);
  const height = Math.ceil(size.height / factor);
  const sums = new (factor === 1 ? Uint8Array : Uint16Array)(width * height * 3);
  return {
    add({ pixels, stride, left, top, ...tile }: Tile): void {
      const bottom = Math.min(size.height, top + tile.height);
      const right = Math.min(size.width, left + tile.width);
      const firstX = Math.max(0, left);
      for (let y = Math.max(0, top); y < bottom; y += 1) {
        let from = (y - top) * stride + (firstX - left) * 3;
        let to = (Math.floor(y / factor) * width + Math.floor(firstX / factor)) * 3;
        let more = factor - (firstX % factor);
        for (let x = firstX; x < right; x += 1) {
          sums[to] = (sums[to] ?? 0) + (pixels[from] ?? 0);
          sums[to + 1] = (sums[to + 1] ?? 0) + (pixels[from + 1] ?? 0);
          sums[to + 2] = (sums[to + 2] ?? 0) + (pixels[from + 2] ?? 0);
          from += 3;
          more -= 1;
          if (more === 0) {
            to += 3;
            more = factor;
          }
        }
      }
    },
    finish() {
      if (sums instanceof Uint8Array) return { width, height, pixels: Buffer.from(sums.buffer) };
      const pixels = Buffer.alloc(sums.length);
      for (let y = 0, at = 0; y < height; y += 1) {
        const rows = Math.min(factor, size.height - y * factor);
        for (let x = 0; x < width; x += 1) {
          const count = rows * Math.min(factor, size.width - x * factor);
          for (const end = at + 3; at < end; at += 1) {
            pixels[at] = Math.round((sums[at] ?? 0) / count);
          }
        }
      }
      return { width, height, pixels };
    },
  };
}
