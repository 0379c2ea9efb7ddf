import { z } from "zod";
import { optInLimits } from "../opt-ins/opt-in-limits";
import { personalLinkLimits } from "../participants/personal-link";
import type { SettingName } from "../polls";

interface MailKindFacts {
  /** The columns of `mails` that its template needs. */
  readonly facts: z.ZodObject;
  /** Waiting mails of a smaller rank are sent first; within a rank, the accounts take turns. */
  readonly rank: number;
  /**
   * The daily quota of an address (docs/reference/mails.md#quotas). "none": its cause bounds it, and other people
   * cannot cause it.
   */
  readonly quota: "polls" | "sign_in" | "none";
  /** The maximum number of mails to one address. Undefined means no limit. */
  readonly limit?: { readonly perHour: number; readonly inAll?: number };
  /** How long a mail waits before it is sent, for events or votes that it lists. */
  readonly delayMs?: number;
  /**
   * What the link of mails to owners and authors ends (docs/reference/mails.md#unsubscribing): these mails of the poll,
   * by their setting, or those to the recipient. Undefined: they have no such link.
   */
  readonly ends?: SettingName | "recipient";
}

const id = z.bigint();
/** The nonce that derives the token of the link (docs/adr/0010-links-in-mails-are-derived.md). */
const nonce = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array);
/** Where the address has no account there is no link, and the worker deletes the mail. */
const signIn = {
  facts: z.object({ signInId: id.nullable(), nonce }),
  rank: 0,
  quota: "sign_in",
  limit: { perHour: 3 },
} as const;
/** Tells the creator the numbers of a notice that maintenance found. */
const numbers = {
  facts: z.object({ pollNoticeId: id, nonce }),
  rank: 3,
  quota: "polls",
} as const;
const decided = {
  // Without a participant, its address is that of an unused invitation.
  facts: z.object({ pollNoticeId: id, participantId: id.nullable(), since: z.date() }),
  rank: 3,
  quota: "polls",
} as const;

/** Every kind of mail (docs/reference/mails.md#kinds). Causes queue them; the mail worker composes them. */
export const mailKinds = {
  opt_in: {
    facts: z.object({ optInId: id, nonce }),
    rank: 1,
    quota: "polls",
    limit: optInLimits,
    // A client casts the votes after the request that creates the participant.
    delayMs: 3_000,
  },
  creator: { facts: z.object({ creatorLinkId: id, nonce }), rank: 1, quota: "polls" },
  invitation: { facts: z.object({ invitationId: id }), rank: 2, quota: "polls" },
  personal_link: {
    facts: z.object({ participantId: id }),
    rank: 1,
    quota: "polls",
    limit: personalLinkLimits,
  },
  moved_up: { facts: z.object({ participantId: id }), rank: 1, quota: "polls" },
  new_options: {
    facts: z.object({ pollId: id, since: z.date(), until: z.date().nullable(), nonce }),
    rank: 3,
    quota: "polls",
    delayMs: 10 * 60_000,
    ends: "notify_new_options",
  },
  comments: {
    facts: z.object({ commentNoticeId: id, since: z.date(), nonce }),
    rank: 3,
    quota: "polls",
    limit: { perHour: 1 },
    ends: "recipient",
  },
  // Maintenance bounds how many there are.
  votes: { ...numbers, ends: "notify_votes" },
  result: { facts: z.object({ pollNoticeId: id, participantId: id }), rank: 3, quota: "polls" },
  state_change: {
    facts: z.object({ pollNoticeId: id, participantId: id }),
    rank: 3,
    quota: "polls",
  },
  // Its address is that of an invitation.
  reminder: { facts: z.object({ pollNoticeId: id }), rank: 3, quota: "polls" },
  // `since` is the change of the decision. A mail about an earlier change is not sent.
  decision: decided,
  decision_canceled: decided,
  // Its polls are those that their owner was told about at `since`.
  deletion: { facts: z.object({ pollNoticeId: id, since: z.date() }), rank: 2, quota: "none" },
  sign_in: signIn,
  sign_up: signIn,
  membership: {
    facts: z.object({ memberInvitationId: id, nonce }),
    rank: 2,
    quota: "sign_in",
    limit: { perHour: 3 },
  },
  // Its passkey is the one that was added at `since`.
  passkey_added: { facts: z.object({ accountId: id, since: z.date() }), rank: 1, quota: "none" },
  account_refused: { facts: z.object({ accountId: id }), rank: 1, quota: "none" },
} as const satisfies Readonly<Record<string, MailKindFacts>>;

export type MailKind = keyof typeof mailKinds;

/** The kinds of mails that count against a quota. */
export type CountedMailKind = {
  [Kind in MailKind]: (typeof mailKinds)[Kind]["quota"] extends "none" ? never : Kind;
}[MailKind];

/** The kinds whose mails have a link that ends them. */
export type EndedMailKind = {
  [Kind in MailKind]: (typeof mailKinds)[Kind] extends { readonly ends: string } ? Kind : never;
}[MailKind];

/** The kinds that maintenance queues for the creator of a poll. */
export type OwnerNoticeKind = {
  [Kind in EndedMailKind]: (typeof mailKinds)[Kind]["facts"] extends typeof numbers.facts
    ? Kind
    : never;
}[EndedMailKind];

const kinds: Readonly<Record<MailKind, MailKindFacts>> = mailKinds;

/** How long a mail of a kind waits before it is sent. */
export const mailDelayMs = (kind: MailKind): number => kinds[kind].delayMs ?? 0;

/** Whether mails of a stored kind have a link that ends them. */
export const isEndedMailKind = (kind: string): kind is EndedMailKind =>
  Object.hasOwn(kinds, kind) && kinds[kind as MailKind].ends !== undefined;

/** The stored facts of a mail of a kind. */
export type MailFacts<Kind extends MailKind> = z.output<(typeof mailKinds)[Kind]["facts"]>;
