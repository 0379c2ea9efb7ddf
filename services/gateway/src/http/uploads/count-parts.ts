/** Counts the parts of a form while its bytes pass (RFC 2046, section 5.1.1). */
export interface PartCounter {
  readonly push: (chunk: Buffer) => void;
  readonly parts: () => number;
}

const CRLF = "\r\n";
const END = "--";

/** The parser leaves out parts whose head it cannot read. Their number tells that one is missing. */
export function countParts(boundary: string): PartCounter {
  const delimiter = Buffer.from(`${CRLF}--${boundary}`, "latin1");
  const least = delimiter.length + END.length;
  // The first delimiter may be at the beginning of the body.
  let rest = Buffer.from(CRLF);
  let parts = 0;
  let isOver = false;
  return {
    push(chunk) {
      if (isOver) return;
      const bytes = Buffer.concat([rest, chunk]);
      let from = 0;
      for (;;) {
        const at = bytes.indexOf(delimiter, from);
        if (at === -1 || at + least > bytes.length) {
          const kept = at === -1 ? Math.max(from, bytes.length - delimiter.length + 1) : at;
          rest = bytes.subarray(kept);
          return;
        }
        from = at + delimiter.length;
        if (bytes.toString("latin1", from, from + END.length) === END) {
          isOver = true;
          return;
        }
        parts += 1;
      }
    },
    parts: () => parts,
  };
}

/** The boundary in a `Content-Type`. Undefined if there is none. */
export const boundaryOf = (contentType: string | undefined): string | undefined => {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s";]+))/i.exec(contentType ?? "") ?? [];
  return quoted ?? plain;
};
