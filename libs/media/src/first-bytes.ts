import { textAt, ZEROS_MAX_BYTES } from "./byte-source";

/** The number of first bytes that decide the format of a file: a frame of a sound behind zeros, and the next header, fit into them. */
export const SNIFF_BYTES = 2 * ZEROS_MAX_BYTES;

/** Matches the first bytes of a file. */
export const starts =
  (...bytes: readonly number[]) =>
  (head: DataView) =>
    head.byteLength >= bytes.length && bytes.every((byte, at) => head.getUint8(at) === byte);

/** Matches an ISO file by its brands. */
export const ftyp =
  (decide: (major: string, brands: readonly string[]) => boolean) => (head: DataView) =>
    textAt(head, 4, 4) === "ftyp" && decide(textAt(head, 8, 4), compatibleBrands(head));

function compatibleBrands(head: DataView): readonly string[] {
  const end = Math.min(head.getUint32(0), head.byteLength);
  const brands: string[] = [];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(textAt(head, at, 4));
  return brands;
}
