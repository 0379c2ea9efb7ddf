import type { PrismaQueryable } from "@polls/db/sql";
import { optionTypes } from "@polls/domain/option-types";
import { pollSettingsOf } from "@polls/domain/polls";

export interface ServedFile {
  readonly storageKey: string;
  readonly contentType: string;
  readonly byteSize: number;
  /** The display name of an original. Derivatives have none. */
  readonly fileName?: string | undefined;
}

/** Finds a derivative whose attachment is still in use, or the picture of links to a poll. */
export async function findDerivative(
  queryable: PrismaQueryable,
  storageKey: string,
): Promise<ServedFile | undefined> {
  const poll = { deletedAt: null };
  const row = await queryable.prisma.derivative.findUnique({
    where: { storageKey, attachment: { OR: [{ option: { poll } }, { coverOfPoll: poll }] } },
    select: { contentType: true, byteSize: true },
  });
  if (row !== null) return { storageKey, ...row, byteSize: Number(row.byteSize) };
  const picture = await queryable.prisma.linkPicture.findUnique({
    where: { storageKey, poll },
    select: { byteSize: true },
  });
  return picture === null
    ? undefined
    : { storageKey, contentType: "image/jpeg", byteSize: Number(picture.byteSize) };
}

/** Finds an original that still belongs to an option. */
export async function findOriginal(
  queryable: PrismaQueryable,
  storageKey: string,
): Promise<ServedFile | undefined> {
  const row = await queryable.prisma.attachment.findUnique({
    where: { storageKey, option: { poll: { deletedAt: null } } },
    select: {
      contentType: true,
      byteSize: true,
      fileName: true,
      option: { select: { type: true, poll: { select: { type: true, settings: true } } } },
    },
  });
  if (row === null) return undefined;
  const { contentType, byteSize, fileName, option } = row;
  return {
    storageKey,
    contentType,
    byteSize: Number(byteSize),
    fileName: option !== null && hidesName(option) ? undefined : (fileName ?? undefined),
  };
}

/** The link is the same for all readers, so the name of a hidden image is hidden from all. */
const hidesName = (option: {
  readonly type: string;
  readonly poll: { readonly type: string; readonly settings: unknown };
}): boolean =>
  optionTypes.get(option.type).contentIsImageName &&
  pollSettingsOf(option.poll.type, option.poll.settings).hidden_image_name;
