// Hand-written: `image-size` reads only the first size, not the properties of each item.
import { type Box, boxesIn, boxWithin } from "../boxes";
import { BrokenFile, type ByteSource, readExactly, textAt } from "../byte-source";
import { Unsupported } from "../codecs";
import type { ImageSize } from "../orientation";

const META_MAX_BYTES = 4 * 1024 * 1024;
const PARTS_MAX = 65_536;
const DECODER_BOXES = ["av1C", "hvcC"];

/** A film without a picture. */
export const refusedSequence = {
  name: "A HEIF sequence without a still picture",
  advice: [["image", "save it as GIF"]],
} as const;

/** Reads the index of an AVIF or HEIC: its items and their properties. */
export async function heifIndex(source: ByteSource) {
  const meta = await boxWithin(source, { start: 0, end: source.byteSize }, "meta");
  if (meta === undefined) {
    const film = await boxWithin(source, { start: 0, end: source.byteSize }, "moov");
    if (film === undefined) throw new BrokenFile("The image has no index");
    throw new Unsupported(refusedSequence.name, refusedSequence.advice);
  }
  if (meta.end - meta.start > META_MAX_BYTES)
    throw new BrokenFile("The image's index is too large");
  const children = await boxesIn(source, meta.start + 4, meta.end);
  const child = (type: string): Box => {
    const found = children.find((box) => box.type === type);
    if (found === undefined) throw new BrokenFile(`The image has no ${type}`);
    return found;
  };

  const primary = await primaryItem(source, child("pitm"));
  const properties = await boxesIn(source, child("iprp").start, child("iprp").end);
  const container = properties.find((box) => box.type === "ipco");
  const associations = properties.find((box) => box.type === "ipma");
  if (container === undefined || associations === undefined) {
    throw new BrokenFile("The image has no properties");
  }
  const all = await boxesIn(source, container.start, container.end);
  const items = await propertiesOfItems(source, associations, all);
  const own = items.get(primary) ?? [];

  const extent = own.find((box) => box.type === "ispe");
  if (extent === undefined) throw new BrokenFile("The image has no size");
  const size = await sizeIn(source, extent);
  const coded = [...items.values()].filter((boxes) =>
    boxes.some(({ type }) => DECODER_BOXES.includes(type)),
  );
  const cropped = await croppedSize(source, own, size);
  const colorsOf = (boxes: readonly Box[]) => boxes.filter(({ type }) => type === "colr");
  const ownColors = colorsOf(own);
  const colors = ownColors.length > 0 ? ownColors : colorsOf(all);
  return {
    /** The displayed size: that of the primary item, cropped by its `clap`, rotated by its `irot`. */
    size: (await quarterTurns(source, own)) % 2 === 1 ? transposed(cropped) : cropped,
    /** The pixels of the primary item before it is cropped. */
    codedPixels: size.width * size.height,
    /** Whether a part of the file is the transparency of another. */
    hasAlpha: await someAlpha(source, all),
    /** The boxes about the colors of the primary item, or else of its tiles. */
    colors,
    /** Whether code points (CICP) tell its colors, and the service converts them. */
    codePoints: await someCodePoints(source, colors),
    /** The pixels of the largest part that is decoded at a time: a tile, or the whole picture. */
    partPixels: await largestOf(source, coded, size),
    /** The decoder's configuration. Undefined without one. */
    configuration: all.find(({ type }) => DECODER_BOXES.includes(type)),
    describes: (wanted: string) => all.some(({ type }) => type === wanted),
  };
}

async function someCodePoints(source: ByteSource, colors: readonly Box[]): Promise<boolean> {
  for (const { start } of colors) {
    if (textAt(await readExactly(source, start, 4), 0, 4) === "nclx") return true;
  }
  return false;
}

