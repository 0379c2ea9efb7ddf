import { applyParticipant, lockOption } from "@polls/db/options";
import { findBranching } from "@polls/db/polls";
import { participantFromRow } from "@polls/db/rows";
import type { PrismaTransaction } from "@polls/db/sql";
import { type FoundVote, findVotes, lockVotesWithoutRoom, writeDecisions } from "@polls/db/votes";
import type { Participant } from "@polls/domain/participants";
import { creditedTo, type Payment, participationFeeOf } from "@polls/domain/payments";
import type { Poll } from "@polls/domain/polls";
import {
  decideCredit,
  decideInOrder,
  decideVoid,
  isPlaceless,
  type ListedVote,
  noVotes,
  owesTooLong,
  participantCounts,
  type VotesBefore,
} from "@polls/domain/votes";
import { lockParticipantOf } from "./payments.repository";
import { paymentsOfSubject } from "./surplus";

/** The object of a payment, locked in the order of every writer: the participant first. */
export interface PaymentSubject {
  readonly isThere: boolean;
  /** How many more votes fit, without this payment; for a fee, one if no other counts. */
  readonly room: number;
  /** Whether the vote has lost its place and its option has no place left. */
  readonly isFull: boolean;
  /** Keeps unpaid places until a time. A place that was lost stays lost. */
  readonly keepPlaces: (until: Date, now: Date) => Promise<void>;
  /** Changes how many of the bought units count, and updates the tallies. */
  readonly credit: (delta: number, now: Date) => Promise<void>;
}

const nothing = {
  room: Number.POSITIVE_INFINITY,
  isFull: false,
  keepPlaces: async () => undefined,
  credit: async () => undefined,
} as const;

const gone: PaymentSubject = { isThere: false, ...nothing };

export async function lockSubject(
  tx: PrismaTransaction,
  payment: Payment,
  poll: Poll | undefined,
  now: Date,
): Promise<PaymentSubject> {
  const row = await lockParticipantOf(tx, payment);
  const participant = row && participantFromRow(row);
  switch (creditedTo[payment.kind]) {
    case "vote":
      return participant === undefined ? gone : boughtVote(tx, payment, participant, poll, now);
    case "participant":
      return participant === undefined ? gone : participation(tx, payment, participant, poll);
    case "option":
      return submission(tx, payment);
    case "nothing":
      return { isThere: true, ...nothing };
  }
}

async function boughtVote(
  tx: PrismaTransaction,
  payment: Payment,
  participant: Participant,
  poll: Poll | undefined,
  now: Date,
): Promise<PaymentSubject> {
  const votes = await findVotes(tx, [{ participantId: participant.id, optionIds: undefined }]);
  const vote = votes.find(({ publicId }) => publicId === payment.votePublicId);
  if (vote === undefined) return gone;
  const paidVotes = vote.paidVotes ?? 0;
  const unpaid = poll && { poll, participant, votes: [vote], now };
  const full = unpaid === undefined ? [] : await lockVotesWithoutRoom(tx, unpaid);
  return {
    isThere: true,
    room: (vote.value ?? 0) - paidVotes + payment.credited,
    isFull: full.length > 0,
    async keepPlaces(placeUntil) {
      if (isPlaceless(vote, participant, now)) return;
      await tx.prisma.vote.update({ where: { id: vote.id }, data: { placeUntil } });
    },
    async credit(delta, now) {
      const { id } = participant;
      const before = {
        participantVotes: new Map([[id, { ...noVotes, votes: votes.map(listed) }]]),
        offers: new Map(),
        branching: await branchingOf(tx, participant, poll),
      };
      const one = { participant, option: undefined, voteDate: vote.voteDate };
      const credit = { ...one, vote: listed(vote), paidVotesChange: delta };
      const [decided] = decideInOrder([credit], before, (one, state) =>
        decideCredit({ ...one, ...state }),
      );
      if (decided?.writes === undefined) throw new Error("a credit was not decided on");
      const { writes } = decided;
      await writeDecisions(tx, [{ pollId: payment.pollId, at: now, writes }]);
    },
  };
}

