const MIB = 1024 * 1024;
const SMALLEST_BYTES = 8 * MIB;
const LARGEST_BYTES = 256 * MIB;

/** Some providers allow only 1,000 parts. A file of the expected size has fewer. */
const PARTS_EXPECTED = 800;
/** Parts of the same size. Some providers require it, so only a file of unexpected size has others. */
const PARTS_ALIKE = 850;
const PARTS_PER_DOUBLING = 30;

/** The size of part `number` (from 1) in bytes. It grows, so that parts do not run out. */
export function partSize(number: number, expectedBytes = 0): number {
  const needed = Math.ceil(expectedBytes / PARTS_EXPECTED / MIB) * MIB;
  const base = Math.min(Math.max(SMALLEST_BYTES, needed), LARGEST_BYTES);
  const doublings = Math.max(0, Math.ceil((number - PARTS_ALIKE) / PARTS_PER_DOUBLING));
  return Math.min(base * 2 ** Math.min(doublings, 10), LARGEST_BYTES);
}
