export {
  type Assignment,
  bestDistribution,
  type Gift,
  type Place,
} from "./best-distribution";
export { bordaPoints } from "./borda-points";
export { bradleyTerryStrengths, type Wins } from "./bradley-terry";
export { type Contender, choosePair } from "./choose-pair";
export { type Compare, firstNotBefore } from "./ordered";
export {
  byListKey,
  findScored,
  type ListKey,
  listOrderName,
  ordered,
  type Ranking,
  rankingOf,
  type ScoredOption,
  scoreOption,
  scoresHold,
  withChanges,
} from "./ranking";
export {
  type CategoryRating,
  type Rating,
  rateSiblings,
  ratingOf,
} from "./rate-siblings";
export { type RatingVisibility, ratingVisibility } from "./rating-visibility";
export { compareRatios, type Ratio, rounded } from "./ratio";
export type { CategoryCounts, RatingRules, Sibling } from "./scores";
export { seedOf } from "./seed-of";
export { atOnce, type Slices } from "./slices";
