import { countReachable } from "@polls/db/polls";
import type { PrismaQueryable } from "@polls/db/sql";
import type { Poll } from "@polls/domain/polls";

/** How many participants a decision is mailed to, and how many left no address. */
export async function countRecipients(
  db: PrismaQueryable,
  { id, settings }: Poll,
): Promise<{ readonly recipients: number | null; readonly without_address: number | null }> {
  // Counts before and after a mark of fraud would tell whether the address of a participant is known.
  if (settings.anonymize_voter_names) return { recipients: null, without_address: null };
  const { recipients, withoutAddress } = await countReachable(db, id);
  return { recipients, without_address: withoutAddress };
}
