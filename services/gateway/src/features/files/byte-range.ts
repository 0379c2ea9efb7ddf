/** The requested part of a file. Both ends are inclusive. */
export type RangeRequest =
  | { readonly kind: "whole" }
  | { readonly kind: "part"; readonly start: number; readonly end: number }
  | { readonly kind: "unsatisfiable" };

const WHOLE: RangeRequest = { kind: "whole" };

/**
 * Reads a `Range` header (RFC 9110). For several ranges, other units and malformed ranges, the
 * whole file is sent. Written by hand, because `range-parser` leads to 416 for `bytes=3-1` and for
 * a suffix longer than the file.
 */
export function readRange(header: string | undefined, byteSize: number): RangeRequest {
  const [, first = "", last = ""] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return WHOLE;
  if (first === "") {
    const length = Math.min(Number(last), byteSize);
    return length === 0
      ? { kind: "unsatisfiable" }
      : { kind: "part", start: byteSize - length, end: byteSize - 1 };
  }
  const start = Number(first);
  const end = last === "" ? byteSize - 1 : Math.min(Number(last), byteSize - 1);
  if (last !== "" && Number(last) < start) return WHOLE;
  return start >= byteSize ? { kind: "unsatisfiable" } : { kind: "part", start, end };
}
