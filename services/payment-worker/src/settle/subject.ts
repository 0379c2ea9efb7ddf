import {
  applyParticipant,
  type FoundVote,
  findVotes,
  lockOption,
  type PrismaTransaction,
  participantFromRow,
  writeDecisions,
} from "@polls/db";
import type { Participant } from "@polls/domain/participants";
import { creditedTo, type Payment, participationFeeOf } from "@polls/domain/payments";
import type { Poll } from "@polls/domain/polls";
import {
  decideCredit,
  decideInOrder,
  type ListedVote,
  noVotes,
  participantCounts,
} from "@polls/domain/votes";
import { lockParticipantOf } from "./payments.repository";

/** The object that a payment is for, locked in the order of every writer: the participant first. */
export interface PaymentSubject {
  readonly isThere: boolean;
  /** Of votes: how many more the vote takes, those of this payment not counted. */
  readonly room: number;
  /** Changes how much of the bought object counts, and updates the tallies. */
  readonly credit: (delta: number, now: Date) => Promise<void>;
}

const gone: PaymentSubject = { isThere: false, room: 0, credit: async () => undefined };

/** Loads and locks the object of a payment. */
export async function lockSubject(
  tx: PrismaTransaction,
  payment: Payment,
  poll: Poll | undefined,
): Promise<PaymentSubject> {
  const row = await lockParticipantOf(tx, payment);
  const participant = row && participantFromRow(row);
  switch (creditedTo[payment.kind]) {
    case "vote":
      return participant === undefined ? gone : boughtVote(tx, payment, participant);
    case "participant":
      return participant === undefined ? gone : participation(tx, participant, poll);
    case "option":
      return submission(tx, payment);
    case "nothing":
      return { isThere: true, room: 0, credit: async () => undefined };
  }
}

async function boughtVote(
  tx: PrismaTransaction,
  payment: Payment,
  participant: Participant,
): Promise<PaymentSubject> {
  const votes = await findVotes(tx, [{ participantId: participant.id, optionIds: undefined }]);
  const vote = votes.find(({ publicId }) => publicId === payment.votePublicId);
  if (vote === undefined) return gone;
  const paidVotes = vote.paidVotes ?? 0;
  return {
    isThere: true,
    room: (vote.value ?? 0) - paidVotes + payment.credited,
    async credit(delta, now) {
      const { id } = participant;
      const before = {
        participantVotes: new Map([[id, { ...noVotes, votes: votes.map(listed) }]]),
        offers: new Map(),
      };
      const one = { participant, option: undefined, voteDate: vote.voteDate };
      const credit = { ...one, vote: listed(vote), paidVotesChange: delta };
      const [decided] = decideInOrder([credit], before, decideCredit);
      if (decided?.writes === undefined) throw new Error("a credit was not decided on");
      const { writes } = decided;
      await writeDecisions(tx, [{ pollId: payment.pollId, at: now, writes }]);
    },
  };
}

const listed = ({ parentId: _, ...vote }: FoundVote): ListedVote => ({
  ...vote,
  stepId: undefined,
});

/** Without the money the fee is open again, if the poll still has one (docs/reference/payments.md#participation-fee). */
const participation = (
  tx: PrismaTransaction,
  participant: Participant,
  poll: Poll | undefined,
): PaymentSubject => ({
  isThere: true,
  room: 1,
  async credit(delta, now) {
    const { id, pollId } = participant;
    const owes = poll !== undefined && participationFeeOf(poll)?.kind === "voting_fee";
    const paid = delta > 0 ? true : owes ? false : undefined;
    await tx.prisma.participant.update({
      where: { id },
      data: { paid: paid ?? null, updatedAt: now },
    });
    const change =
      Number(participantCounts({ ...participant, paid })) - Number(participantCounts(participant));
    if (change === 0) return;
    await applyParticipant(tx, { pollId, participantId: id }, change > 0 ? 1 : -1);
  },
});

async function submission(tx: PrismaTransaction, { optionId }: Payment): Promise<PaymentSubject> {
  if (optionId === undefined) return gone;
  if (!(await lockOption(tx, optionId))) return gone;
  return {
    isThere: true,
    room: 1,
    async credit(delta, now) {
      await tx.prisma.option.update({
        where: { id: optionId },
        data: { paid: delta > 0, updatedAt: now },
      });
    },
  };
}
