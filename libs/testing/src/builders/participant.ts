import { addToPollTally, type Db, inTransaction, newPublicId, participantFromRow } from "@polls/db";
import type { OwnerKey } from "@polls/domain/access";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";

export interface ParticipantFacts {
  /** Without one, the participant gets an owner of its own. */
  readonly ownerKey?: OwnerKey;
  readonly userName?: string;
  readonly optinEmail?: string;
  /** Null: its opt-in is pending. */
  readonly confirmedAt?: Date | null;
  readonly fraudulent?: boolean;
  readonly jury?: boolean;
  readonly paid?: boolean;
  readonly complete?: boolean;
  readonly changedByAdmin?: boolean;
  readonly additionalAttributes?: Readonly<Record<string, string>>;
  readonly termsAccepted?: boolean;
  readonly privacyPolicyAccepted?: boolean;
}

/** A participant of a poll, counted in its tally; a test names only what matters to it. */
export async function buildParticipant(
  db: Db,
  poll: Pick<Poll, "id">,
  facts: ParticipantFacts = {},
): Promise<Participant> {
  const row = await inTransaction(db, async (tx) => {
    const created = await tx.prisma.participant.create({
      data: {
        publicId: newPublicId(),
        pollId: poll.id,
        ownerKey: `anonymous:${newPublicId()}`,
        userName: "Grace",
        confirmedAt: new Date(),
        ...facts,
      },
    });
    if (created.confirmedAt !== null) await addToPollTally(tx, poll.id, { participants: 1 });
    return created;
  });
  return participantFromRow(row);
}
