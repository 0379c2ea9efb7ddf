import { amountProblem } from "../payments/currencies";
import { voteTypes } from "../vote-types";
import { type Check, conflict } from "./settings-conflict";

type AmountSetting = "voting_fee" | "submission_fee";

/** The types of fees that need an amount. Donations need none. */
const needAmount: ReadonlySet<string> = new Set([
  "voting_fee",
  "voting_sell_votes",
  "submission_fee",
]);

export const hasAmount =
  (name: AmountSetting): Check =>
  ({ settings }) => {
    const typeName = `${name}_type` as const;
    const { [name]: amount = 0, [typeName]: type } = settings;
    if (type === undefined || !needAmount.has(type) || amount > 0) return undefined;
    return conflict({
      [typeName]: `needs an amount in ${name}`,
      [name]: `is needed by ${typeName} ${type}`,
    });
  };

/** Fees, suggested amounts and prices must be amounts that the payment provider accepts. */
export const canBePaid =
  (name: AmountSetting): Check =>
  ({ settings }, { amounts }) => {
    const typeName = `${name}_type` as const;
    const { [name]: amount = 0, [typeName]: type } = settings;
    if (type === undefined || amount === 0) return undefined;
    // For sold votes the minimum applies to the whole purchase only.
    const least = type === "voting_sell_votes" ? 0 : amounts.least;
    const bound = amountProblem(amount, { ...amounts, least });
    if (bound === undefined) return undefined;
    return conflict({ [name]: bound, [typeName]: `needs another amount in ${name}` });
  };

/** Votes that are texts, dates or comparisons cannot be sold. */
export const soldVotesMaySell: Check = ({ settings }) => {
  const { voting_fee_type: feeType, vote_type: voteType } = settings;
  if (feeType !== "voting_sell_votes") return undefined;
  if (voteType !== undefined && voteTypes.find(voteType)?.maySell === true) return undefined;
  return conflict({
    voting_fee_type: "cannot sell votes of this vote_type",
    vote_type: `cannot be sold with voting_fee_type ${feeType}`,
  });
};

/** Participants who wait for a place must not be asked to pay for it. */
export const waitersPayNothing: Check = ({ settings }) => {
  const { participant_limit: limit, voting_fee_type: type } = settings;
  if (limit === undefined || type === undefined || type === "voting_sell_votes") return undefined;
  // The type of a fee may follow from the amount alone.
  const causes = type === "voting_donation" ? [] : (["voting_fee"] as const);
  const names = [...causes, "voting_fee_type"] as const;
  return {
    between: ["participant_limit", ...names],
    sentence: (setting) =>
      setting === "participant_limit" ? `contradicts ${names[0]}` : "contradicts participant_limit",
  };
};
