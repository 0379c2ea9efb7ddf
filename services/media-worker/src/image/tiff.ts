import type { ImageSize } from "@polls/media";

const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;
const UNASSOCIATED_ALPHA = 2;

/** Number of rows in a strip. A reader holds no more than one strip. */
const STRIP_ROWS = 64;

/** Pixels of 8 bits a sample: red, green, blue and, with four channels, transparency. */
interface Pixels extends ImageSize {
  readonly pixels: Buffer;
  readonly channels: 3 | 4;
}

/** Creates a TIFF of uncompressed pixels, with the ICC profile of their colors. */
export function tiffOf({
  width,
  height,
  pixels,
  channels,
  profile,
}: Pixels & { readonly profile: Buffer }): Buffer {
  const rowBytes = width * channels;
  const bits = Buffer.from(Array.from({ length: channels }, () => [8, 0]).flat());
  const strips = Array.from({ length: Math.ceil(height / STRIP_ROWS) }, (_, n) => n * STRIP_ROWS);
  const sizes = strips.map((row) => Math.min(STRIP_ROWS, height - row) * rowBytes);
  const pixelsAt = 8;
  const extrasAt = pixelsAt + pixels.length + (pixels.length % 2);
  const places = strips.map((row) => pixelsAt + row * rowBytes);

  const extras: Buffer[] = [];
  let end = extrasAt;
  /** Stores a value that does not fit into a field, and returns its offset. */
  const keep = (content: Buffer): number => {
    const at = end;
    extras.push(content, Buffer.alloc(content.length % 2));
    end += content.length + (content.length % 2);
    return at;
  };
  const longs = (values: readonly number[]): number => {
    if (values.length === 1) return values[0] ?? 0;
    const list = Buffer.alloc(values.length * 4);
    for (const [n, value] of values.entries()) list.writeUInt32LE(value, n * 4);
    return keep(list);
  };
  const fields: (readonly [tag: number, type: number, count: number, value: number])[] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, channels, keep(bits)],
    [259, SHORT, 1, 1],
    [262, SHORT, 1, 2],
    [273, LONG, places.length, longs(places)],
    [277, SHORT, 1, channels],
    [278, LONG, 1, STRIP_ROWS],
    [279, LONG, sizes.length, longs(sizes)],
    ...(channels === 3 ? [] : [[338, SHORT, 1, UNASSOCIATED_ALPHA] as const]),
    ...(profile.length === 0 ? [] : [[34_675, UNDEFINED, profile.length, keep(profile)] as const]),
  ];

  const head = Buffer.alloc(pixelsAt);
  head.write("II*\0", "latin1");
  head.writeUInt32LE(end, 4);
  const directory = Buffer.alloc(2 + fields.length * 12 + 4);
  directory.writeUInt16LE(fields.length, 0);
  for (const [n, [tag, type, count, value]] of fields.entries()) {
    const at = 2 + n * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(count, at + 4);
    directory.writeUInt32LE(value, at + 8);
  }
  return Buffer.concat([head, pixels, Buffer.alloc(pixels.length % 2), ...extras, directory]);
}
