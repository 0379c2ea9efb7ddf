import { type Vote, weightOf } from "@polls/domain/votes";
import type { Vote as VoteRow } from "../generated/prisma/client";

/** Converts a row of `votes`. A vote that does not count although its value would is on a skipped step. */
export function voteFromRow(row: Omit<VoteRow, "score" | "saysNo">): Vote {
  const { type } = row;
  const value = row.value === null ? undefined : Number(row.value);
  const text = row.text ?? undefined;
  const paidVotes = row.paidVotes ?? undefined;
  return {
    id: row.id,
    publicId: row.publicId,
    pollId: row.pollId,
    participantId: row.participantId,
    optionId: row.optionId,
    loserOptionId: row.loserOptionId ?? undefined,
    type,
    votingCategoryId: row.votingCategoryId ?? undefined,
    voteDate: dateOf(row.voteDate),
    value,
    text,
    paidVotes,
    placeUntil: row.placeUntil ?? undefined,
    skipped: !row.counts && weightOf({ type, value, text, paidVotes, skipped: false }).counts,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** The text of a column of type `date`, such as `2026-01-31`. */
export const dateOf = (date: Date | null | undefined): string | undefined =>
  date?.toISOString().slice(0, 10);
