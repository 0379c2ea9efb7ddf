import { addToPollTally, inTransaction, lockParticipants, lockPoll } from "@polls/db";
import { decideOptIn, type OptInDecision } from "@polls/domain/opt-ins";
import type { Poll } from "@polls/domain/polls";
import { noteEvent } from "@polls/jobs/outbox";
import type { Deps } from "../../deps";
import { createKeyedMutex } from "../../http/limits/keyed-mutex";
import {
  type FoundOptIn,
  findLivingPoll,
  findOptIn,
  isAddressTaken,
  lockAddress,
} from "./opt-ins.repository";
import { type Released, releaseHeldVotes } from "./release-held-votes";

/** The result of the button of a link, with the facts of its page. */
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
 * Confirms the address of a participant and casts the held votes in one transaction, exactly once, also
 * when several requests for one link arrive at once (docs/reference/opt-in.md#confirming).
 */
export const confirmOptIn = (deps: Needs, token: string, now: Date): Promise<Confirmation> =>
  confirmations.run(token, () => confirmAlone(deps, token, now));

/** Requests for one link run one at a time, so that repeated clicks hold one connection. */
const confirmations = createKeyedMutex();

async function confirmAlone(deps: Needs, token: string, now: Date): Promise<Confirmation> {
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
      { amounts: deps.config.amounts, openPurchases: deps.openPurchases },
    );
    await addToPollTally(tx, poll.id, { participants: 1 });
    const subjectId = participant.publicId;
    await noteEvent(tx, { type: "participant.confirmed", pollId: poll.id, subjectId, now });
    return { kind: "confirmed", poll, optIn, released };
  });
  deps.wakeRelay();
  return result;
}
