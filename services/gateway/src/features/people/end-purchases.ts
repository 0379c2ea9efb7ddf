import { findBranching } from "@polls/db/polls";
import type { PrismaTransaction } from "@polls/db/sql";
import { findVotes, writeDecisions } from "@polls/db/votes";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { decideEndOfPurchase, decideInOrder, noVotes } from "@polls/domain/votes";
import { endPayablePayments } from "@polls/jobs/outbox";

/**
 * Ends what a locked participant has not paid, with its checkouts. Votes fall back to what was paid,
 * and money that still arrives is refunded (docs/operators.md#data-of-one-person).
 */
export async function endOpenPurchases(
  tx: PrismaTransaction,
  {
    poll,
    participant,
    now,
  }: {
    readonly poll: Poll;
    readonly participant: Participant;
    readonly now: Date;
  },
): Promise<void> {
  const { id } = participant;
  await endPayablePayments(tx, { participantId: id }, now);
  const found = await findVotes(tx, [{ participantId: id, optionIds: undefined }]);
  const votes = found.map(({ parentId, ...vote }) => ({
    ...vote,
    ...{ stepId: parentId, placeless: false },
  }));
  const branching = (await findBranching(tx, [poll])).get(poll.id);
  const before = {
    participantVotes: new Map([[id, { ...noVotes, votes }]]),
    offers: new Map(),
    branching: new Map(branching === undefined ? [] : [[id, branching]]),
  };
  const unpaid = votes.filter(
    ({ value, paidVotes }) => paidVotes !== undefined && (value ?? 0) > paidVotes,
  );
  const cases = unpaid.map((vote) => ({
    ...{ participant, option: undefined, voteDate: vote.voteDate, vote },
  }));
  const decided = decideInOrder(cases, before, (one, state) =>
    decideEndOfPurchase({ ...one, ...state }),
  );
  await writeDecisions(
    tx,
    decided.flatMap(({ writes }) =>
      writes === undefined ? [] : [{ pollId: poll.id, at: now, writes }],
    ),
  );
}

/** Whether money arrived for a participant. Only then it is kept, without personal data. */
export const hasPaid = async ({ prisma }: PrismaTransaction, participantId: bigint) =>
  (await prisma.payment.count({ where: { participantId, received: { gt: 0 } } })) > 0;
