import { Transform } from "node:stream";
import { type PartHead, readPartHead } from "./part-head";

/** Passes the bytes of a form on, and counts its parts (RFC 2046, section 5.1.1). */
export interface PartStream {
  readonly stream: Transform;
  readonly parts: () => number;
  /** Whether the parser would guess: the head of a part contradicts itself, or has a name that is not in its character set. */
  readonly isUnreadable: () => boolean;
  /** The facts of the next part whose head was passed on, in the order of the form. */
  readonly nextHead: () => PartHead | undefined;
}

const CRLF = "\r\n";
const END = "--";
/** The parser reads no longer head. */
const HEAD_MAX_BYTES = 16 * 1024;
const HEAD_END = `${CRLF}${CRLF}`;
const blanks: ReadonlySet<number | undefined> = new Set([0x20, 0x09]);

/**
 * Counts the parts, because the parser leaves out some, and removes blanks after a boundary. Heads are passed on without
 * a character set, so that the parser hands over the bytes of each field.
 */
export function createPartStream(boundary: string): PartStream {
  const delimiter = Buffer.from(`${CRLF}--${boundary}`, "latin1");
  const least = delimiter.length + END.length;
  // The first delimiter may be at the beginning of the body.
  let rest: Buffer = Buffer.from(CRLF);
  let parts = 0;
  let isOver = false;
  let afterDelimiter = false;
  let isUnreadable = false;
  /** The head of the current part, as far as it has arrived. Undefined after its end. */
  let head: Buffer | undefined;
  const heads: PartHead[] = [];

  const pass = (bytes: Buffer) => {
    if (head === undefined) {
      stream.push(bytes);
      return;
    }
    head = Buffer.concat([head, bytes]);
    const end = head.indexOf(HEAD_END);
    if (end === -1 && head.length < HEAD_MAX_BYTES) return;
    if (end !== -1) {
      const read = readPartHead(head.toString("latin1", 0, end));
      heads.push(read);
      if (read.isUnreadable) isUnreadable = true;
      stream.push(Buffer.from(read.plain, "latin1"));
      head = head.subarray(end);
    }
    endHead();
  };
  const endHead = () => {
    if (head !== undefined) stream.push(head);
    head = undefined;
  };

  const take = (bytes: Buffer): Buffer => {
    let from = 0;
    for (;;) {
      if (afterDelimiter) {
        while (blanks.has(bytes[from])) from += 1;
        if (from === bytes.length) return bytes.subarray(from);
        afterDelimiter = false;
      }
      const at = bytes.indexOf(delimiter, from);
      if (at === -1 || at + least > bytes.length) {
        const kept = at === -1 ? Math.max(from, bytes.length - delimiter.length + 1) : at;
        pass(bytes.subarray(from, kept));
        return bytes.subarray(kept);
      }
      const next = at + delimiter.length;
      if (bytes.toString("latin1", next, next + END.length) === END) {
        isOver = true;
        pass(bytes.subarray(from, next));
        endHead();
        pass(bytes.subarray(next));
        return bytes.subarray(bytes.length);
      }
      pass(bytes.subarray(from, next));
      endHead();
      from = next;
      parts += 1;
      head = Buffer.alloc(0);
      afterDelimiter = true;
    }
  };

  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (isOver) return done(null, chunk);
      rest = take(Buffer.concat([rest, chunk]));
      done();
    },
    flush(done) {
      endHead();
      done(null, rest);
    },
  });
  return {
    stream,
    parts: () => parts,
    isUnreadable: () => isUnreadable,
    nextHead: () => heads.shift(),
  };
}

/** The boundary in a `Content-Type`. Undefined if there is none, or an empty one. */
export const boundaryOf = (contentType = ""): string | undefined => {
  const [, quoted, plain] =
    /;\s*boundary=(?:"((?:[^"\\]|\\.)+)"|([^\s";]+))/i.exec(contentType) ?? [];
  return quoted?.replace(/\\(.)/g, "$1") ?? plain;
};
