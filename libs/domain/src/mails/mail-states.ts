/** The states of a mail (docs/reference/mails.md#delivery). */
export const mailStates = ["queued", "sent", "bounced", "failed", "withheld"] as const;

export type MailState = (typeof mailStates)[number];

/** The states of `creator_email`: confirmed, or that of the confirmation mail (docs/reference/polls.md#creator). */
export const creatorStates = ["confirmed", "unconfirmed", ...mailStates] as const;

export type CreatorState = (typeof creatorStates)[number];
