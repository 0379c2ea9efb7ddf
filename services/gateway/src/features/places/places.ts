import {
  countTakenPlaces,
  lockPlaces,
  moveUpParticipants,
  restoreGivenUpPlaces,
} from "@polls/db/participants";
import type { PrismaTransaction } from "@polls/db/sql";
import { type Participant, type ParticipantPlace, placesToFill } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";

/** Whether the places of a poll are limited (docs/reference/participants.md#places). */
export const isLimited = ({ settings }: Pick<Poll, "settings">): boolean =>
  settings.participant_limit !== undefined;

/**
 * Gives places to the participants that a transaction creates, one after the other. The first call locks and
 * counts them: of two transactions at the same time, the second one counts the participants of the first.
 */
export function placesOfNew(
  tx: PrismaTransaction,
  poll: Poll,
  now: Date,
): () => Promise<ParticipantPlace> {
  let free = isLimited(poll) ? undefined : Number.POSITIVE_INFINITY;
  return async () => {
    if (free === undefined) {
      await lockPlaces(tx, poll.id);
      free = placesToFill(poll, await countTakenPlaces(tx, poll.id), now);
    }
    if (free === 0) return "waiting";
    free -= 1;
    return "taken";
  };
}

/** Gives up the place of a locked participant whose votes were removed, in a poll with locked places. */
export async function giveUpPlace(tx: PrismaTransaction, { id }: Participant): Promise<void> {
  await tx.prisma.participant.update({
    where: { id },
    data: { place: "given_up", movedUpAt: null },
  });
}

/** Moves waiting participants up to the free places of a poll. Its places, or the poll itself, must be locked. */
export async function fillPlaces(tx: PrismaTransaction, poll: Poll, now: Date): Promise<void> {
  if (!isLimited(poll)) await restoreGivenUpPlaces(tx, poll.id);
  const where = { pollId: poll.id, place: "waiting" };
  const waiting = await tx.prisma.participant.count({ where });
  if (waiting === 0) return;
  const free = placesToFill(poll, await countTakenPlaces(tx, poll.id), now);
  if (free > 0) await moveUpParticipants(tx, poll.id, { places: Math.min(free, waiting), now });
}
