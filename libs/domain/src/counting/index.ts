export { countBallots } from "./count-ballots";
export { compareFractions, decimalOf, type Fraction, fraction, fractionText } from "./fraction";
export { type MethodTraits, methods, methodsOf, methodTraitsOf } from "./methods";
export { drawnNumber } from "./ties";
export {
  type Ballot,
  type Count,
  type CountingMethod,
  type CountRequest,
  type CountRound,
  countingMethods,
  type LockedPair,
  type OptionGrades,
  type OptionVotes,
  type RoundReason,
  type Scale,
  type Tie,
  type TieBreak,
  type Transfer,
  tieBreaks,
} from "./types";
