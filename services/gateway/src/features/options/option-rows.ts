import type { Prisma } from "@polls/db/connection";
import type { OptionListScope } from "@polls/db/options";
import { optionFromRow } from "@polls/db/rows";
import { shardOfId } from "@polls/db/shards";
import type { PrismaQueryable } from "@polls/db/sql";
import { type OwnerKey, ownerKeyOf, type PollCaller } from "@polls/domain/access";
import {
  type Option,
  optionSettingsOf,
  optionVisible,
  optionVisibleToMember,
} from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { NotFound } from "@polls/domain/refusals";

/** The length in seconds. For audio also the loudness of equal parts, from 0 to 100. */
export interface Playback {
  readonly duration: number;
  readonly peaks?: readonly number[];
}

export type OptionFile = ReturnType<typeof fileOf>;

export interface OptionRecord {
  readonly option: Option;
  readonly parent: Option | undefined;
  readonly file: OptionFile | undefined;
}

export const withDerivatives = {
  derivatives: { select: { name: true, storageKey: true } },
} satisfies Prisma.AttachmentInclude;

const withRelations = {
  parent: true,
  attachments: { orderBy: { id: "desc" }, take: 1, include: withDerivatives },
} satisfies Prisma.OptionInclude;

type OptionRowWithRelations = Prisma.OptionGetPayload<{ include: typeof withRelations }>;

/** Prisma reads relations by themselves, so the parent may be deleted between the queries. */
function recordOf(row: OptionRowWithRelations): OptionRecord | undefined {
  const { parent, attachments } = row;
  if (row.parentId !== null && parent === null) return undefined;
  return {
    option: optionFromRow(row),
    parent: parent === null ? undefined : optionFromRow(parent),
    file: attachments[0] === undefined ? undefined : fileOf(attachments[0]),
  };
}

export const fileOf = (row: Prisma.AttachmentGetPayload<{ include: typeof withDerivatives }>) => ({
  ...metadataParts(row.metadata),
  kind: row.kind,
  storageKey: row.storageKey,
  shard: shardOfId(row.id),
  contentType: row.contentType,
  fileName: row.fileName ?? undefined,
  /** The upright size of the original in pixels. */
  width: row.width ?? undefined,
  height: row.height ?? undefined,
  thumbhash: row.thumbhash ?? undefined,
  processed: row.processedAt !== null,
  /** From 0 to 1, while a long job reports it. */
  progress: row.progress ?? undefined,
  processingError: row.processingError ?? undefined,
  derivatives: Object.fromEntries(
    row.derivatives.map(({ name, storageKey }) => [name, storageKey]),
  ),
});

/** One column stores both parts, which different readers may see. */
function metadataParts(metadata: unknown): {
  readonly camera: Readonly<Record<string, unknown>> | undefined;
  readonly playback: Playback | undefined;
} {
  const { duration, peaks, ...camera } = (metadata ?? {}) as Partial<Playback>;
  return {
    camera: Object.keys(camera).length === 0 ? undefined : camera,
    playback:
      duration === undefined ? undefined : { duration, ...(peaks !== undefined && { peaks }) },
  };
}

/** Loads options by their ids, in this order, with a fixed number of queries. */
export async function loadOptions(
  queryable: PrismaQueryable,
  ids: readonly bigint[],
): Promise<OptionRecord[]> {
  if (ids.length === 0) return [];
  const rows = await queryable.prisma.option.findMany({
    where: { id: { in: [...ids] } },
    include: withRelations,
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    const record = row && recordOf(row);
    return record === undefined ? [] : [record];
  });
}

/** An option with its lineage: the option and its ancestors, with the top level last. */
export interface VisibleOption {
  readonly record: OptionRecord;
  readonly lineage: readonly [Option, ...Option[]];
}

export async function findWithLineage(
  { prisma }: PrismaQueryable,
  pollId: bigint,
  publicId: string,
): Promise<VisibleOption | undefined> {
  const where = { pollId, publicId };
  const found = await prisma.option.findFirst({ where, include: withRelations });
  const record = found === null ? undefined : recordOf(found);
  if (record === undefined) return undefined;
  const lineage: [Option, ...Option[]] = [record.option];
  let { parent } = record;
  while (parent !== undefined) {
    lineage.push(parent);
    if (parent.parentId === undefined) break;
    const row = await prisma.option.findUnique({ where: { id: parent.parentId } });
    parent = row === null ? undefined : optionFromRow(row);
  }
  return { record, lineage };
}

/** Otherwise throws 404 (docs/reference/access.md#hidden-is-absent). */
export async function findVisibleOption(
  queryable: PrismaQueryable,
  { poll, actor, access, now }: PollCaller,
  publicId: string,
): Promise<VisibleOption> {
  const found = await findWithLineage(queryable, poll.id, publicId);
  const viewing = { poll, access, ownerKey: ownerKeyOf(actor), now };
  if (found === undefined || !optionVisible({ ...viewing, lineage: found.lineage })) {
    throw new NotFound("Option");
  }
  return found;
}

/** The options of a parent, or of the top level, that the caller may list. */
export const scopeOf = (
  { poll, actor, access, now }: PollCaller,
  parentLineage: readonly Option[],
): OptionListScope => ({
  pollId: poll.id,
  parentId: parentLineage[0]?.id,
  reader:
    access === "admin"
      ? "admin"
      : {
          ownerKey: ownerKeyOf(actor),
          othersShown: membersSee(poll, parentLineage, ownerKeyOf(actor), now),
        },
});

/** Whether members see other members' public options below a parent. */
export const membersSee = (
  poll: Poll,
  parentLineage: readonly Option[],
  ownerKey: OwnerKey | undefined,
  now: Date,
): boolean => {
  const [parent] = parentLineage;
  const othersOption = {
    type: parent?.type ?? poll.settings.option_type,
    settings: optionSettingsOf({}),
    inputType: undefined,
    ownerKey: undefined,
    approvalState: "approved",
    archived: false,
    paid: undefined,
  } as const;
  const lineage = [othersOption, ...parentLineage] as const;
  return optionVisibleToMember({ poll, lineage, ownerKey, now });
};
