import { lockByName, type PrismaQueryable, type Transaction } from "@polls/db/sql";
import type { OwnerKey } from "@polls/domain/access";
import { optionTypes } from "@polls/domain/option-types";
import { childrenOf, type Option, optionSettingsOf } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";

/** Serializes the transactions of one actor that create options in a poll. */
export async function lockOwner(
  tx: Transaction,
  pollId: bigint,
  ownerKey: OwnerKey,
): Promise<void> {
  await lockByName(tx, `option owner ${pollId} ${ownerKey}`);
}

/** The actor's options that count for `option_limit` (docs/reference/options.md#creation), and those below one parent. */
export async function countOwn(
  queryable: PrismaQueryable,
  poll: Poll,
  ownerKey: OwnerKey,
  parent: Option | undefined,
): Promise<{ readonly options: number; readonly siblings: number }> {
  const own = await queryable.prisma.option.groupBy({
    by: ["parentId"],
    where: { pollId: poll.id, ownerKey },
    _count: true,
  });
  const parents = await queryable.prisma.option.findMany({
    where: { id: { in: own.flatMap(({ parentId }) => (parentId === null ? [] : [parentId])) } },
    select: { id: true, type: true, settings: true, inputType: true, ownerKey: true },
  });
  const parentsById = new Map(parents.map((one) => [one.id, one]));
  const counting = own.filter(({ parentId }) => {
    const parentRow = parentId === null ? undefined : parentsById.get(parentId);
    if (parentRow === undefined) return true;
    if (isGroup(parentRow.type)) return parentRow.ownerKey !== ownerKey;
    const parentFacts = {
      type: parentRow.type,
      settings: optionSettingsOf(parentRow.settings),
      inputType: parentRow.inputType ?? undefined,
    };
    return childrenOf(poll, parentFacts)?.createdBy === "as_top_level";
  });
  return {
    options: counting.reduce((sum, { _count }) => sum + _count, 0),
    siblings: own.find(({ parentId }) => parentId === (parent?.id ?? null))?._count ?? 0,
  };
}

const isGroup = (type: string): boolean =>
  optionTypes.all.some(({ groupedAs }) => groupedAs === type);
