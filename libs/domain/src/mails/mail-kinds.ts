import { z } from "zod";
import { optInLimits } from "../opt-ins/opt-in-limits";

interface MailKindFacts {
  /** The columns of `mails` that a mail of the kind has beside those of every mail. */
  readonly facts: z.ZodObject;
  /** Waiting mails of a smaller rank are sent first; those of one rank by turns of the accounts. */
  readonly rank: number;
  /** The mails of a day to one address that it counts for (docs/reference/mails.md#quotas). */
  readonly quota: "polls" | "sign_in";
  /** How many mails one address gets; undefined: no limit. */
  readonly limit?: { readonly perHour: number; readonly inAll?: number };
  /** How long a mail collects events before it is sent. */
  readonly delayMs?: number;
}

const id = z.bigint();
/** The token of the link is derived from it (docs/adr/0010-links-in-mails-are-derived.md). */
const nonce = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array);
/** Without a link where the address has no account: the worker deletes the mail. */
const signIn = {
  facts: z.object({ signInId: id.nullable(), nonce }),
  rank: 0,
  quota: "sign_in",
  limit: { perHour: 3 },
} as const;

/** Every kind of mail (docs/reference/mails.md#kinds): the gateway queues it, the mail worker writes it. */
export const mailKinds = {
  opt_in: { facts: z.object({ optInId: id, nonce }), rank: 1, quota: "polls", limit: optInLimits },
  creator: { facts: z.object({ creatorLinkId: id, nonce }), rank: 1, quota: "polls" },
  invitation: { facts: z.object({ invitationId: id }), rank: 2, quota: "polls" },
  new_options: {
    facts: z.object({ pollId: id, since: z.date(), nonce }),
    rank: 3,
    quota: "polls",
    delayMs: 10 * 60_000,
  },
  sign_in: signIn,
  sign_up: signIn,
} as const satisfies Readonly<Record<string, MailKindFacts>>;

export type MailKind = keyof typeof mailKinds;

/** The stored facts of a mail of a kind. */
export type MailFacts<Kind extends MailKind> = z.output<(typeof mailKinds)[Kind]["facts"]>;
