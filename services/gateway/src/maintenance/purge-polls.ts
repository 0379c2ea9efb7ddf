import type { PrismaTransaction } from "@polls/db";
import { deleteAttachment } from "@polls/jobs";
import { sendAll } from "@polls/jobs/outbox";
import type { MaintenanceTask } from "./maintenance-task";

const BATCH = 2_000;

type PurgeStep = (tx: PrismaTransaction, pollId: bigint) => Promise<number>;

/** The media worker deletes the files, then their rows. */
const detachFiles: PurgeStep = async (tx, pollId) => {
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

/** In an order in which no cascade deletes more rows than a batch. */
const steps: readonly PurgeStep[] = [
  detachFiles,
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
  // Triggers change the counts until all options are deleted.
  (tx, pollId) => tx.prisma.$executeRaw`DELETE FROM option_counts WHERE poll_id = ${pollId}`,
  (tx, pollId) => tx.prisma.$executeRaw`DELETE FROM polls WHERE id = ${pollId}`,
];

/**
 * Deletes the rows and files of deleted polls (docs/reference/polls.md#deletion). No transaction writes to such a poll:
 * its deletion waited for writers, and later ones check it under its lock.
 */
export const purgePolls: MaintenanceTask = {
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
