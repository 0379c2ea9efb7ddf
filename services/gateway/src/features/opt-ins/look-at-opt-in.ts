import type { Db } from "@polls/db";
import { decideOptIn, type OptInDecision } from "@polls/domain/opt-ins";
import type { Poll } from "@polls/domain/polls";
import { type FoundOptIn, findLivingPoll, findOptIn, isAddressTaken } from "./opt-ins.repository";

/** What the button of a link would do. Loading it changes nothing. */
export type OptInView =
  | { readonly kind: "unknown" }
  | {
      readonly kind: OptInDecision;
      readonly poll: Poll;
      readonly optIn: FoundOptIn;
      readonly heldVotes: number;
    };

export async function lookAtOptIn(db: Db, token: string, now: Date): Promise<OptInView> {
  const optIn = await findOptIn(db, token);
  const poll = optIn && (await findLivingPoll(db, optIn.pollId));
  if (optIn === undefined || poll === undefined) return { kind: "unknown" };
  const where = { pollId: optIn.pollId, participantId: optIn.participantId };
  const row = await db.prisma.participant.findUnique({
    where: { id: optIn.participantId },
    select: { confirmedAt: true },
  });
  if (row === null) return { kind: "unknown" };
  const participant = { confirmedAt: row.confirmedAt ?? undefined };
  const addressTaken = await isAddressTaken(db, optIn);
  return {
    kind: decideOptIn({ optIn, poll, participant, addressTaken, now }),
    poll,
    optIn,
    heldVotes: await db.prisma.heldVote.count({ where }),
  };
}
