import { BrokenFile, type ByteSource, readExactly, textAt } from "./byte-source";

/** A box of an ISO base media file (mp4, mov, heic, avif), and the range of its content. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const BOXES_MAX = 4_096;

/** Iterates over the boxes between two offsets. Throws `BrokenFile` if a box exceeds the range. */
export async function* walkBoxes(
  source: ByteSource,
  start: number,
  end: number,
): AsyncIterable<Box> {
  for (let at = start, count = 0; at + 8 <= end; count += 1) {
    if (count === BOXES_MAX) throw new BrokenFile("The file has too many boxes");
    const box = await boxAt(source, at, end);
    yield box;
    at = box.end;
  }
}

/** Lists the boxes between two offsets. Throws `BrokenFile` if a box exceeds the range. */
export async function boxesIn(
  source: ByteSource,
  start: number,
  end: number,
): Promise<readonly Box[]> {
  const boxes: Box[] = [];
  for await (const box of walkBoxes(source, start, end)) boxes.push(box);
  return boxes;
}

async function boxAt(source: ByteSource, at: number, end: number): Promise<Box> {
  const head = await readExactly(source, at, 8);
  const type = textAt(head, 4, 4);
  const size = head.getUint32(0);
  if (size === 0) return { type, start: at + 8, end };
  const long = size === 1;
  const length = long ? Number((await readExactly(source, at + 8, 8)).getBigUint64(0)) : size;
  const content = at + (long ? 16 : 8);
  if (at + length < content || at + length > end) {
    throw new BrokenFile(`The box ${JSON.stringify(type)} does not fit`);
  }
  return { type, start: content, end: at + length };
}

/** The first box of a type inside a box, or undefined. Later boxes are not read. */
export async function boxWithin(
  source: ByteSource,
  parent: { readonly start: number; readonly end: number },
  type: string,
): Promise<Box | undefined> {
  for await (const box of walkBoxes(source, parent.start, parent.end)) {
    if (box.type === type) return box;
  }
  return undefined;
}
