import type { Transaction } from "@polls/db/sql";
import { accountOfPoll, type Poll } from "@polls/domain/polls";

/** Owners whose connected account cannot take payments, of polls that sell votes. */
export type UnreadyPayees = (
  tx: Transaction,
  polls: readonly Poll[],
) => Promise<ReadonlySet<bigint>>;

/** Returns whether the owner of a poll can take payments, for polls that sell votes. */
export async function findReadyPayees(
  tx: Transaction,
  polls: readonly Poll[],
  unreadyPayees: UnreadyPayees,
): Promise<(poll: Poll) => boolean> {
  const selling = polls.filter(
    ({ settings: { voting_fee_type: type } }) => type === "voting_sell_votes",
  );
  if (selling.length === 0) return () => true;
  const unready = await unreadyPayees(tx, selling);
  return (poll) => !unready.has(accountOfPoll(poll));
}