/** The pixels of the largest item. An item without a size may be the whole picture. */
async function largestOf(
  source: ByteSource,
  items: readonly (readonly Box[])[],
  { width, height }: ImageSize,
): Promise<number> {
  const extents = items.map((boxes) => boxes.find(({ type }) => type === "ispe"));
  if (extents.length === 0 || extents.includes(undefined)) return width * height;
  let largest = 0;
  for (const extent of new Set(extents)) {
    if (extent === undefined) continue;
    const size = await sizeIn(source, extent);
    largest = Math.max(largest, size.width * size.height);
  }
  return largest;
}

async function sizeIn(source: ByteSource, { start }: Box): Promise<ImageSize> {
  const view = await readExactly(source, start + 4, 8);
  return { width: view.getUint32(0), height: view.getUint32(4) };
}

/** The size of the clean aperture. A box that does not fit is ignored: its decoder will complain. */
async function croppedSize(
  source: ByteSource,
  own: readonly Box[],
  { width, height }: ImageSize,
): Promise<ImageSize> {
  const crop = own.find((box) => box.type === "clap");
  if (crop === undefined || crop.end - crop.start < 16) return { width, height };
  const view = await readExactly(source, crop.start, 16);
  const side = (at: number, whole: number) => {
    const length = Math.round(view.getUint32(at) / view.getUint32(at + 4));
    return length >= 1 && length <= whole ? length : whole;
  };
  return { width: side(0, width), height: side(8, height) };
}

/** Telephones also store depths and gain maps as auxiliary images. */
const ALPHA_TYPES = [
  "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha",
  "urn:mpeg:hevc:2015:auxid:1",
  "urn:mpeg:avc:2015:auxid:1",
];

async function someAlpha(source: ByteSource, all: readonly Box[]): Promise<boolean> {
  const LENGTH_MAX = 64;
  for (const { type, start, end } of all) {
    if (type !== "auxC" || end - start <= 4) continue;
    const length = Math.min(end - start - 4, LENGTH_MAX);
    const [name = ""] = textAt(await readExactly(source, start + 4, length), 0, length).split("\0");
    if (ALPHA_TYPES.includes(name)) return true;
  }
  return false;
}

async function quarterTurns(source: ByteSource, own: readonly Box[]): Promise<number> {
  const rotation = own.find((box) => box.type === "irot");
  if (rotation === undefined) return 0;
  return (await readExactly(source, rotation.start, 1)).getUint8(0) & 3;
}

const transposed = ({ width, height }: ImageSize): ImageSize => ({ width: height, height: width });

async function primaryItem(source: ByteSource, { start }: Box): Promise<number> {
  const version = (await readExactly(source, start, 1)).getUint8(0);
  return version === 0
    ? (await readExactly(source, start + 4, 2)).getUint16(0)
    : (await readExactly(source, start + 4, 4)).getUint32(0);
}

/** The properties of each item, as 1-based indexes into the list of all properties. */
async function propertiesOfItems(
  source: ByteSource,
  box: Box,
  all: readonly Box[],
): Promise<ReadonlyMap<number, readonly Box[]>> {
  const view = await readExactly(source, box.start, box.end - box.start);
  const version = view.getUint8(0);
  const wide = (view.getUint8(3) & 1) === 1;
  const idBytes = version < 1 ? 2 : 4;
  const count = view.getUint32(4);
  if (count > PARTS_MAX) throw new BrokenFile("The image has too many parts");
  const items = new Map<number, readonly Box[]>();
  let at = 8;
  try {
    for (let entry = 0; entry < count; entry += 1) {
      const id = idBytes === 2 ? view.getUint16(at) : view.getUint32(at);
      const associated = view.getUint8(at + idBytes);
      at += idBytes + 1;
      const boxes = Array.from({ length: associated }, (_, index) => {
        const property = wide
          ? view.getUint16(at + index * 2) & 0x7fff
          : view.getUint8(at + index) & 0x7f;
        return all[property - 1];
      });
      items.set(
        id,
        boxes.filter((found) => found !== undefined),
      );
      at += associated * (wide ? 2 : 1);
    }
  } catch (error) {
    if (error instanceof RangeError) throw new BrokenFile("The image's properties end too early");
    throw error;
  }
  return items;
}
