import type { Poll } from "../polls/poll";
import { Invalid } from "../refusals/refusal";
import type { ListedVote } from "./vote";
import { refused, refusedFor } from "./vote-refusals";

/** Votes to be paid for before they count. */
export interface Purchase {
  readonly quantity: number;
  /** In the minor unit of the deployment's currency. */
  readonly amount: number;
}

/** What bought votes of a poll cost. */
export interface PurchaseTerms {
  readonly poll: Poll;
  /** `PAYMENT_MINIMUM`, in the minor unit of the currency. */
  readonly paymentMinimum: number;
}

/** Whether a purchase is not wholly paid. Another create replaces its value and payment. */
export const isOpenPurchase = ({ value, paidVotes }: ListedVote): boolean =>
  paidVotes !== undefined && paidVotes < (value ?? 0);

/** A sold vote with its paid part, and the purchase of the rest; none where the whole value is paid. */
export function pricedVote(
  vote: ListedVote,
  before: ListedVote | undefined,
  { poll, paymentMinimum }: PurchaseTerms,
):
  | {
      readonly kind: "priced";
      readonly vote: ListedVote;
      readonly purchase: Purchase | undefined;
    }
  | { readonly kind: "refused"; readonly refusal: Invalid } {
  const paidVotes = before?.paidVotes ?? 0;
  const quantity = (vote.value ?? 0) - paidVotes;
  if (quantity < 0) return refusedFor("vote_lowered");
  if (vote.value === undefined) return { kind: "priced", vote, purchase: undefined };
  const sold = { ...vote, paidVotes };
  if (quantity === 0) return { kind: "priced", vote: sold, purchase: undefined };
  const fee = poll.settings.voting_fee ?? 0;
  const tooSmall = purchaseRefusal(quantity, paidVotes, { fee, minimum: paymentMinimum });
  if (tooSmall !== undefined) return refused(tooSmall);
  return { kind: "priced", vote: sold, purchase: { quantity, amount: quantity * fee } };
}

/** In the minor unit of the currency. */
interface Price {
  /** `voting_fee`: one vote. */
  readonly fee: number;
  readonly minimum: number;
}

/** The least number of votes that can be bought: both amounts are in the minor unit of the currency. */
export const leastPurchase = (fee: number, minimum: number): number => Math.ceil(minimum / fee);

/** A purchase below the least amount is refused with the least number (docs/reference/payments.md#least-purchase). */
function purchaseRefusal(
  quantity: number,
  paidVotes: number,
  { fee, minimum }: Price,
): Invalid | undefined {
  if (quantity * fee >= minimum) return undefined;
  const least = paidVotes + leastPurchase(fee, minimum);
  return new Invalid({ vote: [`must be at least ${least}`] }, "purchase_too_small", { least });
}
