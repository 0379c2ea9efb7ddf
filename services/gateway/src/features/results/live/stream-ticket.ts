import { seal, unseal } from "@polls/db/tokens";
import { Unauthenticated } from "@polls/domain/refusals";
import { z } from "zod";
import type { DerivedKeys } from "../../../derived-keys";
import type { UrlCredentials } from "../../../http/routing/endpoint";

/** How long a ticket can open streams (docs/reference/results.md#stream-tickets). */
export const TICKET_MS = 60_000;

const Ticket = z.object({
  expiresAt: z.number(),
  tokenDigest: z.string(),
  userIdentifier: z.string().optional(),
  organizationId: z.string().optional(),
  matchedPasswordHash: z.string().optional(),
});

const contextOf = (pollHash: string): string => `stream of ${pollHash}`;

/** A ticket is sealed, opens streams of one poll, and contains no token. */
export const newTicket = (
  { streamTickets }: Pick<DerivedKeys, "streamTickets">,
  pollHash: string,
  facts: z.infer<typeof Ticket>,
): string =>
  Buffer.from(seal(streamTickets.signing, JSON.stringify(facts), contextOf(pollHash))).toString(
    "base64url",
  );

/** Throws 401 for a ticket that is forged, expired or of another poll. */
export function openTicket(
  { streamTickets }: Pick<DerivedKeys, "streamTickets">,
  pollHash: string,
  ticket: string,
  now: Date,
): UrlCredentials {
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

const refused = () => new Unauthenticated("The ticket is no longer valid", "invalid_ticket");
