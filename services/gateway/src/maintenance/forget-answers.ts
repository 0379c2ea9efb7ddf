import type { Chore } from "./chore";

const BATCH = 1_000;
const KEPT_MS = 24 * 60 * 60 * 1_000;

/** Answers kept for an `Idempotency-Key` are forgotten after 24 h (decisions 2). */
export const forgetAnswers: Chore = {
  name: "forget kept answers",
  batch: (tx, now) => tx.prisma.$executeRaw`
    DELETE FROM idempotency_keys WHERE scope IN (
      SELECT scope FROM idempotency_keys
      WHERE created_at < ${new Date(now.getTime() - KEPT_MS)}
      ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
};
