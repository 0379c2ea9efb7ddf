import { Transform } from "node:stream";

/** Passes the bytes of a form on, and counts its parts (RFC 2046, section 5.1.1). */
export interface PartStream {
  readonly stream: Transform;
  readonly parts: () => number;
  /** Whether the parser would guess: a part has several `Content-Disposition`, or a name that is no UTF-8 and says so. */
  readonly isUnreadable: () => boolean;
}

const CRLF = "\r\n";
const END = "--";
/** The parser reads no longer head. */
const HEAD_MAX_BYTES = 16 * 1024;
const HEAD_END = `${CRLF}${CRLF}`;
const blanks: ReadonlySet<number | undefined> = new Set([0x20, 0x09]);

/** Counts the parts, because the parser leaves out some, and removes blanks after a boundary. */
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
  let head: string | undefined;

  const readHead = (bytes: Buffer) => {
    if (head === undefined) return;
    head += bytes.toString("latin1", 0, HEAD_MAX_BYTES);
    const end = head.indexOf(HEAD_END);
    if (end === -1 && head.length < HEAD_MAX_BYTES) return;
    const names = head.slice(0, end).match(/\r\ncontent-disposition[ \t]*:/gi) ?? [];
    if (names.length > 1 || !isUtf8(head.slice(0, end))) isUnreadable = true;
    head = undefined;
  };

  const take = (bytes: Buffer, pass: (bytes: Buffer) => void): Buffer => {
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
        readHead(bytes.subarray(from, kept));
        pass(bytes.subarray(from, kept));
        return bytes.subarray(kept);
      }
      const next = at + delimiter.length;
      if (bytes.toString("latin1", next, next + END.length) === END) {
        isOver = true;
        readHead(bytes.subarray(from, next));
        pass(bytes.subarray(from));
        return bytes.subarray(bytes.length);
      }
      readHead(bytes.subarray(from, next));
      pass(bytes.subarray(from, next));
      from = next;
      parts += 1;
      head = "";
      afterDelimiter = true;
    }
  };

  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (isOver) return done(null, chunk);
      rest = take(Buffer.concat([rest, chunk]), (bytes) => stream.push(bytes));
      done();
    },
    flush(done) {
      done(null, rest);
    },
  });
  return { stream, parts: () => parts, isUnreadable: () => isUnreadable };
}

/** Whether the names that say to be UTF-8 are that (RFC 5987, section 3.2). */
function isUtf8(head: string): boolean {
  try {
    for (const [, value = ""] of head.matchAll(/\*=\s*utf-8'[^']*'([^;\s]*)/gi))
      decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}

/** The boundary in a `Content-Type`. Undefined if there is none. */
export const boundaryOf = (contentType: string | undefined): string | undefined => {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s";]+))/i.exec(contentType ?? "") ?? [];
  return quoted ?? plain;
};
