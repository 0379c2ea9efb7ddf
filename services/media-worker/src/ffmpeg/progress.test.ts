// Covers docs/reference/media.md: codecs

import { recordedVersions, recording } from "../../testing/recordings";
import { type EncodingProgress, progressReader } from "./progress";

test("reads the progress of ffmpeg from chunks of output", () => {
  const text =
    "frame=25\nout_time_us=1000000\nprogress=continue\nframe=50\nout_time_us=2000000\nprogress=end\n";
  for (let cut = 0; cut <= text.length; cut += 1) {
    const seen: EncodingProgress[] = [];
    const { read, last } = progressReader((progress) => seen.push(progress));
    read(Buffer.from(text.slice(0, cut)));
    read(Buffer.from(text.slice(cut)));
    expect(seen).toEqual([
      { frames: 25, timeMs: 1_000 },
      { frames: 50, timeMs: 2_000 },
    ]);
    expect(last()).toEqual({ frames: 50, timeMs: 2_000 });
  }
});

test("ignores times before the start of the video", () => {
  const { read, last } = progressReader(() => {});
  read(Buffer.from("out_time_us=-23000\nframe=N/A\nprogress=continue\n"));
  expect(last()).toEqual({ frames: 0, timeMs: 0 });
});

test.each(recordedVersions)("reads the progress of ffmpeg %s", (version) => {
  const { read, last } = progressReader(() => {});
  read(Buffer.from(recording(version)("progress")));
  const { frames, timeMs } = last();
  expect(frames).toBe(12);
  expect(timeMs).toBeGreaterThan(300);
  expect(timeMs).toBeLessThan(450);
});
