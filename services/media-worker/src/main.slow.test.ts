// Covers docs/reliability.md: killed-processes

import { readdir } from "node:fs/promises";
import { outboxStore } from "@polls/db/outbox";
import { inTransaction } from "@polls/db/sql";
import { renderAttachment } from "@polls/jobs";
import { type Relay, send, startRelay } from "@polls/jobs/outbox";
import { createLogger, createMetrics } from "@polls/telemetry";
import { atFileEnd, describeWithRedis, startTestRedis, waitFor } from "@polls/testing";
import { makeMedia, makePicture, testPicture } from "../testing/make-media";
import { shareMedia } from "../testing/media-fixture";
import { processesBelow } from "../testing/processes-below";
import { startWorkerProcess } from "../testing/worker-process";

describeWithRedis("a media worker as a process, on its real queue", () => {
  const fixture = shareMedia();
  let relay: Relay;
  let variables: Record<string, string>;
  const searchPath = () => fixture.deps.tools.confinement.environment.PATH ?? "";

  beforeAll(async () => {
    const { url } = await startTestRedis();
    const { programs } = fixture.deps.tools;
    variables = {
      DATABASE_URL: fixture.url,
      REDIS_URL: url,
      STORAGE_DIR: fixture.storageDirectory,
      MEDIA_WORK_DIR: fixture.deps.workRoot,
      FFMPEG_PATH: programs.ffmpeg,
    };
    relay = startRelay({
      store: outboxStore(fixture.deps.db),
      backend: { kind: "redis", url },
      log: createLogger("test", { level: "silent" }),
      metrics: createMetrics("test"),
      strict: false,
    });
    atFileEnd("relay", () => relay.close());
  });

  async function uploadAndSend(content: Buffer, kind: "image" | "video") {
    const { id } = await fixture.upload(content, { kind });
    await inTransaction(fixture.deps.db, (tx) =>
      send(tx, renderAttachment, { attachmentId: String(id) }),
    );
    relay.wake();
    return id;
  }
  const processed = async (id: bigint) => (await fixture.attachment(id))?.processedAt ?? undefined;

  const decoders = () => processesBelow(fixture.deps.workRoot);

  test("renders images beside a video, survives kill -9, and ends on SIGTERM", async () => {
    const first = await startWorkerProcess(variables, searchPath());
    const video = await uploadAndSend(
      await makeMedia(
        testPicture("1280x720", 40),
        ["-c:v", "libx264", "-preset", "ultrafast"],
        "mp4",
      ),
      "video",
    );
    await waitFor(async () => (await fixture.attachment(video))?.progress, {
      what: "a video in the making",
    });
    const images = await Promise.all(
      [1, 2, 3, 4].map(async (n) => uploadAndSend(await makePicture(100 * n, 100), "image")),
    );
    await waitFor(async () => (await Promise.all(images.map(processed))).every(Boolean), {
      what: "four images beside a video",
    });
    expect(await processed(video)).toBeUndefined();

    if (process.platform === "linux") expect(await decoders()).not.toEqual([]);
    expect(await first.end("SIGKILL")).toBe("SIGKILL");
    if (fixture.deps.tools.confinement.measures.some((measure) => measure.startsWith("dies"))) {
      await waitFor(async () => (await decoders()).length === 0, {
        what: "the end of the decoders of a worker that was killed",
      });
    }

    const second = await startWorkerProcess(variables, searchPath());
    const image = await uploadAndSend(await makePicture(), "image");
    await waitFor(() => processed(image), { what: "an image after a kill" });
    await waitFor(() => processed(video), { deadlineMs: 90_000, what: "a video after a kill" });
    expect(await fixture.attachment(video)).toMatchObject({ processingError: null, width: 1_280 });

    expect(await second.end("SIGTERM")).toBe(0);
    expect(await readdir(fixture.deps.workRoot)).toEqual([]);
    for (const line of second.output().trim().split("\n"))
      expect(() => JSON.parse(line)).not.toThrow();
  }, 180_000);
});
