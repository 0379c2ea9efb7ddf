import { pollFromRow } from "@polls/db/rows";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import type { Poll } from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";
import { noteEvent } from "@polls/jobs/outbox";
import type { z } from "zod";
import type { Deps, ReadDeps } from "../../deps";
import type { FileRule } from "../../http/uploads/file-rule";
import { refuseAboveCap } from "../../http/uploads/store-uploads";
import type { Upload } from "../../http/uploads/uploads";
import { type FileToCopy, fileToCopy } from "../options/copy-options";
import { attachmentUrls } from "../options/file-urls";
import { attachFile, detachFiles, requireStorage, storageLeft } from "../options/option-files";
import { fileOf, type OptionFile, withDerivatives } from "../options/option-rows";
import { layoutValues } from "../options/present-option";
import { linksOf } from "../options/show-option";
import type { CoverResponse } from "./polls.schema";

export type CoverWire = z.input<typeof CoverResponse>;

/** Covers are files with derivatives, like pictures of galleries. */
export const picture = { rendersFile: true } as const;

/** The file of a cover: one picture, which the storage of the poll's owner has room for. */
export const ruleOfCovers = async (
  poll: Poll,
  deps: Pick<Deps, "config" | "shards">,
): Promise<FileRule> => ({
  kinds: ["image"],
  maxMegabytes: 10,
  maxFiles: 1,
  filesKey: "attachment",
  bytesLeft: await storageLeft(poll, deps),
});

interface CoverChange {
  readonly poll: Poll;
  readonly now: Date;
}

/** Gives a poll a cover in place of the one it has (docs/reference/polls.md#cover). */
export async function setCover(
  tx: PrismaTransaction,
  { poll, uploads, now }: CoverChange & { readonly uploads: readonly Upload[] },
  deps: Pick<Deps, "config">,
): Promise<Poll> {
  const [upload] = uploads;
  if (upload === undefined) throw new Invalid({ attachment: ["is required"] });
  refuseAboveCap(upload, "image", deps);
  const cover = { coverOfPollId: poll.id };
  await detachFiles(tx, cover);
  await attachFile(tx, cover, picture, upload, now);
  await requireStorage(tx, { poll, uploads }, deps);
  return noteChange(tx, { poll, now });
}

export async function removeCover(
  tx: PrismaTransaction,
  { poll, now }: CoverChange,
): Promise<void> {
  const removed = await detachFiles(tx, { coverOfPollId: poll.id });
  if (removed > 0) await noteChange(tx, { poll, now });
}

async function noteChange(tx: PrismaTransaction, { poll, now }: CoverChange): Promise<Poll> {
  const data = { version: { increment: 1 }, updatedAt: now };
  const row = await tx.prisma.poll.update({ where: { id: poll.id }, data });
  await noteEvent(tx, { type: "poll.updated", pollId: poll.id, now });
  return pollFromRow(row);
}

export async function coversOf(
  { prisma }: PrismaQueryable,
  polls: readonly Pick<Poll, "id">[],
  deps: Pick<ReadDeps, "config" | "ownUrl">,
): Promise<ReadonlyMap<bigint, CoverWire>> {
  const rows = await prisma.attachment.findMany({
    where: { coverOfPollId: { in: polls.map(({ id }) => id) } },
    include: withDerivatives,
  });
  return new Map(
    rows.flatMap((row) =>
      row.coverOfPollId === null ? [] : [[row.coverOfPollId, presentCover(fileOf(row), deps)]],
    ),
  );
}

function presentCover(file: OptionFile, deps: Parameters<typeof linksOf>[0]): CoverWire {
  const { processed, processingError } = file;
  // The original may tell where the picture was taken, so it has no link.
  const attachment = attachmentUrls(file, { base: linksOf(deps).filesBase });
  return {
    processing: !processed,
    ...(processingError !== undefined && { processing_error: processingError }),
    ...(attachment !== undefined && { attachment }),
    ...layoutValues(file),
  };
}

export async function coverToCopy(
  { prisma }: PrismaQueryable,
  { id }: Pick<Poll, "id">,
): Promise<FileToCopy | undefined> {
  const row = await prisma.attachment.findFirst({
    where: { coverOfPollId: id, processingError: null },
    select: { storageKey: true, fileName: true },
  });
  return row === null ? undefined : fileToCopy(row);
}
