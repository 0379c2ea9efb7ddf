import { uploadTurn } from "@polls/db/files";
import type { PrismaTransaction } from "@polls/db/sql";
import type { OptionType } from "@polls/domain/option-types";
import type { Option } from "@polls/domain/options";
import { deleteAttachment, renderAttachment } from "@polls/jobs";
import { send, sendAll } from "@polls/jobs/outbox";
import type { Upload } from "../../http/uploads/uploads";

/** What an uploaded file belongs to. */
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

/** Enqueues the deletion of detached attachments. */
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
