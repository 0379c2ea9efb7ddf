import type { Db } from "@polls/db/connection";
import { findOptInRequests, isAddressTaken, type OptInRequestFacts } from "@polls/db/participants";
import { participantFromRow } from "@polls/db/rows";
import { decideOptIn, type OptInDecision, opensOthers } from "@polls/domain/opt-ins";
import type { Poll } from "@polls/domain/polls";
import { type FoundOptIn, findOptIn } from "../opt-ins/opt-ins.repository";
import { findPollOfLink } from "../taken-down/poll-of-link";

export const SHOWN_REQUESTS = 10;

/** The page shows so many votes of a request. */
export const SHOWN_VOTES = 100;

const shownLimits = { limit: SHOWN_REQUESTS, votesLimit: SHOWN_VOTES } as const;

/** The state of a link, and what its buttons would do. Reading it changes nothing. */
export type OptInView =
  | { readonly kind: "unknown" }
  | {
      readonly kind: Exclude<OptInDecision, "confirm">;
      readonly poll: Poll;
      readonly optIn: FoundOptIn;
    }
  | {
      readonly kind: "confirm";
      readonly poll: Poll;
      readonly optIn: FoundOptIn;
      /** First that of the link, then those of others with the address, newest first. */
      readonly requests: readonly OptInRequestFacts[];
    };

/**
 * The requests that a link can confirm. A person with the link has access to the address, so the
 * link covers all requests to this address in the poll (docs/reference/opt-in.md#what-is-shown).
 */
export async function lookAtOptIn(db: Db, token: string, now: Date): Promise<OptInView> {
  const optIn = await findOptIn(db, token);
  const poll = optIn && (await findPollOfLink(db, optIn.pollId));
  if (optIn === undefined || poll === undefined) return { kind: "unknown" };
  const row = await db.prisma.participant.findUnique({ where: { id: optIn.participantId } });
  if (row === null) return { kind: "unknown" };
  const participant = participantFromRow(row);
  const addressTaken = await isAddressTaken(db, optIn);
  const facts = { optIn, poll, participant, addressTaken, now };
  const kind = decideOptIn(facts);
  const requests = opensOthers(facts)
    ? await findOptInRequests(db, { ...optIn, now, ...shownLimits })
    : [];
  if (requests.length > 0) return { kind: "confirm", poll, optIn, requests };
  return { kind: kind === "confirm" ? "denied" : kind, poll, optIn };
}
