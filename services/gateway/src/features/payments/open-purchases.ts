import type { Sql } from "@polls/db";
import type { Option, Participant, Poll, Purchase, Vote } from "@polls/domain";
import { unavailable } from "../../http/problem";
import { payUrl } from "./pay-url";
import { findLivePayment, replacePayment, storePayment } from "./store-payment";

/** Votes that are to be paid for before they count (decisions 10). */
export interface BoughtVote {
  readonly poll: Poll;
  readonly participant: Participant;
  readonly option: Option;
  readonly vote: Pick<Vote, "publicId" | "value" | "paidVotes">;
  readonly purchase: Purchase;
}

/** Opens the payments of bought votes in the transaction of the votes; gives the pages to pay at, in order. */
export type OpenPurchases = (sql: Sql, bought: readonly BoughtVote[]) => Promise<readonly string[]>;

/** A deployment without a payment provider sells no votes: the vote is refused and nothing is kept. */
export const noPurchases: OpenPurchases = () => {
  throw unavailable("This service takes no payments", 3_600);
};

export interface PurchaseSettings {
  readonly currency: string;
  readonly baseUrl: URL;
  readonly clock: () => Date;
}

/** Sells votes in one currency. The participants are locked, so that a vote has one payment at a time. */
export const createOpenPurchases =
  (settings: PurchaseSettings): OpenPurchases =>
  async (sql, bought) => {
    const urls: string[] = [];
    for (const one of bought)
      urls.push(payUrl(settings.baseUrl, await tokenFor(sql, one, settings)));
    return urls;
  };

/** Ends the payment of a vote that leaves nothing to pay: its checkout is closed at once by a job. */
export async function endPurchase(sql: Sql, votePublicId: string, now: Date): Promise<void> {
  const live = await findLivePayment(sql, votePublicId);
  if (live !== undefined) await replacePayment(sql, live.id, now);
}

/** The page of the same purchase, where it is open already; another one is replaced. */
async function tokenFor(
  sql: Sql,
  { poll, participant, option, vote, purchase: { quantity, amount } }: BoughtVote,
  { currency, clock }: PurchaseSettings,
): Promise<string> {
  const now = clock();
  const unitAmount = amount / quantity;
  const live = await findLivePayment(sql, vote.publicId);
  if (live?.quantity === quantity && live.unitAmount === unitAmount) return live.token;
  if (live !== undefined) await replacePayment(sql, live.id, now);
  return storePayment(
    sql,
    {
      kind: "votes",
      pollId: poll.id,
      participantId: participant.id,
      optionId: option.id,
      votePublicId: vote.publicId,
      pollTitle: poll.title,
      subject: option.content,
      quantity,
      unitAmount,
    },
    { currency, now },
  );
}
