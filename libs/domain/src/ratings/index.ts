export * from "./best-distribution";
export { pointsOfRank } from "./borda-points";
export { bradleyTerryStrengths, type Wins } from "./bradley-terry";
export { byComparisons, choosePair, type PairFacts } from "./choose-pair";
export {
  byListKey,
  CONTENDER_ORDER,
  findScored,
  type ListKey,
  listOrderName,
  ordered,
  type Ranking,
  rankingAgain,
  rankingOf,
  rankOrderNames,
  type ScoredOption,
  scoreOption,
  scoresHold,
  undividedRules,
  withChanges,
} from "./ranking";
export { type Rating, ratingOf } from "./rating";
export { dependsOnOwnVote, type RatingReader, ratingVisibility } from "./rating-visibility";
export {
  type CategoryCounts,
  type RatingRules,
  type Score,
  type Sibling,
  scoreFrom,
  sumOfScores,
} from "./scores";
export type { Slices } from "./slices";
export { type Compare, lowerBound } from "./sorted-list";
