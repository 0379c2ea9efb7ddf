import { Unauthenticated } from "@polls/domain/refusals";
import { z } from "zod";
import type { DerivedKeys } from "../../../derived-keys";
import type { UrlCredentials } from "../../../http/routing/endpoint";
import { openText, sealText } from "../../../identity/sealed-text";

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
): string => sealText(streamTickets, facts, contextOf(pollHash));

/** Throws 401 for a ticket that is forged, expired or of another poll. */
export function openTicket(
  { streamTickets }: Pick<DerivedKeys, "streamTickets">,
  pollHash: string,
  ticket: string,
  now: Date,
): UrlCredentials {
  const facts = openText(streamTickets, ticket, contextOf(pollHash), Ticket);
  if (facts === undefined || facts.expiresAt < now.getTime()) {
    throw new Unauthenticated("The ticket is no longer valid", "invalid_ticket");
  }
  const { expiresAt: _, matchedPasswordHash, ...credentials } = facts;
  return { credentials: { authorization: undefined, ...credentials }, matchedPasswordHash };
}
