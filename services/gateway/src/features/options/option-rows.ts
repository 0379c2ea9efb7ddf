import { optionFromRow, type Prisma, type PrismaQueryable } from "@polls/db";
import type { Option } from "@polls/domain/options";

/** Length in seconds, and the loudness of equal parts of a sound, from 0 to 100. */
export interface Playback {
  readonly duration: number;
  readonly peaks?: readonly number[];
}

/** An uploaded file as readers may see it; its derivatives by name. */
export interface OptionFile {
  readonly kind: string;
  readonly storageKey: string;
  readonly contentType: string;
  readonly fileName: string | undefined;
  /** What its camera says. */
  readonly camera: Readonly<Record<string, unknown>> | undefined;
  /** What a player shows of a film or sound before it is fetched. */
  readonly playback: Playback | undefined;
  readonly processed: boolean;
  /** From 0 to 1, while a long run tells. */
  readonly progress: number | undefined;
  readonly processingError: string | undefined;
  readonly derivatives: Readonly<Record<string, string>>;
}

/** An option with what every presentation of it needs. */
export interface OptionRecord {
  readonly option: Option;
  readonly parent: Option | undefined;
  readonly file: OptionFile | undefined;
}

const withRelations = {
  parent: true,
  attachments: {
    orderBy: { id: "desc" },
    take: 1,
    include: { derivatives: { select: { name: true, storageKey: true } } },
  },
} satisfies Prisma.OptionInclude;

type Row = Prisma.OptionGetPayload<{ include: typeof withRelations }>;

/**
 * Undefined: the parent is gone, and the option with it. Prisma reads relations by queries of their
 * own, so another transaction may delete between them; what has lost its parent is no root.
 */
function recordOf({ parent, attachments, ...row }: Row): OptionRecord | undefined {
  if (row.parentId !== null && parent === null) return undefined;
  return {
    option: optionFromRow(row),
    parent: parent === null ? undefined : optionFromRow(parent),
    file: attachments[0] === undefined ? undefined : fileOf(attachments[0]),
  };
}

const fileOf = (row: Row["attachments"][number]): OptionFile => ({
  ...toldByMetadata(row.metadata),
  kind: row.kind,
  storageKey: row.storageKey,
  contentType: row.contentType,
  fileName: row.fileName ?? undefined,
  processed: row.processedAt !== null,
  progress: row.progress ?? undefined,
  processingError: row.processingError ?? undefined,
  derivatives: Object.fromEntries(
    row.derivatives.map(({ name, storageKey }) => [name, storageKey]),
  ),
});

/** The media worker keeps both in one column; who sees which is not the same. */
function toldByMetadata(metadata: unknown): Pick<OptionFile, "camera" | "playback"> {
  const { duration, peaks, ...camera } = (metadata ?? {}) as Partial<Playback>;
  return {
    camera: Object.keys(camera).length === 0 ? undefined : camera,
    playback:
      duration === undefined ? undefined : { duration, ...(peaks !== undefined && { peaks }) },
  };
}

/** The option of a poll with that public id; an option of another poll is none. */
export async function findOption(
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

/** The options with these ids, in their order, in as many queries for one as for a hundred. */
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

/** The option, its parent, that one's parent …: the top level last. */
export async function loadLineage(
  queryable: PrismaQueryable,
  record: OptionRecord,
): Promise<readonly [Option, ...Option[]]> {
  const lineage: [Option, ...Option[]] = [record.option];
  let parent = record.parent;
  while (parent !== undefined) {
    lineage.push(parent);
    const above =
      parent.parentId === undefined
        ? null
        : await queryable.prisma.option.findUnique({ where: { id: parent.parentId } });
    parent = above === null ? undefined : optionFromRow(above);
  }
  return lineage;
}

/** An option and everything under it, itself first. */
export async function subtreeIds(
  queryable: PrismaQueryable,
  { pollId, id }: Pick<Option, "pollId" | "id">,
): Promise<bigint[]> {
  const rows = await queryable.prisma.$queryRaw<{ id: bigint }[]>`
    WITH RECURSIVE subtree (id, depth) AS (
      SELECT ${id}::bigint, 1
      UNION ALL
      SELECT o.id, s.depth + 1 FROM subtree s JOIN options o ON o.poll_id = ${pollId} AND o.parent_id = s.id
    )
    SELECT id FROM subtree ORDER BY depth, id`;
  return rows.map((row) => row.id);
}

/** Fraudulent participants who voted on an option (decisions 5). */
export async function countFraudulent(
  queryable: PrismaQueryable,
  pollId: bigint,
  optionId: bigint,
): Promise<number> {
  const [row] = await queryable.prisma.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM participants p
    WHERE p.poll_id = ${pollId} AND p.fraudulent AND EXISTS (
      SELECT FROM votes v WHERE v.poll_id = ${pollId} AND v.participant_id = p.id
        AND (v.option_id = ${optionId} OR v.loser_option_id = ${optionId}))`;
  return row?.count ?? 0;
}
