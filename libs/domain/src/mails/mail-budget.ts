/**
 * Who causes a mail to an address that it names: its network, and the account of its private token
 * (docs/reference/mails.md#who-may-spend-the-mails-of-an-address).
 */
export type MailRequester = `address:${string}` | `account:${bigint}`;

export type MailRequesters = readonly [MailRequester, ...MailRequester[]];

/** Mails of a day to one address. */
export interface MailBudget {
  readonly ofDay: number;
  /** Of these, how many are kept for requesters that have caused no mail to the address that day. */
  readonly kept: number;
}

/** The budget of which a share, in percent, is kept. At least one mail is for all where there is one. */
export const mailBudget = (ofDay: number, keptPercent: number): MailBudget => ({
  ofDay,
  kept: Math.min(Math.floor((ofDay * keptPercent) / 100), Math.max(0, ofDay - 1)),
});
