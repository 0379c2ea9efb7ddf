/** Fractions of the duration: the start is often black, and the end has credits. */
const MOMENTS = [0.25, 0.4, 0.1, 0.55, 0.7, 0.85, 0.02, 0];
export const STILLS_MAX = MOMENTS.length;
const IN_TIME = [...MOMENTS].sort((a, b) => a - b);

/** The side length of the gray square that scores a still. */
export const GLANCE_SIZE = 32;
const GLANCE_BYTES = GLANCE_SIZE * GLANCE_SIZE;
/** A frame with this score is used without searching for a better one. */
const GOOD_ENOUGH = 40;

/**
 * Selects the first frame and the first at or after each moment, none of them twice, even if
 * timestamps jump back.
 */
export function selectStills(durationMs: number): string {
  const passed = (time: string) =>
    IN_TIME.map((moment) => `gte(${time},${((moment * durationMs) / 1_000).toFixed(3)})`).join("+");
  return `select='isnan(prev_selected_t)+gt(${passed("t")},${passed("prev_selected_t")})'`;
}

/**
 * The index of the representative still, by the gray pixels of all in order of time. Undefined
 * without stills. A video that is shorter than its header says has fewer.
 */
export function bestStill(glances: Uint8Array): number | undefined {
  const count = Math.floor(glances.length / GLANCE_BYTES);
  let best: { at: number; score: number } | undefined;
  for (const moment of MOMENTS) {
    const at = IN_TIME.indexOf(moment);
    if (at >= count) continue;
    const score = liveliness(glances.subarray(at * GLANCE_BYTES, (at + 1) * GLANCE_BYTES));
    if (score >= GOOD_ENOUGH) return at;
    if (best === undefined || score > best.score) best = { at, score };
  }
  return best?.at;
}

/** The spread of a frame's gray pixels: almost 0 if nearly all are black or white. */
export function liveliness(gray: Uint8Array): number {
  if (gray.length === 0) return 0;
  const mean = gray.reduce((sum, value) => sum + value, 0) / gray.length;
  const variance = gray.reduce((sum, value) => sum + (value - mean) ** 2, 0) / gray.length;
  const blank = mean < 20 || mean > 240;
  return Math.sqrt(variance) * (blank ? 0.1 : 1);
}