const listed = ({ parentId, ...vote }: FoundVote): ListedVote => ({
  ...vote,
  stepId: parentId,
  placeless: false,
});

/** The branching of the participant's survey. A vote that becomes an abstention may lead elsewhere. */
async function branchingOf(
  tx: PrismaTransaction,
  { id, pollId }: Participant,
  poll: Poll | undefined,
): Promise<VotesBefore["branching"]> {
  const branching = (await findBranching(tx, poll === undefined ? [] : [poll])).get(pollId);
  return new Map(branching === undefined ? [] : [[id, branching]]);
}

/**
 * Without the money the fee is due again, if there still is one
 * (docs/reference/payments.md#participation-fee).
 */
const participation = async (
  tx: PrismaTransaction,
  payment: Payment,
  participant: Participant,
  poll: Poll | undefined,
): Promise<PaymentSubject> => ({
  ...nothing,
  isThere: true,
  room: await roomForFee(tx, payment),
  async keepPlaces(placeUntil, now) {
    if (owesTooLong(participant, now)) return;
    await tx.prisma.participant.update({ where: { id: participant.id }, data: { placeUntil } });
  },
  async credit(delta, now) {
    const { id, pollId } = participant;
    if (delta > 0 && poll !== undefined) await voidVotesWithoutRoom(tx, poll, participant, now);
    const owes = poll !== undefined && participationFeeOf(poll)?.kind === "voting_fee";
    const paid = delta > 0 ? true : owes ? false : undefined;
    await tx.prisma.participant.update({
      where: { id },
      data: { paid: paid ?? null, placeUntil: null, updatedAt: now },
    });
    const change =
      Number(participantCounts({ ...participant, paid })) - Number(participantCounts(participant));
    if (change === 0) return;
    await applyParticipant(tx, { pollId, participantId: id }, change > 0 ? 1 : -1);
  },
});

/** 0 if another payment of the same fee counts. The caller has locked the participant or option. */
async function roomForFee(tx: PrismaTransaction, payment: Payment): Promise<number> {
  const payments = await paymentsOfSubject(tx, payment);
  return payments.some(({ id, credited }) => id !== payment.id && credited > 0) ? 0 : 1;
}

/** Votes that lost their places before the fee was paid become abstentions: the limits hold. */
async function voidVotesWithoutRoom(
  tx: PrismaTransaction,
  poll: Poll,
  participant: Participant,
  now: Date,
): Promise<void> {
  if (!owesTooLong(participant, now)) return;
  const votes = await findVotes(tx, [{ participantId: participant.id, optionIds: undefined }]);
  const full = await lockVotesWithoutRoom(tx, { poll, participant, votes, now });
  const before = {
    participantVotes: new Map([[participant.id, { ...noVotes, votes: votes.map(listed) }]]),
    offers: new Map(),
    branching: await branchingOf(tx, participant, poll),
  };
  const cases = full.map((vote) => ({
    participant,
    option: undefined,
    voteDate: vote.voteDate,
    vote: listed(vote),
  }));
  const decided = decideInOrder(cases, before, (one, state) => decideVoid({ ...one, ...state }));
  await writeDecisions(
    tx,
    decided.flatMap(({ writes }) =>
      writes === undefined ? [] : [{ pollId: poll.id, at: now, writes }],
    ),
  );
}

async function submission(tx: PrismaTransaction, payment: Payment): Promise<PaymentSubject> {
  const { optionId } = payment;
  if (optionId === undefined) return gone;
  if (!(await lockOption(tx, optionId))) return gone;
  return {
    ...nothing,
    isThere: true,
    room: await roomForFee(tx, payment),
    async credit(delta, now) {
      await tx.prisma.option.update({
        where: { id: optionId },
        data: { paid: delta > 0, updatedAt: now },
      });
    },
  };
}
