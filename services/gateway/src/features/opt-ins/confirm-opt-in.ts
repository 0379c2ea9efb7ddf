import { addToPollTally, inTransaction, lockParticipants, lockPoll } from "@polls/db";
import { decideOptIn, type OptInDecision } from "@polls/domain/opt-ins";
import type { Poll } from "@polls/domain/polls";
import { noteEvent } from "@polls/jobs/outbox";
import type { Deps } from "../../deps";
import { oneAtATime } from "../../http/limits/one-at-a-time";
import {
  type FoundOptIn,
  findLivingPoll,
  findOptIn,
  isAddressTaken,
  lockAddress,
} from "./opt-ins.repository";
import { type Released, releaseHeldVotes } from "./release-held-votes";

/** What pressing the button of a link did, with what its page tells. */
export type Confirmation =
  | { readonly kind: "unknown" }
  | {
      readonly kind: "confirmed";
      readonly poll: Poll;
      readonly optIn: FoundOptIn;
      readonly released: Released;
    }
  | {
      readonly kind: Exclude<OptInDecision, "confirm">;
      readonly poll: Poll;
      readonly optIn: FoundOptIn;
    };

type Needs = Pick<Deps, "db" | "config" | "openPurchases" | "wakeRelay">;

/**
 * Confirms the address of a participant and casts the held votes, in one transaction, once however often
 * and by how many at a time the button is pressed (decisions 9).
 */
export const confirmOptIn = (deps: Needs, token: string, now: Date): Promise<Confirmation> =>
  presses.run(token, () => confirmInTurn(deps, token, now));

/** Presses of one button go in turn, so that an impatient hand holds one connection and not ten. */
const presses = oneAtATime();

async function confirmInTurn(deps: Needs, token: string, now: Date): Promise<Confirmation> {
  const result = await inTransaction(deps.db, async (tx): Promise<Confirmation> => {
    const known = await findOptIn(tx, token);
    if (known === undefined) return { kind: "unknown" };
    await lockPoll(tx, known.pollId, "shared");
    const poll = await findLivingPoll(tx, known.pollId);
    if (poll === undefined) return { kind: "unknown" };

    const locked = await lockParticipants(tx, [known.participantPublicId]);
    const participant = locked.get(known.participantPublicId);
    await lockAddress(tx, poll.id, known.address);
    const optIn = await findOptIn(tx, token);
    if (participant === undefined || optIn === undefined) return { kind: "unknown" };

    const addressTaken = await isAddressTaken(tx, optIn);
    const decision = decideOptIn({ optIn, poll, participant, addressTaken, now });
    if (decision !== "confirm") return { kind: decision, poll, optIn };

    await tx.prisma.participant.update({
      where: { id: participant.id },
      data: { confirmedAt: now, optinEmail: optIn.email, updatedAt: now },
    });
    await tx.prisma.optIn.update({ where: { id: optIn.id }, data: { confirmedAt: now } });
    const released = await releaseHeldVotes(
      tx,
      poll,
      { ...participant, confirmedAt: now },
      { paymentMinimum: deps.config.paymentMinimum, openPurchases: deps.openPurchases },
    );
    await addToPollTally(tx, poll.id, { participants: 1 });
    const subjectId = participant.publicId;
    await noteEvent(tx, { type: "participant.confirmed", pollId: poll.id, subjectId, now });
    return { kind: "confirmed", poll, optIn, released };
  });
  deps.wakeRelay();
  return result;
}
