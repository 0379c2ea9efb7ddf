import { limitsFor } from "./render-video";

const limits = { wallMs: 1_080_000, cpuSeconds: 360, memoryBytes: 1, fileBytes: 1 };

test.each([
  ["a short video has the configured limits", 0, { wallMs: 1_080_000, cpuSeconds: 360 }],
  [
    "a video of one hour gets the processor time of four more hours, on two threads",
    3_600_000,
    { wallMs: 1_080_000 + 24 * 3_600_000, cpuSeconds: 360 + 8 * 3_600 },
  ],
])("%s", (_case, durationMs, expected) => {
  expect(limitsFor(limits, durationMs)).toEqual({ ...limits, ...expected });
});
