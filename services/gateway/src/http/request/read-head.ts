import { Readable } from "node:stream";

/** Reads the first bytes of a stream. Also returns a stream of all bytes. */
export async function readHead(
  content: Readable,
  length: number,
): Promise<{ readonly head: Buffer; readonly whole: Readable }> {
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const read: Buffer[] = [];
  let size = 0;
  let ended = false;
  while (size < length && !ended) {
    const { value, done } = await chunks.next();
    ended = done === true;
    if (done === true) break;
    read.push(value);
    size += value.length;
  }
  const head = Buffer.concat(read, size);
  const whole = Readable.from(replay(head, ended ? undefined : chunks), { objectMode: false });
  return { head: head.subarray(0, length), whole };
}

async function* replay(head: Buffer, rest: AsyncIterator<Buffer> | undefined) {
  try {
    if (head.length > 0) yield head;
    for (let next = await rest?.next(); next !== undefined && next.done !== true; ) {
      yield next.value;
      next = await rest?.next();
    }
  } finally {
    await rest?.return?.();
  }
}
