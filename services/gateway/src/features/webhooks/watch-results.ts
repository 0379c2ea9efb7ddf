import { Prisma, type PrismaTransaction } from "@polls/db";

/**
 * Has the webhook worker look at the results of polls that a webhook has just come to want to know of
 * (ADR 0014): all polls of a new webhook, or a new poll if there is a webhook for it. A poll that was made
 * in the same moment as a webhook is found by the worker.
 */
export async function watchResults(
  tx: PrismaTransaction,
  made: { readonly webhookId: bigint } | { readonly pollId: bigint },
): Promise<void> {
  const which =
    "webhookId" in made
      ? Prisma.sql`w.id = ${made.webhookId}`
      : Prisma.sql`p.id = ${made.pollId} AND w.poll_id IS NULL`;
  await tx.prisma.$executeRaw`
    INSERT INTO webhook_watches AS known (poll_id, changed_at, next_look_at)
    SELECT p.id, max(greatest(w.created_at, p.created_at)), max(greatest(w.created_at, p.created_at))
    FROM webhooks w JOIN polls p
      ON w.owner_account_id = p.owner_account_id OR w.owner_organization_id = p.owner_organization_id
    WHERE ${which} AND (w.poll_id IS NULL OR w.poll_id = p.id) AND p.deleted_at IS NULL
      AND 'results.changed' = ANY(w.events) AND w.ended_at IS NULL AND w.switched_off_at IS NULL
    GROUP BY p.id
    ON CONFLICT (poll_id) DO UPDATE SET
      next_look_at = least(known.next_look_at, excluded.next_look_at),
      -- One that was never looked at must go on counting from its own beginning.
      changed_at = CASE WHEN known.mark IS NULL THEN known.changed_at ELSE excluded.changed_at END`;
}
