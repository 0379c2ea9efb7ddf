import type { Prisma } from "@polls/db/connection";
import { findExistingPoll } from "@polls/db/polls";
import type { PrismaQueryable } from "@polls/db/sql";
import type { Poll } from "@polls/domain/polls";
import { TakenDown } from "@polls/domain/refusals";

/** Finds the poll of a link. Undefined if it is deleted. Throws 410 if an operator has taken it down. */
export async function findPollOfLink(
  queryable: PrismaQueryable,
  id: bigint,
): Promise<Poll | undefined> {
  const poll = await findExistingPoll(queryable, id);
  if (poll === undefined) await refuseTakenDown(queryable, id);
  return poll;
}

export async function refuseTakenDown({ prisma }: PrismaQueryable, id: bigint): Promise<void> {
  const row = await prisma.poll.findFirst({
    where: { id, takenDownAt: { not: null } },
    select: { takenDownReason: true },
  });
  if (row !== null) throw new TakenDown(row.takenDownReason ?? "");
}

/** Polls that readers see, and those that an operator took down and may restore. */
export const unpurgedPolls = {
  OR: [{ deletedAt: null }, { takenDownAt: { not: null } }],
} satisfies Prisma.PollWhereInput;
