import { seal, unseal } from "@polls/db";
import { Unauthenticated } from "@polls/domain/refusals";
import { z } from "zod";
import type { DerivedKeys } from "../../../derived-keys";
import type { StandInCredentials } from "../../../http/routing/endpoint";

/** The time in which a ticket opens streams (docs/reference/results.md#stream-tickets). */
export const TICKET_MS = 60_000;

const Ticket = z.object({
  expiresAt: z.number(),
  tokenDigest: z.string(),
  userIdentifier: z.string().optional(),
  organizationId: z.string().optional(),
  matchedPasswordHash: z.string().optional(),
});

const contextOf = (pollHash: string): string => `stream of ${pollHash}`;

/** A ticket with the credentials of a reader. It is sealed, opens streams of one poll, and holds no token. */
export const newTicket = (
  { streamTickets }: Pick<DerivedKeys, "streamTickets">,
  pollHash: string,
  facts: z.infer<typeof Ticket>,
): string =>
  Buffer.from(seal(streamTickets.signing, JSON.stringify(facts), contextOf(pollHash))).toString(
    "base64url",
  );

/** The credentials in a ticket. Throws 401 for a ticket that is not ours, expired or of another poll. */
export function openTicket(
  { streamTickets }: Pick<DerivedKeys, "streamTickets">,
  pollHash: string,
  ticket: string,
  now: Date,
): StandInCredentials {
  const { expiresAt, matchedPasswordHash, ...credentials } = read();
  if (expiresAt < now.getTime()) throw refused();
  return { credentials: { authorization: undefined, ...credentials }, matchedPasswordHash };

  function read() {
    try {
      const sealed = Buffer.from(ticket, "base64url");
      return Ticket.parse(JSON.parse(unseal(streamTickets.all, sealed, contextOf(pollHash))));
    } catch {
      throw refused();
    }
  }
}

const refused = () => new Unauthenticated("The ticket is not valid any more", "invalid_ticket");
