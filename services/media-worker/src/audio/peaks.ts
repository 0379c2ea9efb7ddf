/** The maximum number of bars of a waveform. */
export const PEAK_COUNT = 200;

/** Number of samples per block: a twentieth of a second at 8 kHz. */
const BLOCK_SAMPLES = 400;

/** The samples, and the loudness of `PEAK_COUNT` parts (or fewer) from 0 to 100. */
interface Waveform {
  readonly samples: number;
  readonly peaks: readonly number[];
}

/** Reads 16-bit samples in chunks of any length. Memory grows by a number per 50 ms. */
export function waveformReader() {
  const blocks: number[] = [];
  let samples = 0;
  let loudest = 0;
  let half: number | undefined;

  const take = (sample: number) => {
    loudest = Math.max(loudest, Math.abs(sample));
    samples += 1;
    if (samples % BLOCK_SAMPLES === 0) {
      blocks.push(loudest);
      loudest = 0;
    }
  };

  return {
    read(chunk: Buffer): void {
      let at = 0;
      if (half !== undefined && chunk.length > 0) {
        take(Buffer.from([half, chunk[0] ?? 0]).readInt16LE());
        half = undefined;
        at = 1;
      }
      for (; at + 1 < chunk.length; at += 2) take(chunk.readInt16LE(at));
      if (at < chunk.length) half = chunk[at];
    },
    finish(): Waveform {
      const all = samples % BLOCK_SAMPLES === 0 ? blocks : [...blocks, loudest];
      return { samples, peaks: foldPeaks(all) };
    },
  };
}

/** Reduces loudness values to at most `PEAK_COUNT` values, relative to the loudest. */
export function foldPeaks(blocks: readonly number[]): number[] {
  const count = Math.min(PEAK_COUNT, blocks.length);
  const peaks = Array.from({ length: count }, (_, bar) => {
    const [from, to] = [bar, bar + 1].map((n) => Math.floor((n * blocks.length) / count));
    return blocks.slice(from, to).reduce((peak, value) => Math.max(peak, value), 0);
  });
  const loudest = peaks.reduce((peak, value) => Math.max(peak, value), 1);
  return peaks.map((peak) => Math.round((peak / loudest) * 100));
}
