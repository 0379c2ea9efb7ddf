import { type Box, boxesIn, boxWithin } from "../boxes";
import { BrokenFile, type ByteSource, readExactly } from "../byte-source";
import type { ImageSize } from "../orientation";

const META_MAX_BYTES = 4 * 1024 * 1024;

/** The size of an AVIF or HEIC as it is seen: that of its primary item, turned by its `irot`. */
export async function heifSize(source: ByteSource): Promise<ImageSize> {
  const meta = await boxWithin(source, { start: 0, end: source.byteSize }, "meta");
  if (meta === undefined) throw new BrokenFile("The image has no index");
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
  const indexes = await propertiesOf(source, associations, primary);
  const own = indexes.flatMap((index) => all[index - 1] ?? []);

  const extent = own.find((box) => box.type === "ispe");
  if (extent === undefined) throw new BrokenFile("The image has no size");
  const view = await readExactly(source, extent.start + 4, 8);
  const size = { width: view.getUint32(0), height: view.getUint32(4) };

  const rotation = own.find((box) => box.type === "irot");
  if (rotation === undefined) return size;
  const quarterTurns = (await readExactly(source, rotation.start, 1)).getUint8(0) & 3;
  return quarterTurns % 2 === 1 ? { width: size.height, height: size.width } : size;
}

async function primaryItem(source: ByteSource, { start }: Box): Promise<number> {
  const version = (await readExactly(source, start, 1)).getUint8(0);
  return version === 0
    ? (await readExactly(source, start + 4, 2)).getUint16(0)
    : (await readExactly(source, start + 4, 4)).getUint32(0);
}

/** The 1-based indexes of the properties that are associated with an item. */
async function propertiesOf(source: ByteSource, box: Box, item: number): Promise<number[]> {
  const view = await readExactly(source, box.start, box.end - box.start);
  const version = view.getUint8(0);
  const wide = (view.getUint8(3) & 1) === 1;
  const idBytes = version < 1 ? 2 : 4;
  const count = view.getUint32(4);
  let at = 8;
  try {
    for (let entry = 0; entry < count; entry += 1) {
      const id = idBytes === 2 ? view.getUint16(at) : view.getUint32(at);
      const associated = view.getUint8(at + idBytes);
      at += idBytes + 1;
      const indexes = Array.from({ length: associated }, (_, index) =>
        wide ? view.getUint16(at + index * 2) & 0x7fff : view.getUint8(at + index) & 0x7f,
      );
      if (id === item) return indexes;
      at += associated * (wide ? 2 : 1);
    }
  } catch (error) {
    if (error instanceof RangeError) throw new BrokenFile("The image's properties end too early");
    throw error;
  }
  return [];
}
