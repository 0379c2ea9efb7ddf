import type { Prisma } from "@polls/db";

/** Polls that readers see, and those that an operator took down and may restore. */
export const unpurgedPolls = {
  OR: [{ deletedAt: null }, { takenDownAt: { not: null } }],
} satisfies Prisma.PollWhereInput;
