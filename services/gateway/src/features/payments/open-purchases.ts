import { findLivePayments, type Transaction } from "@polls/db";
import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import type { Purchase, Vote } from "@polls/domain/votes";
import { unavailable } from "../../http/replies/problem";
import { payUrl } from "./pay-url";
import { type PaymentDraft, replacePayments, storePayments } from "./store-payment";

/** Votes that are to be paid for before they count (decisions 10). */
export interface BoughtVote {
  readonly poll: Poll;
  readonly participant: Participant;
  readonly option: Option;
  readonly vote: Pick<Vote, "publicId" | "value" | "paidVotes">;
  readonly purchase: Purchase;
  /** The vote was there before: only then may it have a payment. */
  readonly replaces: boolean;
}

/** Opens the payments of bought votes in the transaction of the votes; gives the pages to pay at, in order. */
export type OpenPurchases = (
  tx: Transaction,
  bought: readonly BoughtVote[],
) => Promise<readonly string[]>;

/** A deployment without a payment provider sells no votes: the vote is refused and nothing is kept. */
export const noPurchases: OpenPurchases = () => {
  throw unavailable("This service takes no payments", 3_600);
};

export interface PurchaseSettings {
  readonly currency: string;
  readonly baseUrl: URL;
  readonly clock: () => Date;
}

/**
 * Sells votes in one currency. Each vote is given once; its participant is locked, so that it has one
 * payment at a time. The page of the same purchase stays, where it is open already; another is replaced.
 */
export const createOpenPurchases =
  ({ baseUrl, currency, clock }: PurchaseSettings): OpenPurchases =>
  async (tx, bought) => {
    const now = clock();
    const live = await findLivePayments(
      tx,
      bought.filter(({ replaces }) => replaces).map(({ vote }) => vote.publicId),
    );
    const open = bought.map((one) => {
      const payment = live.get(one.vote.publicId);
      return { ...one, payment, same: payment !== undefined && isSame(payment, one.purchase) };
    });
    const fresh = open.filter(({ same }) => !same);
    const replaced = fresh.flatMap(({ payment }) => (payment === undefined ? [] : [payment]));
    await replacePayments(tx, replaced, now);
    const tokens = await storePayments(tx, fresh.map(draftOf), { currency, now });
    const tokenOf = new Map(fresh.map((one, index) => [one.vote.publicId, tokens[index]]));
    return open.map(({ vote, payment }) =>
      payUrl(baseUrl, tokenOf.get(vote.publicId) ?? payment?.token ?? ""),
    );
  };

/** Ends the payments of votes that leave nothing to pay: their checkouts are closed at once by jobs. */
export async function endPurchases(
  tx: Transaction,
  votePublicIds: readonly string[],
  now: Date,
): Promise<void> {
  const live = await findLivePayments(tx, votePublicIds);
  await replacePayments(tx, [...live.values()], now);
}

const isSame = (
  payment: { readonly quantity: number; readonly unitAmount: number | null },
  { quantity, amount }: BoughtVote["purchase"],
): boolean => payment.quantity === quantity && payment.unitAmount === amount / quantity;

const draftOf = ({ poll, participant, option, vote, purchase }: BoughtVote): PaymentDraft => ({
  kind: "votes",
  pollId: poll.id,
  participantId: participant.id,
  optionId: option.id,
  votePublicId: vote.publicId,
  pollTitle: poll.title,
  subject: option.content,
  quantity: purchase.quantity,
  unitAmount: purchase.amount / purchase.quantity,
});
