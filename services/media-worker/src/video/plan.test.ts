import type { Probed, ProbedStream } from "../ffmpeg/probe";
import { planVideo, videoOf } from "./plan";

const picture: ProbedStream = {
  index: 0,
  kind: "video",
  codec: "h264",
  width: 1_920,
  height: 1_080,
  frameRate: 29.97,
};
const sound: ProbedStream = { index: 1, kind: "audio", codec: "aac" };
const probed = (...streams: ProbedStream[]): Probed => ({ streams, durationMs: 12_500 });

describe("the chosen streams", () => {
  test.each<[string, Probed, object]>([
    [
      "picture and sound",
      probed(picture, sound),
      {
        videoIndex: 0,
        audioIndex: 1,
        size: { width: 1_920, height: 1_080 },
        durationMs: 12_500,
        hdr: false,
      },
    ],
    [
      "the cover of a record is no video",
      probed({ ...picture, index: 0, isPicture: true }, { ...picture, index: 2 }),
      { videoIndex: 2 },
    ],
    [
      "a codec that is not accepted is skipped",
      probed({ ...picture, codec: "zmbv" }, { ...picture, index: 3, codec: "av1" }),
      { videoIndex: 3 },
    ],
    [
      "held upright, clockwise",
      probed({ ...picture, rotation: -90 }),
      { size: { width: 1_080, height: 1_920 } },
    ],
    [
      "held upright, counterclockwise",
      probed({ ...picture, rotation: 270 }),
      { size: { width: 1_080, height: 1_920 } },
    ],
    [
      "upside down keeps its sides",
      probed({ ...picture, rotation: 180 }),
      { size: { width: 1_920, height: 1_080 } },
    ],
    [
      "pixels that are not square",
      probed({ ...picture, width: 720, height: 576, pixelAspect: 16 / 15 }),
      { size: { width: 768, height: 576 } },
    ],
    ["high dynamic range", probed({ ...picture, hdr: true }), { hdr: true }],
  ])("%s", (_what, given, expected) => {
    expect(videoOf(given)).toMatchObject(expected);
  });

  test.each<[string, Probed]>([
    ["sound alone", probed(sound)],
    ["no codec that is taken", probed({ ...picture, codec: "hymt" })],
    ["no size", probed({ ...picture, width: 0 })],
    ["nothing", { streams: [] }],
  ])("%s has no video", (_what, given) => {
    expect(videoOf(given)).toBeUndefined();
  });

  test("a header without a duration results in no duration", () => {
    expect(videoOf({ streams: [picture] })).not.toHaveProperty("durationMs");
  });
});

describe("the size is at most 1280 px, with even sides, and never enlarged", () => {
  const video = { videoIndex: 0, hdr: false } as const;
  test.each([
    ["full HD", 1_920, 1_080, 0, 1_280, 720],
    ["held upright", 1_080, 1_920, 0, 720, 1_280],
    ["turned by the option", 1_920, 1_080, 90, 720, 1_280],
    ["small and odd", 321, 241, 0, 320, 240],
    ["one pixel", 1, 1, 0, 2, 2],
    ["a line", 4_000, 2, 0, 1_280, 2],
  ] as const)("%s", (_what, width, height, rotation, w, h) => {
    expect(planVideo({ ...video, size: { width, height } }, rotation).size).toEqual({
      width: w,
      height: h,
    });
  });

  test("limits the frame rate to 60 per second, and maps HDR colors", () => {
    const size = { width: 100, height: 100 };
    expect(planVideo({ ...video, size, frameRate: 240, hdr: true }, 0)).toMatchObject({
      frameRate: 60,
      toneMap: true,
    });
    expect(planVideo({ ...video, size, frameRate: 29.97 }, 0)).not.toHaveProperty("frameRate");
  });
});
