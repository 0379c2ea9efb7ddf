import { lockParticipants } from "@polls/db/participants";
import { lockPoll } from "@polls/db/polls";
import { inTransaction, type PrismaTransaction } from "@polls/db/sql";
import { foldAddress, lacksAddress } from "@polls/domain/opt-ins";
import type { Voter } from "@polls/domain/participants";
import type { Deps } from "../../deps";
import { type FoundOptIn, findOptIn, lockAddress } from "../opt-ins/opt-ins.repository";

export interface DenyCommand {
  readonly token: string;
  /** Public ids of participants with the address. Empty: the participant of the link. */
  readonly participants: readonly string[];
  readonly now: Date;
}

/**
 * The owner of an address declares that requests are from another person. They can no longer be
 * confirmed. Their participants lose the address and get no more mails to it
 * (docs/reference/opt-in.md#this-was-not-me). A participant with a confirmed address is not changed.
 */
export async function denyOptIns(
  { db }: Pick<Deps, "db">,
  { token, participants, now }: DenyCommand,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const link = await findOptIn(tx, token);
    if (link === undefined || now >= link.expiresAt) return;
    await lockPoll(tx, link.pollId, "shared");
    const wanted = participants.length === 0 ? [link.participantPublicId] : participants;
    const locked = await lockParticipants(tx, wanted);
    await lockAddress(tx, link.pollId, link.address);
    for (const participant of locked.values()) {
      if (lacksAddress(participant)) await deny(tx, link, participant, now);
    }
  });
}

async function deny(
  tx: PrismaTransaction,
  { pollId, address }: FoundOptIn,
  { id: participantId, optinEmail }: Voter,
  now: Date,
): Promise<void> {
  const where = { pollId, address, participantId, deniedAt: null };
  const { count } = await tx.prisma.optIn.updateMany({ where, data: { deniedAt: now } });
  if (count === 0 || optinEmail === undefined || foldAddress(optinEmail) !== address) return;
  await tx.prisma.participant.update({
    where: { id: participantId },
    data: { optinEmail: null, updatedAt: now },
  });
}
