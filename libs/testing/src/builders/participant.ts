import type { Db, Prisma } from "@polls/db/connection";
import { addToPollTally } from "@polls/db/polls";
import { participantFromRow } from "@polls/db/rows";
import { inTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";

/** By default, each participant gets a different owner, and is confirmed. */
export type ParticipantFacts = Partial<
  Omit<Prisma.ParticipantCreateManyInput, "id" | "publicId" | "pollId">
>;

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
