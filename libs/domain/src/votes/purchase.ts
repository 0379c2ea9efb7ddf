import type { AmountRules } from "../payments/currencies";
import type { Poll } from "../polls/poll";
import { Invalid } from "../refusals/refusal";
import { placeKeptFrom } from "./kept-places";
import type { ListedVote } from "./vote";
import { refused, refusedFor } from "./vote-refusals";

/** Votes that must be paid for before they count. */
export interface Purchase {
  readonly quantity: number;
  /** In the minor unit of the deployment's currency. */
  readonly amount: number;
}

/** The price of bought votes of a poll. */
export interface PurchaseTerms {
  readonly poll: Poll;
  readonly amounts: AmountRules;
  /** Whether the account that gets the money can accept payments. Undefined: yes. */
  readonly payeeReady?: boolean | undefined;
}

/** Whether a purchase is not fully paid. Another cast replaces its value and payment. */
export const isOpenPurchase = ({ value, paidVotes }: ListedVote): boolean =>
  paidVotes !== undefined && paidVotes < (value ?? 0);

/** Whether its participant can no longer change or withdraw a vote (docs/reference/votes.md#final-votes). */
export const isFinal = ({ settings }: Pick<Poll, "settings">, vote: ListedVote): boolean =>
  settings.final_votes && !isOpenPurchase(vote);

/**
 * A sold vote with its paid part, and the purchase of the rest; without one, all is paid. It keeps the place of the
 * purchase that it replaces, for the same time, which otherwise starts at `now`.
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

/** The maximum quantity of a purchase at the payment provider. */
const QUANTITY_MAX = 999_999;

/** The range of quantities that can be bought at once. */
export interface PurchaseRange {
  readonly least: number;
  readonly most: number;
}

/** The range of quantities that can be bought at once. `fee` is the price of one vote in the minor unit of the currency. */
export const purchaseRange = (fee: number, { least, most }: AmountRules): PurchaseRange => ({
  least: Math.ceil(least / fee),
  most: Math.min(Math.floor(most / fee), QUANTITY_MAX),
});

/** Refuses a purchase that cannot be paid, with the possible number (docs/reference/payments.md#least-and-largest-purchase). */
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
