import type { PrismaQueryable } from "@polls/db";

/** A stored file. */
export interface ServedFile {
  readonly storageKey: string;
  readonly contentType: string;
  readonly byteSize: number;
  /** The display name of an original. Derivatives have none. */
  readonly fileName?: string | undefined;
}

/** Finds a derivative whose attachment still belongs to an option. */
export async function findDerivative(
  queryable: PrismaQueryable,
  storageKey: string,
): Promise<ServedFile | undefined> {
  const row = await queryable.prisma.derivative.findUnique({
    where: { storageKey, attachment: { option: { poll: { deletedAt: null } } } },
    select: { contentType: true, byteSize: true },
  });
  return row === null
    ? undefined
    : { storageKey, contentType: row.contentType, byteSize: Number(row.byteSize) };
}

/** Finds an original that still belongs to an option. */
export async function findOriginal(
  queryable: PrismaQueryable,
  storageKey: string,
): Promise<ServedFile | undefined> {
  const row = await queryable.prisma.attachment.findUnique({
    where: { storageKey, option: { poll: { deletedAt: null } } },
    select: { contentType: true, byteSize: true, fileName: true },
  });
  return row === null
    ? undefined
    : {
        storageKey,
        contentType: row.contentType,
        byteSize: Number(row.byteSize),
        fileName: row.fileName ?? undefined,
      };
}
