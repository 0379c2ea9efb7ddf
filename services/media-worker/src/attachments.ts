import { type Db, Prisma } from "@polls/db/connection";
import { lockAttachment } from "@polls/db/files";
import { countServedJob } from "@polls/db/outbox";
import { inTransaction, type PrismaTransaction } from "@polls/db/sql";
import type { DerivativeName } from "@polls/media";
import { type Rotation, rotationOf } from "./image/orient";
import type { ProcessingError, Rendered } from "./rendering";

export interface WaitingAttachment {
  readonly id: bigint;
  readonly kind: string;
  readonly byteSize: number;
  readonly sha256: string;
  readonly storageKey: string;
  readonly pollId: bigint;
  readonly rotation: Rotation;
}

/** The waiting upload. Undefined if it is done, or has no option or poll any more. */
export async function findWaiting(db: Db, id: bigint): Promise<WaitingAttachment | undefined> {
  const row = await db.prisma.attachment.findUnique({
    where: { id },
    include: { option: { select: { pollId: true, rotation: true } } },
  });
  if (row === null || row.processedAt !== null) return undefined;
  const { kind, storageKey, sha256, option } = row;
  const pollId = option?.pollId ?? row.coverOfPollId;
  if (pollId === null) return undefined;
  const byteSize = Number(row.byteSize);
  const rotation = rotationOf(option?.rotation ?? null);
  return { id, kind, byteSize, sha256, storageKey, pollId, rotation };
}

export interface StoredDerivative {
  readonly name: DerivativeName;
  readonly storageKey: string;
  readonly contentType: string;
  readonly byteSize: number;
  readonly width?: number;
  readonly height?: number;
}

export type AttachmentResult =
  | (Omit<Rendered, "files"> & { readonly derivatives: readonly StoredDerivative[] })
  | { readonly ok: false; readonly problem: ProcessingError };

export type Recorded =
  | "recorded"
  /** The option was rotated in the meantime, so the derivatives have the wrong rotation. */
  | "rotated"
  /** The upload was deleted or processed in the meantime. */
  | "gone";

/**
 * Records the result of an upload together with the end of its job. The lock of the row serializes
 * this with a change of the option's rotation, which resets `processed_at`. The change is either
 * visible here, or it happens later and has a separate job.
 */
export function recordResult(
  db: Db,
  attachment: WaitingAttachment,
  result: AttachmentResult,
  now: Date,
  done: (tx: PrismaTransaction) => Promise<void>,
): Promise<Recorded> {
  const { id } = attachment;
  return inTransaction(db, async (tx) => {
    const row = await lockAttachment(tx, id);
    if (row === undefined || row.processed || row.orphaned) {
      await done(tx);
      return "gone";
    }
    if (rotationOf(row.rotation) !== attachment.rotation) return "rotated";
    await tx.prisma.derivative.deleteMany({ where: { attachmentId: id } });
    await tx.prisma.attachment.update({ where: { id }, data: changesFor(result, now) });
    if (result.ok) {
      const data = result.derivatives.map((one) => ({ ...one, attachmentId: id }));
      await tx.prisma.derivative.createMany({ data });
    }
    await done(tx);
    await countServedJob(tx, attachment.kind === "video" ? "media-slow" : "media");
    return "recorded";
  });
}

function changesFor(result: AttachmentResult, now: Date): Prisma.AttachmentUpdateInput {
  const ended = { processedAt: now, progress: null };
  if (!result.ok) return { ...ended, processingError: result.problem };
  const { width, height, thumbhash, metadata } = result;
  return {
    ...ended,
    processingError: null,
    ...(width === undefined || height === undefined ? {} : { width, height }),
    thumbhash: thumbhash ?? null,
    metadata: metadata === undefined ? Prisma.DbNull : (metadata as Prisma.InputJsonObject),
  };
}

/** The data that an upload of an earlier release lacks. */
export interface Backfill {
  readonly id: bigint;
  /** The derivative from which it was created. */
  readonly sourceKey: string;
  readonly thumbhash: string;
  readonly derivatives: readonly StoredDerivative[];
}

/** Adds missing data. False if the derivatives were replaced or removed meanwhile. */
export function recordBackfill(
  db: Db,
  { id, sourceKey, thumbhash, derivatives }: Backfill,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const row = await lockAttachment(tx, id);
    if (row === undefined || !row.processed || row.orphaned) return false;
    const from = { attachmentId: id, storageKey: sourceKey };
    if ((await tx.prisma.derivative.count({ where: from })) === 0) return false;
    const data = derivatives.map((one) => ({ ...one, attachmentId: id }));
    await tx.prisma.derivative.createMany({ data, skipDuplicates: true });
    await tx.prisma.attachment.update({ where: { id }, data: { thumbhash } });
    return true;
  });
}

/** Stores the progress of an upload, from 0 to 1, unless it is processed. */
export async function noteProgress(db: Db, id: bigint, progress: number): Promise<void> {
  await db.prisma.attachment.updateMany({ where: { id, processedAt: null }, data: { progress } });
}

/** Whether the upload still has a row, in any state. */
export const hasRow = async (db: Db, id: bigint): Promise<boolean> =>
  (await db.prisma.attachment.count({ where: { id } })) > 0;

/** Belongs to no option, and is no cover. */
const isGarbage = { optionId: null, coverOfPollId: null };

/** The key of an upload that nothing shows. Undefined if the upload was deleted or is still in use. */
export async function findGarbage(db: Db, id: bigint): Promise<{ storageKey: string } | undefined> {
  const row = await db.prisma.attachment.findFirst({
    where: { id, ...isGarbage },
    select: { storageKey: true },
  });
  return row ?? undefined;
}

/** Deletes the row of an upload, unless it is still in use. */
export async function removeGarbage(tx: PrismaTransaction, id: bigint): Promise<void> {
  await tx.prisma.attachment.deleteMany({ where: { id, ...isGarbage } });
}
