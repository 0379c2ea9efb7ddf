import type { Decision } from "@polls/domain/decisions";
import { optionFromRow } from "../rows";
import type { PrismaQueryable } from "../sql/queryable";

/** The decision of a poll with its dates, also one that is withdrawn. Undefined: there was none. */
export async function findDecision(
  { prisma }: PrismaQueryable,
  pollId: bigint,
): Promise<Decision | undefined> {
  const row = await prisma.decision.findUnique({ where: { pollId } });
  if (row === null) return undefined;
  const dates = await prisma.decidedDate.findMany({
    where: { pollId },
    include: { option: true },
    orderBy: [{ option: { startDate: "asc" } }, { option: { id: "asc" } }],
  });
  const formerIds = dates.flatMap(({ formerOptionId: id }) => (id === null ? [] : [id]));
  const formers =
    formerIds.length === 0
      ? []
      : await prisma.option.findMany({ where: { pollId, id: { in: formerIds } } });
  const formerById = new Map(formers.map((option) => [option.id, optionFromRow(option)]));
  return {
    decidedAt: row.decidedAt ?? undefined,
    changedAt: row.changedAt,
    revision: row.revision,
    reopens: row.reopens,
    dates: dates.map(({ option, formerOptionId, ...date }) => ({
      ...date,
      option: optionFromRow(option),
      ...(formerOptionId !== null && { formerOptionId, former: formerById.get(formerOptionId) }),
    })),
  };
}

/** When the dates of a poll were decided, or called off. */
export type DecisionTime = { readonly decidedAt: Date } | { readonly calledOffAt: Date };

/** The times of the decisions of polls. Polls that never had one are missing. */
export async function findDecisionTimes(
  { prisma }: PrismaQueryable,
  pollIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, DecisionTime>> {
  if (pollIds.length === 0) return new Map();
  const rows = await prisma.decision.findMany({ where: { pollId: { in: [...pollIds] } } });
  return new Map(
    rows.map(({ pollId, decidedAt, changedAt }) => [
      pollId,
      decidedAt === null ? { calledOffAt: changedAt } : { decidedAt },
    ]),
  );
}
