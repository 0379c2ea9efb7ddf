/** SQL for a participant `p` whose votes count (docs/reference/participants.md#fraudulent-participants). */
export const participantCounts = "NOT p.fraudulent AND p.paid IS NOT FALSE";

/** SQL for a vote `v` that takes a place of its option (docs/reference/votes.md#places-per-option). */
export const takesPlace = "(v.value > 0 OR v.text IS NOT NULL)";
