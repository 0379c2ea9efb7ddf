/** The address or account that requests a mail (docs/reference/mails.md#who-may-spend-the-mails-of-an-address). */
export type MailRequester = `address:${string}` | `account:${bigint}`;

export type MailRequesters = readonly [MailRequester, ...MailRequester[]];

export interface MailBudget {
  readonly ofDay: number;
  /** The part of it for requesters that have sent no mail to the address that day. */
  readonly kept: number;
}

/** Reserves a percentage of the daily budget. At least one mail stays unreserved, unless the budget is 0. */
export const mailBudget = (ofDay: number, keptPercent: number): MailBudget => ({
  ofDay,
  kept: Math.min(Math.floor((ofDay * keptPercent) / 100), Math.max(0, ofDay - 1)),
});

const DAY_MS = 86_400_000;

/** The start of the UTC day of a moment, or of the day that is `days` later. Mails are counted per UTC day. */
export const startOfDay = (moment: Date, days = 0): Date =>
  new Date((Math.floor(moment.getTime() / DAY_MS) + days) * DAY_MS);
