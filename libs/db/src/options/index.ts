export { claimCommentNotice, type DueNotice } from "./comment-notices";
export {
  type CommentCounting,
  commentTallies,
  countComments,
  deleteCommentsOf,
  type ExportedComment,
} from "./comments";
export { deleteOptions } from "./delete-options";
export * from "./kept-rankings";
export * from "./option-counts";
export { type OptionDates, optionDates, setOptionDates } from "./option-dates";
export {
  countMatchingOptions,
  countOptions,
  findOptionOwners,
  type OptionFilter,
  type OptionListOrder,
  type OptionListScope,
  ownOptions,
  pageOfOptions,
  pagesOfChildren,
  type StoredSort,
} from "./option-lists";
export { countPlaces, countPlacesOfOthers } from "./option-places";
export { lastPosition, lockSiblings, positionsSeen, shiftPositions } from "./option-positions";
export {
  applyParticipant,
  changeTallies,
  giveBackPlaces,
  type OptionTally,
  optionTallies,
  talliesOfShown,
} from "./option-tallies";
export {
  areFileAnswers,
  countVotable,
  lockOption,
  lockOptions,
  optionsHaveVotes,
  ownChildren,
  paidForOptions,
  readOptions,
  subtreeIds,
} from "./options";
export {
  countRanks,
  countWins,
  findAssignableOptions,
  findPositiveScores,
  findRatedOptions,
  findRatedOptionsOfEach,
  nextRatedOptions,
  type OptionScore,
  type RatedOptionRow,
} from "./rated-options";
export {
  type ChangeCursor,
  type ChangeEnd,
  changedOptions,
  deleteOldRatingChanges,
  endOfChanges,
} from "./rating-changes";
export type { SiblingsKey } from "./siblings";
export { countUnreviewed } from "./unreviewed";
