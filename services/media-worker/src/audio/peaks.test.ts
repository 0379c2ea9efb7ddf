// Covers docs/reference/media.md: playback

import { foldPeaks, PEAK_COUNT, waveformReader } from "./peaks";

const samples = (values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => {
    bytes.writeInt16LE(value, at * 2);
  });
  return bytes;
};
const waveformOf = (...chunks: readonly Buffer[]) => {
  const { read, finish } = waveformReader();
  for (const chunk of chunks) read(chunk);
  return finish();
};

test("loudness is relative to the loudest part", () => {
  const part = (loudness: number) =>
    Array.from({ length: 400 }, (_, at) => (at % 2 ? loudness : -loudness));
  expect(waveformOf(samples([...part(1_000), ...part(0), ...part(500)]))).toEqual({
    samples: 1_200,
    peaks: [100, 0, 50],
  });
});

test("the result does not depend on how the audio is split into chunks", () => {
  const bytes = samples(Array.from({ length: 1_500 }, (_, at) => ((at * 7_919) % 30_000) - 15_000));
  const whole = waveformOf(bytes);
  for (const cut of [1, 2, 3, 799, 800, 801, 2_999]) {
    expect(waveformOf(bytes.subarray(0, cut), bytes.subarray(cut))).toEqual(whole);
  }
  expect(waveformOf(...Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(whole);
});

test("silence has bars of 0, and an empty file has no bars", () => {
  expect(waveformOf(samples(new Array(800).fill(0)))).toEqual({ samples: 800, peaks: [0, 0] });
  expect(waveformOf()).toEqual({ samples: 0, peaks: [] });
});

test("audio of any length has at most the given number of bars, and each part is in one bar", () => {
  for (const length of [1, 199, 200, 201, 7_777]) {
    const peaks = foldPeaks(Array.from({ length }, (_, at) => at + 1));
    expect(peaks).toHaveLength(Math.min(length, PEAK_COUNT));
    expect(peaks.at(-1)).toBe(100);
    expect([...peaks].sort((a, b) => a - b)).toEqual(peaks);
  }
});

test("the loudest possible sample does not overflow", () => {
  expect(waveformOf(samples([-32_768])).peaks).toEqual([100]);
});
