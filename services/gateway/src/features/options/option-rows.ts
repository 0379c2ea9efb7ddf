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

export interface OptionFile {
  readonly kind: string;
  readonly storageKey: string;
  readonly shard: number;
  readonly contentType: string;
  readonly fileName: string | undefined;
  readonly camera: Readonly<Record<string, unknown>> | undefined;
  readonly playback: Playback | undefined;
  /** The upright size of the original in pixels. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly thumbhash: string | undefined;
  readonly processed: boolean;
  /** From 0 to 1, while a long job reports it. */
  readonly progress: number | undefined;
  readonly processingError: string | undefined;
  readonly derivatives: Readonly<Record<string, string>>;
}

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

export const fileOf = (
  row: Prisma.AttachmentGetPayload<{ include: typeof withDerivatives }>,
): OptionFile => ({
  ...metadataParts(row.metadata),
  kind: row.kind,
  storageKey: row.storageKey,
  shard: shardOfId(row.id),
  contentType: row.contentType,
  fileName: row.fileName ?? undefined,
  width: row.width ?? undefined,
  height: row.height ?? undefined,
  thumbhash: row.thumbhash ?? undefined,
  processed: row.processedAt !== null,
  progress: row.progress ?? undefined,
  processingError: row.processingError ?? undefined,
  derivatives: Object.fromEntries(
    row.derivatives.map(({ name, storageKey }) => [name, storageKey]),
  ),
});

/** One column stores both parts, which different readers may see. */
function metadataParts(metadata: unknown): Pick<OptionFile, "camera" | "playback"> {
  const { duration, peaks, ...camera } = (metadata ?? {}) as Partial<Playback>;
  return {
    camera: Object.keys(camera).length === 0 ? undefined : camera,
    playback:
      duration === undefined ? undefined : { duration, ...(peaks !== undefined && { peaks }) },
  };
}

async function findOption(
  queryable: PrismaQueryable,
  pollId: bigint,
  publicId: string,
): Promise<OptionRecord | undefined> {
  const row = await queryable.prisma.option.findFirst({
    where: { pollId, publicId },
    include: withRelations,
  });
  return row === null ? undefined : recordOf(row);
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

async function loadLineage(
  queryable: PrismaQueryable,
  record: OptionRecord,
): Promise<readonly [Option, ...Option[]]> {
  const lineage: [Option, ...Option[]] = [record.option];
  let parent = record.parent;
  while (parent !== undefined) {
    lineage.push(parent);
    const grandparent =
      parent.parentId === undefined
        ? null
        : await queryable.prisma.option.findUnique({ where: { id: parent.parentId } });
    parent = grandparent === null ? undefined : optionFromRow(grandparent);
  }
  return lineage;
}

/** An option with its lineage: the option and its ancestors, with the top level last. */
export interface VisibleOption {
  readonly record: OptionRecord;
  readonly lineage: readonly [Option, ...Option[]];
}

export async function findWithLineage(
  queryable: PrismaQueryable,
  pollId: bigint,
  publicId: string,
): Promise<VisibleOption | undefined> {
  const record = await findOption(queryable, pollId, publicId);
  return record && { record, lineage: await loadLineage(queryable, record) };
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
