import { describeWithRedis, startFaultProxy, startTestRedis } from "@polls/testing";
import { makePicture } from "../../services/media-worker/src/testing/make-media";
import { startMediaJourney } from "./media-journey";

jest.setTimeout(150_000);

describeWithRedis("a gateway that is killed", () => {
  test("between the commit of uploads and their jobs: the jobs run once it is back", async () => {
    const redis = await startTestRedis();
    const link = await startFaultProxy(redis.url);
    const { journey, db, make, makePoll, upload, processed, asOwner } = await startMediaJourney({
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
    const { id } = await make(`POST ${gallery}/voters`, { body: { voter: { user_name: "Ada" } } });
    await gateway.kill();
    expect(await db.prisma.outbox.count({ where: { tries: 0, doneAt: null } })).toBe(2);

    await link.set({ mode: "pass" });
    await gateway.start();
    for (const option of uploads) {
      const { attachment, processing_error } = await processed(option, 60_000);
      expect(processing_error).toBeUndefined();
      expect(Object.keys(attachment)).toContain("attachment_url_thumb");
    }
    expect((await asOwner(`GET ${gallery}/voters/${id}`)).status).toBe(200);
    expect(await db.prisma.outbox.count({ where: { doneAt: null } })).toBe(0);
  });
});
