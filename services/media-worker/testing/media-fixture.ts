import { Readable } from "node:stream";
import type { Db } from "@polls/db/connection";
import { outboxStore } from "@polls/db/outbox";
import { inTransaction, type PrismaTransaction } from "@polls/db/sql";
import {
  AlreadyFinished,
  deleteAttachment,
  drawLinkPicture,
  type JobRun,
  renderAttachment,
  transcodeVideo,
} from "@polls/jobs";
import { send } from "@polls/jobs/outbox";
import { newOriginalKey, openStorage, type Storage } from "@polls/storage";
import { createLogger, createMetrics } from "@polls/telemetry";
import {
  atFileEnd,
  buildOption,
  buildPoll,
  connectPatiently,
  createTestDatabase,
} from "@polls/testing";
import type { MediaDeps } from "../src/deps";
import { quickHandlers, slowHandlers } from "../src/handlers";
import { renderTools } from "./render-tools";
import { temporaryDirectory } from "./temporary-directory";

const senders = {
  [renderAttachment.name]: (tx: PrismaTransaction, id: string) =>
    send(tx, renderAttachment, { attachmentId: id }),
  [deleteAttachment.name]: (tx: PrismaTransaction, id: string) =>
    send(tx, deleteAttachment, { attachmentId: id }),
  [transcodeVideo.name]: (tx: PrismaTransaction, id: string) =>
    send(tx, transcodeVideo, { attachmentId: id }),
  [drawLinkPicture.name]: (tx: PrismaTransaction, id: string) =>
    send(tx, drawLinkPicture, { pollId: id }),
};

export type JobName = keyof typeof quickHandlers | keyof typeof slowHandlers;

export interface UploadFacts {
  readonly kind?: "image" | "video" | "audio" | "file";
  readonly rotation?: number;
  readonly createdAt?: Date;
  /** Whether it belongs to nothing. The default is false. */
  readonly orphaned?: boolean;
  /** Whether it is the cover of a poll of its own. The default is false. */
  readonly isCover?: boolean;
}

/** The dependencies of a media worker with its own database and storage, without its queue. */
export interface MediaFixture {
  readonly url: string;
  readonly storageDirectory: string;
  readonly deps: MediaDeps;
  readonly storage: Storage;
  /** Stores a file and the rows that the gateway writes for it. */
  readonly upload: (
    content: Buffer,
    facts?: UploadFacts,
  ) => Promise<{ id: bigint; optionId: bigint; storageKey: string }>;
  /** Sends a job and runs its handler once, like a worker. */
  readonly run: (
    job: JobName,
    id: bigint,
    changes?: Partial<JobRun & { deps: Partial<MediaDeps> }>,
  ) => Promise<{ outboxId: bigint }>;
  readonly attachment: (id: bigint) => ReturnType<typeof findAttachment>;
  readonly storedKeys: () => Promise<string[]>;
}

const findAttachment = (db: Db, id: bigint) =>
  db.prisma.attachment.findUnique({
    where: { id },
    include: { derivatives: { orderBy: { name: "asc" } } },
  });

/** The fixture that the tests of a file share. It is set before the first test. */
export function shareMedia(): MediaFixture {
  const fixture = {} as MediaFixture;
  beforeAll(async () => {
    Object.assign(fixture, await openMediaFixture());
  });
  return fixture;
}

export async function openMediaFixture(): Promise<MediaFixture> {
  const { url } = await createTestDatabase();
  const db = connectPatiently(url);
  atFileEnd("connections of the media fixture", () => db.close());
  const storageDirectory = await temporaryDirectory();
  const storage = await openStorage({ kind: "disk", directory: storageDirectory });
  const tools = await renderTools();
  atFileEnd("picture processes of the media fixture", () => tools.pictures.close());
  const deps: MediaDeps = {
    db,
    storage,
    tools,
    workRoot: await temporaryDirectory(),
    clock: () => new Date(),
    metrics: createMetrics("media-worker"),
  };
  const poll = await buildPoll(db);
  const store = outboxStore(db);

  return {
    url,
    storageDirectory,
    storage,
    deps,
    async upload(content, { kind = "image", rotation, createdAt, orphaned, isCover } = {}) {
      const option = await buildOption(db, poll, rotation === undefined ? {} : { rotation });
      const storageKey = newOriginalKey();
      const { byteSize, sha256 } = await storage.put(storageKey, Readable.from([content]), {
        contentType: "application/octet-stream",
      });
      const { id } = await db.prisma.attachment.create({
        data: {
          optionId: orphaned === true || isCover === true ? null : option.id,
          coverOfPollId: isCover === true ? (await buildPoll(db)).id : null,
          kind,
          storageKey,
          contentType: "application/octet-stream",
          byteSize,
          sha256,
          ...(createdAt === undefined ? {} : { createdAt }),
        },
      });
      return { id, optionId: option.id, storageKey };
    },
    async run(job, id, { deps: other = {}, ...changes } = {}) {
      const outboxId = await sendJob(db, job, id);
      const handler = { ...quickHandlers, ...slowHandlers }[job];
      await handler(
        { attachmentId: String(id), pollId: String(id) },
        { ...deps, ...other },
        {
          signal: new AbortController().signal,
          attempt: 1,
          isLast: false,
          log: createLogger("test", { level: "silent" }),
          async done(tx) {
            if (!(await store.finishIn(tx, String(outboxId)))) throw new AlreadyFinished();
          },
          ...changes,
        },
      );
      return { outboxId };
    },
    attachment: (id) => findAttachment(db, id),
    storedKeys: () => keysIn(storage),
  };
}

/** Sends a job for an upload, or for a poll. Returns the id of its row in the outbox. */
export const sendJob = (db: Db, job: JobName, id: bigint): Promise<bigint> =>
  inTransaction(db, async (tx) => {
    await senders[job](tx, String(id));
    const [row] = await tx.prisma.$queryRaw<{ id: bigint }[]>`SELECT lastval() AS id`;
    return row?.id ?? 0n;
  });

async function keysIn(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list("")) keys.push(key);
  return keys.sort();
}
