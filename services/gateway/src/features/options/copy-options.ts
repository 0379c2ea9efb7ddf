import { Prisma } from "@polls/db/connection";
import { inInserts, type PrismaQueryable, type PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import type { OwnerKey } from "@polls/domain/access";
import { optionTypes } from "@polls/domain/option-types";
import {
  creatorsOf,
  optionSettingsOf,
  type ParentFacts,
  renameInBranching,
} from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { Invalid, type ProblemSentence } from "@polls/domain/refusals";
import type { Upload } from "../../http/uploads/uploads";
import { attachFile } from "./option-files";

/** The limits of one duplication (docs/reference/polls.md#duplication). */
const OPTIONS_MAX = 1_000;
/** With answers of participants, which are not copied: only few of their columns are read. */
const ROWS_MAX = 20_000;
const FILES_MAX = 100;
const BYTES_MAX = 500_000_000;

const withFile = {
  attachments: {
    where: { processingError: null },
    orderBy: { id: "desc" },
    take: 1,
    select: { storageKey: true, fileName: true, byteSize: true },
  },
} satisfies Prisma.OptionInclude;

export type OptionToCopy = Prisma.OptionGetPayload<{ include: typeof withFile }>;

export interface FileToCopy {
  readonly storageKey: string;
  readonly fileName: string | undefined;
}

/** Parents first, without answers of participants and options with unpaid fees. 422 above limits. */
export async function findOptionsToCopy(
  { prisma }: PrismaQueryable,
  poll: Poll,
): Promise<readonly OptionToCopy[]> {
  const rows = await prisma.option.findMany({
    where: { pollId: poll.id },
    select: { id: true, parentId: true, paid: true, type: true, settings: true, inputType: true },
    orderBy: { id: "asc" },
    take: ROWS_MAX + 1,
  });
  if (rows.length > ROWS_MAX) throw tooMuch(`The poll has more than ${ROWS_MAX} options`);
  const copied = new Map<bigint, ParentFacts>();
  for (const { id, parentId, paid, type, settings, inputType } of rows) {
    const parent = parentId === null ? undefined : copied.get(parentId);
    if (parentId !== null && parent === undefined) continue;
    if (paid === false || creatorsOf(poll, parent) === "every_actor_once") continue;
    copied.set(id, {
      type,
      settings: optionSettingsOf(settings),
      inputType: inputType ?? undefined,
    });
  }
  if (copied.size > OPTIONS_MAX) throw tooMuch(`The poll has more than ${OPTIONS_MAX} options`);
  const found = await prisma.option.findMany({
    where: { id: { in: [...copied.keys()] } },
    include: withFile,
    orderBy: { id: "asc" },
  });
  const files = found.flatMap(({ attachments }) => attachments);
  const bytes = files.reduce((sum, { byteSize }) => sum + Number(byteSize), 0);
  if (files.length > FILES_MAX) throw tooMuch(`The poll has more than ${FILES_MAX} files`);
  if (bytes > BYTES_MAX)
    throw tooMuch(`The poll has more than ${BYTES_MAX / 1_000_000} MB of files`);
  return found;
}

const tooMuch = (sentence: ProblemSentence) => new Invalid({ base: [sentence] });

export const fileToCopy = (row: {
  readonly storageKey: string;
  readonly fileName: string | null;
}): FileToCopy => ({ storageKey: row.storageKey, fileName: row.fileName ?? undefined });

export const filesOf = (options: readonly OptionToCopy[]): readonly FileToCopy[] =>
  options.flatMap(({ attachments }) => attachments.map(fileToCopy));

/** Writes copies into a new poll. `uploads` has the copied files by the key of the original. */
export async function copyOptions(
  tx: PrismaTransaction,
  options: readonly OptionToCopy[],
  uploads: ReadonlyMap<string, Upload>,
  owned: { readonly pollId: bigint; readonly ownerKey: OwnerKey | undefined; readonly now: Date },
): Promise<readonly string[]> {
  const publicIds = new Map(options.map(({ publicId }) => [publicId, newPublicId()]));
  const ids = new Map<bigint, bigint>();
  for (const part of levelsOf(options).flatMap((level) => inInserts(level))) {
    const created = await tx.prisma.option.createManyAndReturn({
      data: part.map((option) => ({
        ...contentOf(option, publicIds),
        publicId: publicIds.get(option.publicId) ?? "",
        pollId: owned.pollId,
        parentId: option.parentId === null ? null : (ids.get(option.parentId) ?? null),
        ownerKey: owned.ownerKey ?? null,
        createdAt: owned.now,
        updatedAt: owned.now,
      })),
      select: { id: true, publicId: true },
    });
    const idOf = new Map(created.map(({ id, publicId }) => [publicId, id]));
    for (const option of part) {
      const id = idOf.get(publicIds.get(option.publicId) ?? "");
      if (id === undefined) throw new Error("an option was not copied");
      ids.set(option.id, id);
      const upload = uploads.get(option.attachments[0]?.storageKey ?? "");
      if (upload !== undefined) {
        await attachFile(tx, { optionId: id }, optionTypes.get(option.type), upload, owned.now);
      }
    }
  }
  return [...publicIds.values()];
}

/** The content of an option, without the results of participation and payments. */
const contentOf = (option: OptionToCopy, publicIds: ReadonlyMap<string, string>) => ({
  type: option.type,
  content: option.content,
  subtitle: option.subtitle,
  description: option.description,
  authorName: option.authorName,
  infoLink: option.infoLink,
  infoLinkTitle: option.infoLinkTitle,
  tags: option.tags,
  youtubeId: option.youtubeId,
  vimeoId: option.vimeoId,
  position: option.position,
  state: option.state,
  approvalState: option.approvalState,
  archived: option.archived,
  data:
    option.data === null
      ? Prisma.DbNull
      : (renameInBranching(option.data, publicIds) as Prisma.InputJsonValue),
  settings: option.settings as Prisma.InputJsonValue,
  drawingType: option.drawingType,
  inputType: option.inputType,
  locationType: option.locationType,
  rotation: option.rotation,
  startDate: option.startDate,
  endDate: option.endDate,
});

function levelsOf(options: readonly OptionToCopy[]): readonly (readonly OptionToCopy[])[] {
  const levels: OptionToCopy[][] = [];
  const depths = new Map<bigint, number>();
  for (const option of options) {
    const depth = option.parentId === null ? 0 : (depths.get(option.parentId) ?? 0) + 1;
    depths.set(option.id, depth);
    levels[depth] = [...(levels[depth] ?? []), option];
  }
  return levels;
}
