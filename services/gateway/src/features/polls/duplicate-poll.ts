import type { Prisma } from "@polls/db/connection";
import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { type Actor, ownerKeyOf, ownerOf, type PollCaller } from "@polls/domain/access";
import {
  type Poll,
  type StoredSettings,
  withCountingSettings,
  withoutTitles,
} from "@polls/domain/polls";
import { noteEvents } from "@polls/jobs/outbox";
import type { Deps } from "../../deps";
import { unavailable } from "../../http/replies/problem";
import type { TakeFile, UploadStore } from "../../http/uploads/store-uploads";
import type { Upload } from "../../http/uploads/uploads";
import { copyOptions, type FileToCopy, filesOf, findOptionsToCopy } from "../options/copy-options";
import { attachFile, requireStorage, storageLeft } from "../options/option-files";
import { coverToCopy, picture } from "./covers";
import { insertPoll } from "./create-poll";

const DEADLINE_MS = 30_000;
const RETRY_AFTER_SECONDS = 30;

/** Copies files before the transaction. Throws 422 above the limits and the quota. */
export async function preparePollCopy(
  {
    poll,
    actor,
    acceptFiles,
  }: Pick<PollCaller, "poll" | "actor"> & { readonly acceptFiles: UploadStore["accept"] },
  /** The title of the copy. Undefined: the title of the poll. */
  title: string | undefined,
  deps: Pick<Deps, "config" | "db" | "shards" | "storage">,
) {
  const { db } = deps;
  const found = await db.prisma.poll.findUniqueOrThrow({ where: { id: poll.id } });
  const row =
    title === undefined
      ? found
      : { ...found, title, settings: withoutTitles(found.settings as StoredSettings) };
  const options = await findOptionsToCopy(db, poll);
  const cover = await coverToCopy(db, poll);
  const files = [...(cover === undefined ? [] : [cover]), ...filesOf(options)];
  const kinds = ["image", "video", "audio", "document"] as const;
  const takeFile = acceptFiles({
    kinds,
    maxMegabytes: undefined,
    maxFiles: files.length,
    filesKey: "option_attachments",
    bytesLeft: await storageLeft(ownerOf(actor), deps),
  });
  return { row, options, cover, uploads: await copyFiles(files, takeFile, deps) };
}

async function copyFiles(
  files: readonly FileToCopy[],
  takeFile: TakeFile<Upload>,
  { storage }: Pick<Deps, "storage">,
): Promise<ReadonlyMap<string, Upload>> {
  const uploads = new Map<string, Upload>();
  const signal = AbortSignal.timeout(DEADLINE_MS);
  try {
    for (const { storageKey, fileName } of files) {
      const content = await storage.open(storageKey);
      try {
        uploads.set(storageKey, await takeFile(content, { fileName, signal }));
      } finally {
        // A refused file is not read to its end, so its source is still open.
        content.destroy();
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw unavailable("Copying the files takes too long at the moment", RETRY_AFTER_SECONDS);
  }
  return uploads;
}

/** The poll as it was read before the transaction, with the copies of its files by their storage keys. */
type PollToCopy = Awaited<ReturnType<typeof preparePollCopy>>;

/** Writes the copy of a poll (docs/reference/polls.md#duplication). */
export async function duplicatePoll(
  tx: PrismaTransaction,
  { row, options, cover, uploads }: PollToCopy,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
  deps: Pick<Deps, "config">,
): Promise<Poll> {
  const {
    custom_hash: _,
    counting_changes,
    counting_seed,
    ...copied
  } = row.settings as StoredSettings;
  const added = { hasVotes: false, now, newSeed: newPublicId };
  const settings = withCountingSettings(copied, {}, added);
  const content = {
    type: row.type,
    title: row.title,
    description: row.description,
    location: row.location,
    creatorName: row.creatorName,
    language: row.language,
    memberHash: newPublicId(),
    passwordHash: row.passwordHash,
    settings: settings as Prisma.InputJsonObject,
    votingCategories: row.votingCategories as Prisma.InputJsonValue,
  };
  const poll = await insertPoll(tx, content, { actor, now }, deps.config);
  const owned = { pollId: poll.id, ownerKey: ownerKeyOf(actor), now };
  const created = await copyOptions(tx, options, uploads, owned);
  const coverUpload = cover && uploads.get(cover.storageKey);
  if (coverUpload !== undefined) {
    await attachFile(tx, { coverOfPollId: poll.id }, picture, coverUpload, now);
  }
  await requireStorage(tx, { poll, uploads: [...uploads.values()] }, deps);
  await noteEvents(tx, { type: "option.created", pollId: poll.id, subjectIds: created, now });
  return poll;
}
