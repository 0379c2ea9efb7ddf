import { waitFor } from "@polls/testing";
import sharp from "sharp";
import {
  makeMedia,
  makePicture,
  testPicture,
  testTone,
} from "../../services/media-worker/src/testing/make-media";
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

test("a film tells how far it is, and is then played from any place in it", async () => {
  const { makePoll, upload, processed, asOwner } = all;
  const film = await makeMedia(
    testPicture("1280x720", 20),
    ["-c:v", "libx264", "-preset", "ultrafast"],
    "mp4",
  );
  const option = await upload(await makePoll("Polls::VideoGallery"), film, "film.mp4");
  const seen = new Set<number>();
  await waitFor(
    async () => {
      const { body } = await asOwner(`GET ${option}`);
      if (body.processing_progress === undefined) return !body.processing;
      expect(body.processing).toBe(true);
      return seen.add(body.processing_progress).size >= 2;
    },
    { deadlineMs: 90_000, what: "a film in the making", everyMs: 50 },
  );
  expect(seen.size).toBe(2);
  for (const progress of seen) expect(progress >= 0 && progress <= 1).toBe(true);
  const [first = 1, second = 0] = seen;
  expect(second).toBeGreaterThan(first);

  const made = await processed(option, 120_000);
  expect(made).not.toHaveProperty("processing_progress");
  expect(made.playback.duration).toBeCloseTo(20, 0);
  const { url } = made.video;
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

test("a sound has the waveform that its player draws, for every listener", async () => {
  const { makePoll, upload, processed, asVisitor } = all;
  const sound = await makeMedia(testTone(2), [], "mp3");
  const option = await upload(await makePoll("Polls::AudioGallery"), sound, "tone.mp3");
  await processed(option, 45_000);
  const { body } = await asVisitor("a listener", `GET ${option}`);
  expect(body).not.toHaveProperty("metadata");
  expect(body).not.toHaveProperty("attachment");
  expect(body.playback.duration).toBeCloseTo(2, 0);
  expect(body.playback.peaks.length).toBeGreaterThan(30);
  expect(Math.max(...body.playback.peaks)).toBe(100);
});

test("a picture that is turned gets new derivatives, and the old ones go", async () => {
  const { makePoll, upload, processed, asOwner } = all;
  const option = await upload(
    await makePoll("Polls::PhotoGallery"),
    await makePicture(800, 400),
    "wide.png",
  );
  const before = (await processed(option, 45_000)).attachment;
  const turned = await asOwner(`PATCH ${option}`, { body: { option: { rotation: 90 } } });
  expect(turned.body).toMatchObject({ processing: true, rotation: 90 });
  const after = (await processed(option, 45_000)).attachment;

  const keys = [
    "attachment_url_large",
    "attachment_url_medium",
    "attachment_url_thumb",
    "attachment_url_social",
  ];
  for (const key of keys) {
    expect(after[key]).not.toBe(before[key]);
    expect((await fetched(before[key])).status).toBe(404);
    expect((await fetched(after[key])).status).toBe(200);
  }
  const large = await sharp((await fetched(after.attachment_url_large)).bytes).metadata();
  expect([large.width, large.height]).toEqual([400, 800]);
});
