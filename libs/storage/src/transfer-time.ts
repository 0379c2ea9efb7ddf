/** The time of a request and its answer, besides that of its content at the slowest pace. */
const REQUEST_MS = 120_000;
const SLOWEST_BYTES_PER_MS = 100;

/** The time in which content of a size must be sent or received. */
export const transferMs = (byteSize: number): number =>
  REQUEST_MS + byteSize / SLOWEST_BYTES_PER_MS;
