import { BrokenFile, type ByteSource, readExactly, textAt } from "../byte-source";
import { asSeen, type ImageSize, orientationOf } from "../orientation";

const WIDTH = 0x0100;
const HEIGHT = 0x0101;
const ORIENTATION = 0x0112;
const SHORT = 3;
const LONG = 4;
const ENTRIES_MAX = 500;

/** The size of a TIFF's first page as it is seen. */
export async function tiffSize(source: ByteSource): Promise<ImageSize> {
  const head = await readExactly(source, 0, 8);
  const little = textAt(head, 0, 2) === "II";
  const directory = head.getUint32(4, little);
  const count = (await readExactly(source, directory, 2)).getUint16(0, little);
  if (count > ENTRIES_MAX) throw new BrokenFile("The TIFF has too many fields");
  const entries = await readExactly(source, directory + 2, count * 12);

  const values = new Map<number, number>();
  for (let at = 0; at < count * 12; at += 12) {
    const type = entries.getUint16(at + 2, little);
    if (type === SHORT)
      values.set(entries.getUint16(at, little), entries.getUint16(at + 8, little));
    if (type === LONG) values.set(entries.getUint16(at, little), entries.getUint32(at + 8, little));
  }
  const [width, height] = [values.get(WIDTH), values.get(HEIGHT)];
  if (width === undefined || height === undefined) throw new BrokenFile("The TIFF has no size");
  return asSeen({ width, height }, orientationOf(values.get(ORIENTATION)));
}
