// Covers docs/reliability.md: killed-processes

import { describeWithRedis, startFaultProxy, startTestRedis } from "@polls/testing";
import { makePicture } from "../../services/media-worker/testing/make-media";
import { startMediaJourney } from "./media-journey";

jest.setTimeout(150_000);

describeWithRedis("a gateway that is killed", () => {
  test("killed between the commit of uploads and their jobs: the jobs run after its restart", async () => {
    const redis = await startTestRedis();
    const link = await startFaultProxy(redis.url);
    const { journey, db, owner, makePoll, upload, processed } = await startMediaJourney({
      REDIS_URL: link.url,
    });
    const { gateway } = journey.services;
    const gallery = await makePoll("Polls::PhotoGallery");

    await link.set({ mode: "refuse" });
    await link.set({ mode: "reset" });
    const uploads = [
      await upload(gallery, await makePicture(), "one.png"),
      await upload(gallery, await makePicture(), "two.png"),
    ];
    const { id } = await owner.participants.create({
      poll_id: gallery,
      body: { voter: { user_name: "Ada" } },
    });
    await gateway.kill();
    expect(await db.prisma.outbox.count({ where: { doneAt: null } })).toBe(2);

    await link.set({ mode: "pass" });
    await gateway.start();
    for (const option of uploads) {
      const { attachment, processing_error } = await processed(option, 60_000);
      expect(processing_error).toBeUndefined();
      expect(attachment).toHaveProperty("attachment_url_thumb");
    }
    expect(await owner.participants.show({ poll_id: gallery, id })).toMatchObject({ id });
    expect(await db.prisma.outbox.count({ where: { doneAt: null } })).toBe(0);
  });
});
