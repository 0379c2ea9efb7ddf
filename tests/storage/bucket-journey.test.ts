// Covers docs/reliability.md: storage-failures

import { openStorage, type Storage } from "@polls/storage";
import { atFileEnd, waitFor } from "@polls/testing";
import sharp from "sharp";
import { describeWithS3, makeTestBucket } from "../../libs/storage/src/testing/test-bucket";
import {
  makeMedia,
  makePicture,
  testPicture,
} from "../../services/media-worker/testing/make-media";
import { type MediaJourney, startMediaJourney } from "../journeys/media-journey";

describeWithS3("files of a stack whose storage is a bucket", () => {
  let all: MediaJourney;
  let storage: Storage;
  beforeAll(async () => {
    const bucket = await makeTestBucket();
    storage = await openStorage({ kind: "s3", ...bucket.options });
    atFileEnd("storage of the test", () => storage.close());
    all = await startMediaJourney(bucket.env);
  });

  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of storage.list("")) found.push(key);
    return found;
  };
  /** The storage key of the file at an address of the service. */
  const keyOf = (url: string) => new URL(url).pathname.replace("/files/", "");
  const read = async (url: string) => {
    const answer = await fetch(url);
    expect([answer.status, answer.redirected]).toEqual([200, true]);
    return Buffer.from(await answer.arrayBuffer());
  };

  test("a picture is rendered from the bucket, served by redirects, and deleted with its option", async () => {
    const { makePoll, upload, processed, owner } = all;
    const before = await keys();
    const picture = await makePicture(800, 400);
    const option = await upload(await makePoll("Polls::PhotoGallery"), picture, "wide.png");
    const { attachment = {} } = await processed(option, 45_000);

    const { attachment_original_url: original = "" } = attachment;
    const sizes = { large: [800, 400], medium: [800, 400], thumb: [400, 200], social: [762, 400] };
    for (const name of ["large", "medium", "thumb", "social"] as const) {
      const url = attachment[`attachment_url_${name}`] ?? "";
      const { width, height } = await sharp(await read(url)).metadata();
      expect([name, width, height]).toEqual([name, ...sizes[name]]);
    }
    expect((await read(original)).equals(picture)).toBe(true);
    expect((await keys()).sort()).toEqual(
      [...before, ...Object.values(attachment).map(keyOf)].sort(),
    );

    const address = (await fetch(original, { redirect: "manual" })).headers;
    await owner.options.delete(option);
    for (const url of Object.values(attachment)) {
      expect((await fetch(url)).status).toBe(404);
    }
    await waitFor(async () => (await keys()).length === before.length, {
      everyMs: 50,
      what: "the files to be removed",
    });
    expect((await fetch(address.get("location") ?? "")).status).toBe(404);
  });

  test("a video of several parts is rendered from the bucket, and can be played from any position", async () => {
    const { makePoll, upload, processed } = all;
    const film = await makeMedia(
      testPicture("1280x720", 12),
      ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "0"],
      "mp4",
    );
    expect(film.length).toBeGreaterThan(2 * 8 * 1024 * 1024);
    const option = await upload(await makePoll("Polls::VideoGallery"), film, "film.mp4");
    const { original_url = "", url = "" } = (await processed(option, 90_000)).video ?? {};
    expect((await read(original_url)).equals(film)).toBe(true);

    const whole = await read(url);
    const part = await fetch(url, { headers: { Range: "bytes=100-199" } });
    expect([part.status, part.headers.get("content-type")]).toEqual([206, "video/mp4"]);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100, 200))).toBe(true);
  });
});
