// Covers docs/reliability.md: killed-processes

import { waitFor } from "@polls/testing";
import { makeMedia, testPicture } from "../../services/media-worker/testing/make-media";
import { startMediaJourney } from "./media-journey";

jest.setTimeout(240_000);

test("a media worker that is killed while it renders a video renders it after its restart", async () => {
  const { journey, db, makePoll, upload, processed } = await startMediaJourney();
  const worker = journey.services["media-worker"];
  const film = await makeMedia(
    testPicture("1280x720", 15),
    ["-c:v", "libx264", "-preset", "ultrafast"],
    "mp4",
  );
  const poll = await makePoll("Polls::VideoGallery");
  const option = await upload(poll, film, "film.mp4");
  await waitFor(async () => (await db.prisma.attachment.findFirst())?.progress, {
    what: "a film in the making",
  });
  await worker.kill();
  expect(await db.prisma.derivative.count()).toBe(0);
  expect(await db.prisma.outbox.count({ where: { doneAt: null } })).toBe(1);

  await worker.start();
  const { video, processing_error } = await processed(option, 120_000);
  expect(processing_error).toBeUndefined();
  for (const url of [video?.url, video?.thumb_url, video?.social_url]) {
    const response = await fetch(url ?? "");
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  }
  expect(await db.prisma.outbox.count({ where: { doneAt: null } })).toBe(0);
});
