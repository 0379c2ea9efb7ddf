// Covers docs/reliability.md: redis-outages

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Db } from "@polls/db/connection";
import { atFileEnd, describeWithRedis, startTestRedis, waitFor } from "@polls/testing";
import { makePicture } from "../../services/media-worker/testing/make-media";
import { startMediaJourney } from "./media-journey";
import type { OptionPlace } from "./poll-client";

jest.setTimeout(150_000);

const AWAY_MS = 20_000;

/** Waits until this number of files is deleted by jobs, and returns the elapsed time. */
async function untilDeleted(db: Db, count: number): Promise<number> {
  const began = performance.now();
  const done = { job: "media.delete-attachment" };
  await waitFor(async () => (await db.prisma.finishedJob.count({ where: done })) === count, {
    what: `the deletion of ${count} files`,
    everyMs: 10,
  });
  return performance.now() - began;
}

describeWithRedis("Redis", () => {
  test("down for 20 s: votes and uploads are accepted, waiting jobs run within 2 s after its return, and a worker can shut down without it", async () => {
    const dir = mkdtempSync(path.join(tmpdir(), "polls-redis-"));
    atFileEnd("data of Redis", async () => rmSync(dir, { recursive: true, force: true }));
    const redis = await startTestRedis({ dir });
    const { journey, db, owner, makePoll, upload, processed } = await startMediaJourney({
      REDIS_URL: redis.url,
      // Free capacity for the measured job, no matter how many pictures wait.
      MEDIA_CONCURRENCY: "8",
      RATE_LIMIT_REQUESTS: "1000000",
      RATE_LIMIT_CREATED_PARTICIPANTS: "1000000",
    });
    const gallery = await makePoll("Polls::PhotoGallery");
    const picture = await makePicture();
    const [first, second] = [
      await upload(gallery, picture, "first.png"),
      await upload(gallery, picture, "second.png"),
    ];
    await processed(first, 45_000);
    await processed(second, 45_000);
    await owner.options.delete(first);
    // The time that the same work takes on this machine with Redis.
    const usualMs = await untilDeleted(db, 1);
    const poll_id = await makePoll("Polls::Voting");
    const { id: option_id } = await owner.options.create({
      poll_id,
      body: { option: { content: "Tea" } },
    });

    await redis.stop({ signal: "SIGKILL" });
    // Its job is the first one that waits: its end shows when work resumes.
    await owner.options.delete(second);
    const end = performance.now() + AWAY_MS;
    const times: number[] = [];
    const uploads: OptionPlace[] = [];
    for (let n = 0; performance.now() < end; n++) {
      const { id: voter_id } = await owner.participants.create({
        poll_id,
        body: { voter: { user_name: `Voter ${n}` } },
      });
      const began = performance.now();
      await owner.votes.cast({ poll_id, body: { voter_id, option_id, vote: { vote: 1 } } });
      times.push(performance.now() - began);
      if (uploads.length < 4 && n % 20 === 0) {
        uploads.push(await upload(gallery, picture, `${n}.png`));
      }
    }
    expect(await owner.options.show({ poll_id, id: option_id })).toMatchObject({
      rating: times.length,
      voter_count: times.length,
    });
    expect(uploads.length).toBeGreaterThan(1);
    expect(await db.prisma.outbox.count({ where: { doneAt: null } })).toBe(uploads.length + 1);

    const returned = await startTestRedis({ dir, port: redis.port });
    const caughtUpMs = await untilDeleted(db, 2);
    // Time that a busy machine adds to the same work does not count.
    expect(caughtUpMs).toBeLessThan(2_000 + 5 * usualMs);
    for (const option of uploads) {
      const { attachment } = await processed(option, 30_000);
      expect(attachment?.attachment_url_thumb).toMatch(/^http/);
    }
    expect(await db.prisma.outbox.count({ where: { doneAt: null } })).toBe(0);

    expect(await journey.services.gateway.stop()).toMatchObject({ code: 0 });
    await returned.stop();
    expect(await journey.services["media-worker"].stop()).toMatchObject({ code: 0 });
  });
});
