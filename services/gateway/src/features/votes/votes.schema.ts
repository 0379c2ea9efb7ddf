import { newPublicId } from "@polls/db";
import { entry, ignored, type Reading, readBody } from "@polls/domain/input";
import type { VoteInput } from "@polls/domain/vote-types";
import type { Cast } from "@polls/domain/votes";
import { z } from "zod";

/** A vote on the wire (docs/reference/votes.md#fields). */
export const VoteResponse = z
  .strictObject({
    id: z.string(),
    type: z.string().describe("Vote class, for example `Votes::RatingVote`"),
    created_at: z.iso.datetime().nullable(),
    updated_at: z.iso.datetime().nullable(),
    option_id: z.string().nullable().describe("In comparisons the winning option"),
    loser_option_id: z.string().nullable().optional().describe("Pairwise comparisons only"),
    voter_id: z.string().nullable(),
    vote: z.union([z.number(), z.string()]).nullable(),
    vote_date: z.iso.date().nullable().describe("Day of the vote, for polls with `vote_per_day`"),
    vote_text: z.string().nullable(),
    paid: z.boolean().nullable().optional().describe("Admins, polls with a voting wallet"),
    paid_votes: z.number().int().optional().describe("Extension: how many bought votes count"),
    voting_category_id: z.number().int().nullable().optional(),
  })
  .meta({ id: "Vote" });

/** The answer in place of a vote when votes are bought (docs/reference/payments.md#payment-response). */
export const VotePaymentResponse = z
  .strictObject({ message: z.string(), url: z.url() })
  .meta({ id: "VotePayment" });

const value = {
  vote: z.unknown().optional().describe("The value; its meaning depends on `vote_type`"),
  vote_text: z.unknown().optional().describe("Text votes, for example cells of a table"),
};

export const CastVoteBody = z
  .strictObject({
    voter_id: entry(),
    option_id: entry(),
    vote: z.strictObject({
      ...value,
      voting_category_id: z.unknown().optional().describe("Required with `voting_categories`"),
    }),
  })
  .meta({ id: "CastVote" });

export interface CastBody {
  readonly participantId: string;
  readonly optionId: string;
  readonly cast: Cast;
}

/** Reads the form of a cast. Its value is read once the option is known. */
export function readCastBody(rawBody: unknown): Reading<CastBody> {
  const reading = readBody(CastVoteBody, rawBody);
  if (!reading.ok) return reading;
  const { voter_id: participantId, option_id: optionId, vote } = reading.value;
  return {
    ok: true,
    value: {
      participantId,
      optionId,
      cast: {
        publicId: newPublicId(),
        vote: vote.vote,
        voteText: vote.vote_text,
        votingCategoryId: vote.voting_category_id,
      },
    },
  };
}

/** Fields that answers have and bodies cannot write: changes ignore them. */
const readOnlyVoteFields = [
  "id",
  "type",
  "created_at",
  "updated_at",
  "option_id",
  "loser_option_id",
  "voter_id",
  "vote_date",
  "paid",
  "paid_votes",
  "voting_category_id",
] as const;

export const ChangeVoteBody = z
  .strictObject({ vote: z.strictObject({ ...value, ...ignored(readOnlyVoteFields) }) })
  .meta({ id: "ChangeVote" });

/** Reads the form of a change. Its value is read once the option is known. */
export function readChangeBody(rawBody: unknown): Reading<VoteInput> {
  const reading = readBody(ChangeVoteBody, rawBody);
  if (!reading.ok) return reading;
  const { vote, vote_text: voteText } = reading.value.vote;
  return { ok: true, value: { vote, voteText } };
}

/** The vote is kept and cast once the participant's address is confirmed. */
export const HeldVoteResponse = z
  .strictObject({
    error: z.string(),
    errors: z.record(z.string(), z.array(z.string())),
    code: z.string(),
    vote_id: z.string().optional().describe("Extension: the id the vote has once it is cast"),
  })
  .meta({ id: "HeldVote" });
