import type { VoteValue } from "../votes/vote";

/** Whether a value takes a place of `limit_per_option` (docs/reference/votes.md#places-per-option). */
export const takesPlace = ({ value = 0, text }: VoteValue): boolean =>
  value > 0 || text !== undefined;
