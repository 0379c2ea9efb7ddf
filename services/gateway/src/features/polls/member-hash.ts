import { isUniqueViolation, type PrismaTransaction } from "@polls/db";
import { Invalid } from "@polls/domain/refusals";

const taken = () => new Invalid({ member_hash: ["is taken"] }, "member_hash_taken");

/**
 * Writes a poll under a member hash that its owner may have chosen. A hash of any other poll is 422, also
 * when two requests take it at once.
 */
export async function withFreeHash<Result>(
  tx: PrismaTransaction,
  chosen: string | undefined,
  write: () => Promise<Result>,
  pollId?: bigint,
): Promise<Result> {
  if (chosen === undefined) return write();
  const other = await tx.prisma.poll.findFirst({
    where: {
      OR: [{ memberHash: chosen }, { adminHash: chosen }],
      ...(pollId !== undefined && { id: { not: pollId } }),
    },
    select: { id: true },
  });
  if (other !== null) throw taken();
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, "polls_member_hash_key")) throw taken();
    throw error;
  }
}
