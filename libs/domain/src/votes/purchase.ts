import type { AmountRules } from "../payments/currencies";
import type { Poll } from "../polls/poll";
import { Invalid } from "../refusals/refusal";
import { placeKeptFrom } from "./kept-places";
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
  readonly amounts: AmountRules;
  /** Whether the account that gets the money takes payments; undefined: yes. */
  readonly payeeReady?: boolean | undefined;
}

/** Whether a purchase is not wholly paid. Another create replaces its value and payment. */
export const isOpenPurchase = ({ value, paidVotes }: ListedVote): boolean =>
  paidVotes !== undefined && paidVotes < (value ?? 0);

/**
 * A sold vote with its paid part, and the purchase of the rest; none where the whole value is paid. A purchase
 * keeps the place of the one it replaces, and no longer; without one it keeps a place from `now` on.
 */
export function pricedVote(
  vote: ListedVote,
  before: ListedVote | undefined,
  { poll, amounts, payeeReady }: PurchaseTerms,
  now: Date,
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
  if (payeeReady === false) return refusedFor("payee_not_ready");
  const fee = poll.settings.voting_fee ?? 0;
  const refusal = purchaseRefusal(quantity, paidVotes, purchaseRange(fee, amounts));
  if (refusal !== undefined) return refused(refusal);
  const keeps = before !== undefined && isOpenPurchase(before) && !before.placeless;
  const placeUntil = keeps ? before.placeUntil : placeKeptFrom(now);
  return {
    kind: "priced",
    vote: { ...sold, placeUntil, placeless: false },
    purchase: { quantity, amount: quantity * fee },
  };
}

/** How many of one thing the payment provider sells at a time. */
const QUANTITY_MAX = 999_999;

/** How many votes can be bought at a time. */
export interface PurchaseRange {
  readonly least: number;
  readonly most: number;
}

/** How many votes can be bought at a time: `fee` is the price of one, in the minor unit of the currency. */
export const purchaseRange = (fee: number, { least, most }: AmountRules): PurchaseRange => ({
  least: Math.ceil(least / fee),
  most: Math.min(Math.floor(most / fee), QUANTITY_MAX),
});

/** A purchase that cannot be paid is refused with the numbers that can (docs/reference/payments.md#least-and-largest-purchase). */
function purchaseRefusal(
  quantity: number,
  paidVotes: number,
  range: PurchaseRange,
): Invalid | undefined {
  const [least, most] = [paidVotes + range.least, paidVotes + range.most];
  if (quantity < range.least) {
    return new Invalid({ vote: [`must be at least ${least}`] }, "purchase_too_small", { least });
  }
  if (quantity <= range.most) return undefined;
  return new Invalid({ vote: [`must be at most ${most}`] }, "purchase_too_large", { most });
}
