import type { PrismaQueryable } from "@polls/db/sql";
import { isPollOfDates } from "@polls/domain/decisions";
import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";

/** The options that are final dates of the poll (docs/reference/decisions.md). */
export async function findDecided(
  { prisma }: PrismaQueryable,
  poll: Pick<Poll, "id" | "settings">,
): Promise<ReadonlySet<bigint>> {
  if (!isPollOfDates(poll)) return new Set();
  const rows = await prisma.decidedDate.findMany({
    where: { pollId: poll.id, canceled: false },
    select: { optionId: true },
  });
  return new Set(rows.map(({ optionId }) => optionId));
}

/** Whether one of the options is a final date of the poll. */
export async function areDecided(
  queryable: PrismaQueryable,
  poll: Pick<Poll, "id" | "settings">,
  ids: readonly Option["id"][],
): Promise<boolean> {
  const decided = await findDecided(queryable, poll);
  return ids.some((id) => decided.has(id));
}
