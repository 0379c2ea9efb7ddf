// Covers docs/reference/media.md: playback
// Covers docs/reference/options.md: classes

import { waitFor } from "@polls/testing";
import sharp from "sharp";
import {
  makeMedia,
  makePicture,
  testPicture,
  testTone,
} from "../../services/media-worker/testing/make-media";
import { type MediaJourney, startMediaJourney } from "./media-journey";

jest.setTimeout(180_000);

let all: MediaJourney;
beforeAll(async () => {
  all = await startMediaJourney();
});

const fetched = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers });
  return { status: response.status, headers: response.headers, bytes: await bytesOf(response) };
};
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test("a video reports its progress, and can then be played from any position", async () => {
  const { makePoll, upload, processed, owner } = all;
  const film = await makeMedia(
    testPicture("1280x720", 20),
    ["-c:v", "libx264", "-preset", "ultrafast"],
    "mp4",
  );
  const option = await upload(await makePoll("Polls::VideoGallery"), film, "film.mp4");
  const seen = new Set<number>();
  await waitFor(
    async () => {
      const { processing, processing_progress } = await owner.options.show(option);
      if (processing_progress === undefined) return !processing;
      expect(processing).toBe(true);
      return seen.add(processing_progress).size >= 2;
    },
    { deadlineMs: 90_000, what: "a film in the making", everyMs: 50 },
  );
  expect(seen.size).toBe(2);
  for (const progress of seen) expect(progress >= 0 && progress <= 1).toBe(true);
  const [first = 1, second = 0] = seen;
  expect(second).toBeGreaterThan(first);

  const made = await processed(option, 120_000);
  expect(made).not.toHaveProperty("processing_progress");
  expect(made.playback?.duration).toBeCloseTo(20, 0);
  const url = made.video?.url ?? "";
  const whole = await fetched(url);
  expect(whole.headers.get("content-type")).toBe("video/mp4");
  const size = whole.bytes.length;
  const middle = await fetched(url, { Range: `bytes=${size - 500}-${size - 401}` });
  expect([middle.status, middle.headers.get("content-range")]).toEqual([
    206,
    `bytes ${size - 500}-${size - 401}/${size}`,
  ]);
  expect(middle.bytes.equals(whole.bytes.subarray(size - 500, size - 400))).toBe(true);
  const end = await fetched(url, { Range: "bytes=-10" });
  expect(end.bytes.equals(whole.bytes.subarray(-10))).toBe(true);
  expect((await fetched(url, { Range: `bytes=${size}-` })).status).toBe(416);
});

test("a sound has a waveform and a file for its player, for every listener", async () => {
  const { makePoll, upload, processed, visitor } = all;
  const sound = await makeMedia(testTone(2), [], "mp3");
  const option = await upload(await makePoll("Polls::AudioGallery"), sound, "tone.mp3");
  await processed(option, 45_000);
  const heard = await visitor("a listener").options.show(option);
  expect(heard).not.toHaveProperty("metadata");
  expect(heard).not.toHaveProperty("attachment");
  expect(heard.playback?.duration).toBeCloseTo(2, 0);
  const { peaks = [] } = heard.playback ?? {};
  expect(peaks.length).toBeGreaterThan(30);
  expect(Math.max(...peaks)).toBe(100);
  const played = await fetched(heard.playback?.url ?? "", { Range: "bytes=4-7" });
  expect([played.status, played.headers.get("content-type")]).toEqual([206, "audio/mp4"]);
  expect(played.bytes.toString()).toBe("ftyp");
});

test("a rotated picture gets new derivatives, and the old ones are deleted", async () => {
  const { makePoll, upload, processed, owner } = all;
  const option = await upload(
    await makePoll("Polls::PhotoGallery"),
    await makePicture(800, 400),
    "wide.png",
  );
  const urls = async () => {
    const { attachment } = await processed(option, 45_000);
    return (["large", "medium", "thumb", "social"] as const).map(
      (size) => attachment?.[`attachment_url_${size}`] ?? "",
    );
  };
  const before = await urls();
  const turned = await owner.options.update({ ...option, body: { option: { rotation: 90 } } });
  expect(turned).toMatchObject({ processing: true, rotation: 90 });
  const after = await urls();

  for (const [index, url] of after.entries()) {
    expect(url).not.toBe(before[index]);
    expect((await fetched(before[index] ?? "")).status).toBe(404);
    expect((await fetched(url)).status).toBe(200);
  }
  const large = await sharp((await fetched(after[0] ?? "")).bytes).metadata();
  expect([large.width, large.height]).toEqual([400, 800]);
});
