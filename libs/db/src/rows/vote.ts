import type { Vote } from "@polls/domain/votes";
import type { Vote as VoteRow } from "../generated/prisma/client";
import { dateOf } from "./date-of";

/** Converts a row of `votes`. The domain computes its contribution to the tallies. */
export const voteFromRow = (row: Omit<VoteRow, "counts" | "score" | "saysNo">): Vote => ({
  id: row.id,
  publicId: row.publicId,
  pollId: row.pollId,
  participantId: row.participantId,
  optionId: row.optionId,
  loserOptionId: row.loserOptionId ?? undefined,
  type: row.type,
  votingCategoryId: row.votingCategoryId ?? undefined,
  voteDate: dateOf(row.voteDate),
  value: row.value === null ? undefined : Number(row.value),
  text: row.text ?? undefined,
  paidVotes: row.paidVotes ?? undefined,
  placeUntil: row.placeUntil ?? undefined,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
