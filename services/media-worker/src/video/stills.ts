/** Where in a film a frame may stand for it: not the first, which is black in many, nor the credits. */
const MOMENTS = [0.25, 0.4, 0.1, 0.55, 0.7, 0.85, 0.02, 0];
/** How many stills a film has at most, whatever its timestamps are. */
export const STILLS_MAX = MOMENTS.length;
const IN_TIME = [...MOMENTS].sort((a, b) => a - b);

/** The side of the square of grey pixels that a still is judged by. */
export const GLANCE_SIZE = 32;
const GLANCE_BYTES = GLANCE_SIZE * GLANCE_SIZE;
/** From here on a frame has something to see on it; no better one is looked for. */
const GOOD_ENOUGH = 40;

/**
 * The filter that lets through a film's first frame and the first one at or after each moment. A film
 * that goes back in time passes no moment again.
 */
export function selectStills(durationMs: number): string {
  const passed = (time: string) =>
    IN_TIME.map((moment) => `gte(${time},${((moment * durationMs) / 1_000).toFixed(3)})`).join("+");
  return `select='isnan(prev_selected_t)+gt(${passed("t")},${passed("prev_selected_t")})'`;
}

/**
 * Which still stands for its film, counted from 0, out of the grey pixels of all, one still after the
 * other in time; undefined where there is none. A film that is shorter than its header says has fewer.
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

/**
 * How much there is to see in a frame, from its grey pixels: how far they are apart, and next to
 * nothing where nearly all of it is black or white.
 */
export function liveliness(grey: Uint8Array): number {
  if (grey.length === 0) return 0;
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length;
  const variance = grey.reduce((sum, value) => sum + (value - mean) ** 2, 0) / grey.length;
  const blank = mean < 20 || mean > 240;
  return Math.sqrt(variance) * (blank ? 0.1 : 1);
}
