import type { Chore } from "./chore";

const BATCH = 5_000;
/** Well above the age of any standings that are followed (`follow-standings.ts`). */
const KEPT_MS = 60 * 60 * 1_000;

/** Notes of what changed how options stand are of no use to anybody after an hour (ADR 0012). */
export const forgetRatingChanges: Chore = {
  name: "forget rating changes",
  batch: (tx, now) => tx.prisma.$executeRaw`
    DELETE FROM rating_changes WHERE id IN (
      SELECT id FROM rating_changes
      WHERE at < ${new Date(now.getTime() - KEPT_MS)} ORDER BY at LIMIT ${BATCH})`,
};
