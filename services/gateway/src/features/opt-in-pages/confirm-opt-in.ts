import {
  findOptInRequests,
  isAddressTaken,
  lockParticipants,
  type OptInRequestFacts,
} from "@polls/db/participants";
import { addToPollTally, lockPoll } from "@polls/db/polls";
import { participantFromRow } from "@polls/db/rows";
import { inTransaction } from "@polls/db/sql";
import { decideOptIn, type OptInDecision } from "@polls/domain/opt-ins";
import { eventSubject } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { placeKeptFrom } from "@polls/domain/votes";
import { type Cause, causedBy, noteEvent } from "@polls/jobs/outbox";
import type { Language } from "@polls/markup";
import type { Deps } from "../../deps";
import {
  type FoundOptIn,
  findOptIn,
  findRequestOf,
  lockAddress,
} from "../opt-ins/opt-ins.repository";
import { personalLinkOf } from "../participants/personal-link";
import { findPollOfLink } from "../taken-down/poll-of-link";
import { countReleased } from "../votes/vote-metrics";
import { SHOWN_VOTES } from "./look-at-opt-in";
import { type Released, releaseHeldVotes } from "./release-held-votes";

export type Confirmation =
  | { readonly kind: "unknown" }
  | {
      readonly kind: "confirmed";
      readonly poll: Poll;
      readonly optIn: FoundOptIn;
      /** The request as it was before. */
      readonly request: OptInRequestFacts | undefined;
      readonly released: Released;
      readonly waits: boolean;
      /** The personal link of the participant. Undefined: it has none. */
      readonly personalUrl: string | undefined;
    }
  /** The participant takes part already, and now has an address. */
  | { readonly kind: "address_confirmed"; readonly poll: Poll; readonly optIn: FoundOptIn }
  /** The request has changed since the page showed it. Nothing is confirmed. */
  | { readonly kind: "changed" }
  | {
      readonly kind: Exclude<OptInDecision, "confirm">;
      readonly poll: Poll;
      readonly optIn: FoundOptIn;
    };

export interface ConfirmCommand {
  readonly token: string;
  /** The public id of another one with the same address. Undefined: that of the link. */
  readonly participant?: string | undefined;
  /** The fingerprint of the request as the page showed it. Undefined: the caller saw no page. */
  readonly shown?: string | undefined;
  readonly language: Language;
  readonly now: Date;
  readonly cause: Cause;
}

type Needs = Pick<Deps, "db" | "config" | "openPurchases" | "wakeRelay" | "metrics">;

/**
 * Confirms the address of a participant and casts the held votes, in one transaction and exactly
 * once, even if several requests for one link arrive at the same time
 * (docs/reference/opt-in.md#confirming).
 */
export const confirmOptIn = (deps: Needs, command: ConfirmCommand): Promise<Confirmation> =>
  afterOthers(command.token, () => confirmAlone(deps, command));

const lastOfLinks = new Map<string, Promise<unknown>>();

/** Requests for one link run one at a time, in order of arrival, so that repeated clicks use one connection. */
async function afterOthers<Result>(token: string, task: () => Promise<Result>): Promise<Result> {
  const previous = lastOfLinks.get(token);
  const current = (async () => {
    await previous?.catch(() => undefined);
    return task();
  })();
  lastOfLinks.set(token, current);
  try {
    return await current;
  } finally {
    if (lastOfLinks.get(token) === current) lastOfLinks.delete(token);
  }
}

async function confirmAlone(
  deps: Needs,
  { token, participant: chosen, shown, language, now, cause }: ConfirmCommand,
): Promise<Confirmation> {
  const result = await inTransaction(deps.db, async (tx): Promise<Confirmation> => {
    causedBy(tx, cause);
    const known = await findOptIn(tx, token);
    if (known === undefined) return { kind: "unknown" };
    await lockPoll(tx, known.pollId, "shared");
    const poll = await findPollOfLink(tx, known.pollId);
    if (poll === undefined) return { kind: "unknown" };

    const wanted = chosen ?? known.participantPublicId;
    const locked = await lockParticipants(tx, [wanted]);
    const participant = locked.get(wanted);
    await lockAddress(tx, poll.id, known.address);
    const link = await findOptIn(tx, token);
    const isOwn = wanted === known.participantPublicId;
    const optIn = isOwn ? link : await findRequestOf(tx, known, wanted);
    if (participant === undefined || link === undefined || optIn === undefined) {
      return { kind: isOwn ? "unknown" : "changed" };
    }

    const addressTaken = await isAddressTaken(tx, optIn);
    const ofLink = { ...optIn, expiresAt: link.expiresAt };
    const decision = decideOptIn({ optIn: ofLink, poll, participant, addressTaken, now });
    if (decision !== "confirm") return { kind: decision, poll, optIn };
    const wantedRequest = { ...optIn, now, limit: 1, votesLimit: SHOWN_VOTES };
    const [request] = await findOptInRequests(tx, wantedRequest);
    if (shown !== undefined && request?.fingerprint !== shown) return { kind: "changed" };

    const confirmed = { optinEmail: optIn.email, updatedAt: now };
    await tx.prisma.optIn.update({ where: { id: optIn.id }, data: { confirmedAt: now } });
    if (participant.confirmedAt !== undefined) {
      await tx.prisma.participant.update({ where: { id: participant.id }, data: confirmed });
      return { kind: "address_confirmed", poll, optIn };
    }
    const placeUntil = participant.paid === false ? placeKeptFrom(now) : undefined;
    const row = await tx.prisma.participant.update({
      where: { id: participant.id },
      data: { ...confirmed, confirmedAt: now, placeUntil: placeUntil ?? null },
    });
    const released = await releaseHeldVotes(
      tx,
      poll,
      { ...participant, placeUntil, confirmedAt: now },
      { amounts: deps.config.amounts, openPurchases: deps.openPurchases, language },
    );
    await addToPollTally(tx, poll.id, { participants: 1 });
    await noteEvent(tx, {
      type: "participant.confirmed",
      pollId: poll.id,
      now,
      ...eventSubject(poll, participant),
    });
    const waits = participant.place === "waiting";
    const personalUrl = personalLinkOf(poll, participantFromRow(row), deps.config);
    return { kind: "confirmed", poll, optIn, request, released, waits, personalUrl };
  });
  deps.wakeRelay();
  if (result.kind === "confirmed") countReleased(deps.metrics, result.released);
  return result;
}
