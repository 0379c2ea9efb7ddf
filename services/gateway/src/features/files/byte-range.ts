/** What of a file a request asks for; bytes are inclusive. */
export type RangeRequest =
  | { readonly kind: "whole" }
  | { readonly kind: "part"; readonly start: number; readonly end: number }
  | { readonly kind: "unsatisfiable" };

const WHOLE: RangeRequest = { kind: "whole" };

/**
 * Reads a `Range` header (RFC 9110). Several ranges, other units and malformed ones are ignored, as
 * the standard allows: the whole file is the answer.
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
