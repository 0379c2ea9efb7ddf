import type { Db } from "@polls/db/connection";
import { addToPollTally } from "@polls/db/polls";
import { participantFromRow } from "@polls/db/rows";
import { inTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import type { OwnerKey } from "@polls/domain/access";
import type { Participant, ParticipantPlace } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";

export interface ParticipantFacts {
  /** By default, each participant gets a different owner. */
  readonly ownerKey?: OwnerKey;
  readonly userName?: string;
  readonly optinEmail?: string;
  /** Null means that its opt-in is pending. */
  readonly confirmedAt?: Date | null;
  readonly fraudulent?: boolean;
  readonly jury?: boolean;
  readonly paid?: boolean;
  readonly place?: ParticipantPlace;
  readonly complete?: boolean;
  readonly changedByAdmin?: boolean;
  readonly additionalAttributes?: Readonly<Record<string, string>>;
  readonly termsAccepted?: boolean;
  readonly privacyPolicyAccepted?: boolean;
}

/** A participant who is counted in the tally. Tests pass the fields that matter. */
export async function buildParticipant(
  db: Db,
  poll: Pick<Poll, "id">,
  facts: ParticipantFacts = {},
): Promise<Participant> {
  const [participant] = await buildParticipants(db, poll, 1, facts);
  if (participant === undefined) throw new Error("no participant was made");
  return participant;
}

/** Creates a number of participants with the same fields, in one transaction. */
export async function buildParticipants(
  db: Db,
  poll: Pick<Poll, "id">,
  count: number,
  facts: ParticipantFacts = {},
): Promise<Participant[]> {
  const data = Array.from({ length: count }, () => ({
    publicId: newPublicId(),
    pollId: poll.id,
    ownerKey: `anonymous:${newPublicId()}`,
    userName: "Grace",
    confirmedAt: new Date(),
    ...facts,
  }));
  const rows = await inTransaction(db, async (tx) => {
    const created = await tx.prisma.participant.createManyAndReturn({ data });
    const participants = created.filter(({ confirmedAt }) => confirmedAt !== null).length;
    if (participants > 0) await addToPollTally(tx, poll.id, { participants });
    return created;
  });
  return rows.map(participantFromRow);
}
