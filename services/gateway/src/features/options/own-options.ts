import type { PrismaQueryable, PrismaTransaction } from "@polls/db";
import type { OwnerKey } from "@polls/domain/access";
import { optionTypes } from "@polls/domain/option-types";
import { childrenOf, type Option, optionSettingsOf } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";

/** Lets one actor make options of a poll only one after the other, until the transaction ends. */
export async function lockOwner(
  tx: PrismaTransaction,
  pollId: bigint,
  ownerKey: OwnerKey,
): Promise<void> {
  const key = `option owner ${pollId} ${ownerKey}`;
  await tx.prisma.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
}

/**
 * What an actor has made in a poll: options that count for `option_limit` (a group once, no answers
 * to inputs and drawing steps), and those under one parent.
 */
export async function countOwn(
  queryable: PrismaQueryable,
  poll: Poll,
  ownerKey: OwnerKey,
  parent: Option | undefined,
): Promise<{ readonly options: number; readonly siblings: number }> {
  const own = await queryable.prisma.option.findMany({
    where: { pollId: poll.id, ownerKey },
    select: {
      parentId: true,
      parent: { select: { type: true, settings: true, inputType: true, ownerKey: true } },
    },
  });
  const counting = own.filter(({ parent: above }) => {
    if (above === null) return true;
    if (isGroup(above.type)) return above.ownerKey !== ownerKey;
    const settled = {
      type: above.type,
      settings: optionSettingsOf(above.settings),
      inputType: above.inputType ?? undefined,
    };
    return childrenOf(poll, settled)?.createdBy === "as_top_level";
  });
  return {
    options: counting.length,
    siblings: own.filter(({ parentId }) => parentId === (parent?.id ?? null)).length,
  };
}

const isGroup = (type: string): boolean =>
  optionTypes.all.some(({ groupedAs }) => groupedAs === type);
