/** The states of a mail (docs/reference/mails.md#delivery). */
export const mailStates = ["queued", "sent", "bounced", "failed", "withheld"] as const;

export type MailState = (typeof mailStates)[number];
