import { canDeleteParticipations } from "@polls/db/accounts";
import { applyParticipant, deleteCommentsOf, giveBackPlaces } from "@polls/db/options";
import { lockPlaces, markChangedByAdmin } from "@polls/db/participants";
import { addToPollTally } from "@polls/db/polls";
import type { PrismaTransaction } from "@polls/db/sql";
import { owns, type PollCaller } from "@polls/domain/access";
import {
  mayDeleteRecord,
  mayDeleteVotes,
  type Participant,
  unseenParticipant,
} from "@polls/domain/participants";
import { accountOfPoll } from "@polls/domain/polls";
import { Forbidden } from "@polls/domain/refusals";
import { participantCounts } from "@polls/domain/votes";
import { endPayablePayments } from "@polls/jobs/outbox";
import { fillPlaces, giveUpPlace, isLimited } from "../places/places";
import { lockParticipant } from "./participants.repository";

export interface DeleteParticipant extends PollCaller {
  readonly publicId: string;
}

/** Removes the participant too if this is allowed (docs/reference/participants.md#deletion). */
export async function deleteParticipant(
  tx: PrismaTransaction,
  { poll, access, actor, publicId, now }: DeleteParticipant,
): Promise<void> {
  const unseen = unseenParticipant(poll, access);
  if (isLimited(poll)) await lockPlaces(tx, poll.id);
  const participant = await lockParticipant(tx, poll.id, publicId, unseen);
  const facts = {
    poll,
    now,
    access,
    isOwn: owns(actor, participant),
    canDeleteParticipations: await canDeleteParticipations(tx, accountOfPoll(poll)),
    hasCast: await hasVotes(tx, participant),
  };
  const decision = mayDeleteVotes(facts);
  if (!decision.allowed) throw new Forbidden();
  if (!mayDeleteRecord(facts)) {
    const removed = await removeVotes(tx, participant);
    if (removed > 0 && !facts.isOwn) await markChangedByAdmin(tx, participant.id);
    if (isLimited(poll)) await giveUpPlace(tx, participant);
  } else await removeParticipant(tx, participant, now);
  if (isLimited(poll)) await fillPlaces(tx, poll, now);
}

export async function removeParticipant(
  tx: PrismaTransaction,
  participant: Participant,
  now: Date,
): Promise<void> {
  await removeVotes(tx, participant);
  await deleteCommentsOf(tx, participant.id);
  await endPayablePayments(tx, { participantId: participant.id }, now);
  await tx.prisma.participant.delete({ where: { id: participant.id } });
  if (participant.confirmedAt !== undefined)
    await addToPollTally(tx, participant.pollId, { participants: -1 });
}

const hasVotes = async (
  tx: PrismaTransaction,
  { pollId, id: participantId }: Participant,
): Promise<boolean> =>
  (await tx.prisma.vote.findFirst({ where: { pollId, participantId }, select: { id: true } })) !==
  null;

async function removeVotes(tx: PrismaTransaction, participant: Participant): Promise<number> {
  const { pollId, id: participantId } = participant;
  if (participantCounts(participant)) await applyParticipant(tx, { pollId, participantId }, -1);
  await giveBackPlaces(tx, { pollId, participantId });
  const votes = await tx.prisma.vote.deleteMany({ where: { pollId, participantId } });
  const held = await tx.prisma.heldVote.deleteMany({ where: { pollId, participantId } });
  await tx.prisma.pairOffer.deleteMany({ where: { participantId } });
  return votes.count + held.count;
}
