import type { PrismaTransaction } from "@polls/db";
import { deleteAttachment } from "@polls/jobs";
import { sendAll } from "@polls/jobs/outbox";
import type { Chore } from "./chore";

const BATCH = 2_000;

type Step = (tx: PrismaTransaction, pollId: bigint) => Promise<number>;

/** Files are removed by the media worker, and their rows after them. */
const dropFiles: Step = async (tx, pollId) => {
  const rows = await tx.prisma.$queryRaw<{ id: bigint }[]>`
    UPDATE attachments SET option_id = NULL WHERE id IN (
      SELECT a.id FROM options o JOIN attachments a ON a.option_id = o.id
      WHERE o.poll_id = ${pollId} LIMIT ${BATCH})
    RETURNING id`;
  await sendAll(
    tx,
    deleteAttachment,
    rows.map(({ id }) => ({ attachmentId: String(id) })),
  );
  return rows.length;
};

/** In an order in which no row is removed by a cascade that a batch does not bound. */
const steps: readonly Step[] = [
  dropFiles,
  (tx, pollId) => tx.prisma.$executeRaw`
    DELETE FROM votes WHERE id IN (
      SELECT id FROM votes WHERE poll_id = ${pollId} ORDER BY id LIMIT ${BATCH})`,
  (tx, pollId) => tx.prisma.$executeRaw`
    DELETE FROM held_votes WHERE id IN (
      SELECT id FROM held_votes WHERE poll_id = ${pollId} LIMIT ${BATCH})`,
  (tx, pollId) => tx.prisma.$executeRaw`
    DELETE FROM invitations WHERE id IN (
      SELECT id FROM invitations WHERE poll_id = ${pollId} ORDER BY id LIMIT ${BATCH})`,
  (tx, pollId) => tx.prisma.$executeRaw`
    DELETE FROM participants WHERE id IN (
      SELECT id FROM participants WHERE poll_id = ${pollId} ORDER BY id LIMIT ${BATCH})`,
  (tx, pollId) => tx.prisma.$executeRaw`
    DELETE FROM options WHERE id IN (
      SELECT o.id FROM options o WHERE o.poll_id = ${pollId}
        AND NOT EXISTS (SELECT 1 FROM options child
                        WHERE child.poll_id = o.poll_id AND child.parent_id = o.id)
      LIMIT ${BATCH})`,
  // Nothing counts any more once all options are gone.
  (tx, pollId) => tx.prisma.$executeRaw`DELETE FROM option_counts WHERE poll_id = ${pollId}`,
  (tx, pollId) => tx.prisma.$executeRaw`DELETE FROM polls WHERE id = ${pollId}`,
];

/**
 * Removes the rows and files of deleted polls, which no reader finds any more (decisions 3). Nobody
 * writes to such a poll: its deletion waited for the writers, and they look again under its lock.
 */
export const purgePolls: Chore = {
  name: "purge deleted polls",
  async batch(tx) {
    const poll = await tx.prisma.poll.findFirst({
      where: { deletedAt: { not: null } },
      orderBy: { deletedAt: "asc" },
      select: { id: true },
    });
    if (poll === null) return 0;
    for (const step of steps) {
      const done = await step(tx, poll.id);
      if (done > 0) return done;
    }
    return 0;
  },
};
