import { type StorageOwner, storageUsedBy, uploadTurn } from "@polls/db/files";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import { type OptionType, optionTypes } from "@polls/domain/option-types";
import { fileProblems, type Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";
import { deleteAttachment, renderAttachment } from "@polls/jobs";
import { send, sendAll } from "@polls/jobs/outbox";
import type { Deps } from "../../deps";
import { kindOfMedia } from "../../http/uploads/file-rule";
import { refuseAboveCap, storageIsUsedUp } from "../../http/uploads/store-uploads";
import type { Upload } from "../../http/uploads/uploads";

export type FileOwner = { readonly optionId: bigint } | { readonly coverOfPollId: bigint };

/** Attaches an uploaded file to its owner. Enqueues the rendering of derivatives if it has them. */
export async function attachFile(
  tx: PrismaTransaction,
  owner: FileOwner,
  { rendersFile }: Pick<OptionType, "rendersFile">,
  upload: Upload,
  now: Date,
): Promise<void> {
  upload.keep();
  const attachment = await tx.prisma.attachment.create({
    data: {
      ...owner,
      // If the file itself is the option, it has no derivatives, even if it is an image.
      kind: rendersFile ? upload.kind : "file",
      storageKey: upload.storageKey,
      contentType: upload.contentType,
      byteSize: upload.byteSize,
      sha256: upload.sha256,
      fileName: upload.fileName ?? null,
      width: upload.width ?? null,
      height: upload.height ?? null,
      processedAt: rendersFile ? null : now,
      createdAt: now,
    },
    select: { id: true },
  });
  if (rendersFile) await sendRender(tx, attachment.id);
}

/** The uploads of one poll are rendered in order, and polls are served in rotation. */
async function sendRender(tx: PrismaTransaction, attachmentId: bigint): Promise<void> {
  const turn = await uploadTurn(tx, attachmentId, renderAttachment.queue);
  await send(tx, renderAttachment, { attachmentId: String(attachmentId) }, turn);
}

/** Detaches the files of an owner, and enqueues their deletion. Returns their number. */
export async function detachFiles(tx: PrismaTransaction, owner: FileOwner): Promise<number> {
  const attachments = await tx.prisma.attachment.findMany({ where: owner, select: { id: true } });
  const ids = attachments.map(({ id }) => id);
  const data = { optionId: null, coverOfPollId: null };
  await tx.prisma.attachment.updateMany({ where: { id: { in: ids } }, data });
  await deleteFiles(tx, ids);
  return ids.length;
}

export const deleteFiles = (
  tx: PrismaTransaction,
  attachmentIds: readonly bigint[],
): Promise<void> =>
  sendAll(
    tx,
    deleteAttachment,
    attachmentIds.map((attachmentId) => ({ attachmentId: String(attachmentId) })),
  );

/** Enqueues the rendering of an option's derivatives after a change of its rotation. */
export async function rerender(tx: PrismaTransaction, { id }: Pick<Option, "id">): Promise<void> {
  const attachments = await tx.prisma.attachment.findMany({
    where: { optionId: id },
    select: { id: true },
  });
  for (const attachment of attachments) {
    await tx.prisma.attachment.update({
      where: { id: attachment.id },
      data: { processedAt: null, processingError: null, thumbhash: null },
    });
    await sendRender(tx, attachment.id);
  }
}

/** 413 above a hard cap, else 422 with all problems (docs/reference/media.md#checks-before-201). */
export function checkFiles(
  { settings }: Poll,
  optionType: string,
  uploads: readonly Upload[],
  deps: Pick<Deps, "config">,
): void {
  const { fileKinds, rendersFile } = optionTypes.get(optionType);
  const problems = uploads.flatMap((upload) => {
    const { byteSize, width, height } = upload;
    return fileProblems(
      { kind: kindOfMedia[upload.kind], byteSize, width, height },
      fileKinds,
      settings,
    );
  });
  if (problems.length > 0) {
    const key = uploads.length > 1 ? "option_attachments" : "attachment";
    throw new Invalid({ [key]: [...new Set(problems)] }, "unusable_file");
  }
  for (const upload of uploads) refuseAboveCap(upload, rendersFile ? upload.kind : "file", deps);
}

type Quota = Pick<Deps, "config">;

/** The quota of an owner: its own, or that of the deployment (docs/reference/accounts.md#quotas). */
async function storageQuotaOf(
  { prisma }: PrismaQueryable,
  { ownerAccountId: id }: StorageOwner,
  { storageQuotaBytes: usual }: Quota["config"],
): Promise<number> {
  if (id === undefined) return usual;
  const account = await prisma.account.findUnique({
    where: { id },
    select: { storageQuotaBytes: true },
  });
  return Number(account?.storageQuotaBytes ?? usual);
}

/** The bytes that the owner may still store, on all shards. Negative if the quota was lowered. */
export async function storageLeft(
  owner: StorageOwner,
  { config, shards }: Pick<Deps, "config" | "shards">,
): Promise<number> {
  const quota = await storageQuotaOf(shards.home, owner, config);
  const used = await Promise.all(shards.all().map((db) => storageUsedBy(db, owner)));
  return used.reduce((left, bytes) => left - bytes, quota);
}

/**
 * Throws 422 above the quota. The first file has locked the row of the owner, so concurrent uploads
 * count each other. Files on other shards were counted before the transaction.
 */
export async function requireStorage(
  tx: PrismaQueryable,
  { poll, uploads }: { readonly poll: StorageOwner; readonly uploads: readonly unknown[] },
  { config }: Quota,
): Promise<void> {
  if (uploads.length === 0) return;
  const quota = await storageQuotaOf(tx, poll, config);
  if ((await storageUsedBy(tx, poll)) > quota) throw storageIsUsedUp();
}
