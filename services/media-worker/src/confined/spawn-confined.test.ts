import { errorOfTimeout } from "./spawn-confined";

const waits = { usedSeconds: 0, waitedSeconds: 0, isReady: false };

test.each([
  ["used its processor time", 60_000, { ...waits, usedSeconds: 30 }, "DecoderDied"],
  ["stood still", 60_000, waits, "DecoderHung"],
  ["did little", 60_000, { ...waits, usedSeconds: 2, waitedSeconds: 3 }, "DecoderHung"],
  ["worked", 60_000, { ...waits, usedSeconds: 6 }, "DecoderStarved"],
  ["waited for a processor", 60_000, { ...waits, waitedSeconds: 6 }, "DecoderStarved"],
  ["could go on", 60_000, { ...waits, isReady: true }, "DecoderStarved"],
  ["had less time than the system can tell", 90, waits, "DecoderStarved"],
  ["runs where the system does not tell", 60_000, undefined, "DecoderStarved"],
])("a decoder that %s, at its limit of %d ms", (_case, wallMs, demand, name) => {
  const error = errorOfTimeout(
    "ffmpeg",
    { how: "timed_out", demand, complaint: "" },
    { cpuSeconds: 30, wallMs },
  );
  expect(error.name).toBe(name);
});
