import { readdir } from "node:fs/promises";
import { inTransaction, outboxStore } from "@polls/db";
import { renderAttachment } from "@polls/jobs";
import { type Relay, send, startRelay } from "@polls/jobs/outbox";
import { createLogger, createMetrics } from "@polls/telemetry";
import { atFileEnd, describeWithRedis, startTestRedis, waitFor } from "@polls/testing";
import { makeMedia, makePicture, testPicture } from "./testing/make-media";
import { type MediaRoom, openMediaRoom } from "./testing/media-room";
import { processesBelow } from "./testing/processes-below";
import { startWorkerProcess } from "./testing/worker-process";

describeWithRedis("a media worker as a process, on its real queue", () => {
  let room: MediaRoom;
  let relay: Relay;
  let variables: Record<string, string>;
  const searchPath = () => room.deps.tools.confinement.environment.PATH ?? "";

  beforeAll(async () => {
    room = await openMediaRoom();
    const { url } = await startTestRedis();
    const { programs } = room.deps.tools;
    variables = {
      DATABASE_URL: room.url,
      REDIS_URL: url,
      STORAGE_DIR: room.storageDirectory,
      MEDIA_WORK_DIR: room.deps.workRoot,
      FFMPEG_PATH: programs.ffmpeg,
      FFPROBE_PATH: programs.ffprobe,
    };
    relay = startRelay({
      store: outboxStore(room.deps.db),
      backend: { kind: "redis", url },
      log: createLogger("test", { level: "silent" }),
      metrics: createMetrics("test"),
      strict: false,
    });
    atFileEnd("relay", () => relay.close());
  });

  async function uploadAndSend(content: Buffer, kind: "image" | "video") {
    const { id } = await room.upload(content, { kind });
    await inTransaction(room.deps.db, (tx) =>
      send(tx, renderAttachment, { attachmentId: String(id) }),
    );
    relay.wake();
    return id;
  }
  const processed = async (id: bigint) => (await room.attachment(id))?.processedAt ?? undefined;

  const decoders = () => processesBelow(room.deps.workRoot);

  it("shows images while a film is made, survives kill -9, and ends when asked", async () => {
    const first = await startWorkerProcess(variables, searchPath());
    const film = await uploadAndSend(
      await makeMedia(
        testPicture("1280x720", 40),
        ["-c:v", "libx264", "-preset", "ultrafast"],
        "mp4",
      ),
      "video",
    );
    await waitFor(async () => (await room.attachment(film))?.progress, {
      what: "a film in the making",
    });
    const images = await Promise.all(
      [1, 2, 3, 4].map(async (n) => uploadAndSend(await makePicture(100 * n, 100), "image")),
    );
    await waitFor(async () => (await Promise.all(images.map(processed))).every(Boolean), {
      what: "four images beside a film",
    });
    expect(await processed(film)).toBeUndefined();

    if (process.platform === "linux") expect(await decoders()).not.toEqual([]);
    expect(await first.end("SIGKILL")).toBe("SIGKILL");
    if (room.deps.tools.confinement.measures.some((measure) => measure.startsWith("dies"))) {
      await waitFor(async () => (await decoders()).length === 0, {
        what: "the end of the decoders of a worker that was killed",
      });
    }

    const second = await startWorkerProcess(variables, searchPath());
    const image = await uploadAndSend(await makePicture(), "image");
    await waitFor(() => processed(image), { what: "an image after a kill" });
    await waitFor(() => processed(film), { deadlineMs: 90_000, what: "a film after a kill" });
    expect(await room.attachment(film)).toMatchObject({ processingError: null, width: 1_280 });

    expect(await second.end("SIGTERM")).toBe(0);
    expect(await readdir(room.deps.workRoot)).toEqual([]);
    for (const line of second.output().trim().split("\n"))
      expect(() => JSON.parse(line)).not.toThrow();
  }, 180_000);
});
