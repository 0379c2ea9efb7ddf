import { optionTypes } from "@polls/domain/option-types";
import { voteTypes } from "@polls/domain/vote-types";
import { z } from "zod";
import { errorBodies } from "../../http/replies/error-bodies";
import { named } from "../../http/routing/schema-parts";

const fields = {
  id: z.string().describe("Public id of the vote."),
  created_at: z.iso.datetime().nullable().describe("When the vote was cast."),
  updated_at: z.iso.datetime().nullable().describe("When the value of the vote was last changed."),
  option_id: z.string().nullable().describe("The option. In comparisons: the winner."),
  voter_id: z
    .string()
    .nullable()
    .describe(
      "The participant; null for members who read a vote of another user under `hidden_participants`.",
    ),
  vote_date: z.iso
    .date()
    .nullable()
    .describe("The day of the vote in the time zone of the poll; null without `vote_per_day`."),
  paid: z
    .boolean()
    .nullable()
    .optional()
    .describe("Admins only, if voting has a price: `false` while an amount is unpaid."),
  paid_votes: z
    .int()
    .optional()
    .describe("Extension, admins and owner only: the number of bought votes that are paid."),
  payment_url: z
    .url()
    .optional()
    .describe("Extension, owner only: where the unpaid part of bought votes is paid."),
  held: z
    .literal(true)
    .optional()
    .describe(
      "Extension, owner only, in lists of held votes: the vote waits for the confirmation of the address.",
    ),
  skipped: z
    .literal(true)
    .optional()
    .describe(
      "Extension, admins and owner only: the participant skips the step of the option, so the vote does not count.",
    ),
  no_longer_offered: z
    .literal(true)
    .optional()
    .describe(
      "Extension, admins and owner only: the option is hidden from the participant, so the vote counts but uses no limit and no rank.",
    ),
  option: z
    .strictObject({
      type: z.enum(optionTypes.names).describe("The class of the option."),
      parent_option_id: z
        .string()
        .optional()
        .describe("The option above it; absent at the top level."),
      content: z.string().optional().describe("The text, unless `hidden_image_name` hides it."),
      start_date: z.iso.datetime().optional().describe("The start of the option."),
      end_date: z.iso.datetime().optional().describe("The end of the option."),
    })
    .optional()
    .describe("Extension, only with `no_longer_offered`: what the option is called."),
  voting_category_id: z
    .int()
    .nullable()
    .optional()
    .describe("The voting category; only in polls with voting categories."),
};

const namesOf = (carries: "number" | "text", compares: boolean) =>
  voteTypes.all
    .filter((type) => type.carries === carries && type.compares === compares)
    .map(({ name }) => name);

const NumberVoteResponse = named("NumberVote", "A vote whose value is a number.", {
  type: z.enum(namesOf("number", false)).describe("The vote type."),
  ...fields,
  vote: z.number().nullable().describe("The value, or the number of bought votes; null abstains."),
  vote_text: z
    .string()
    .nullable()
    .describe(
      "Extension, of a `Votes::UpVote` with `allow_other`: the other answer, for admins and the owner of the participant. Else null.",
    ),
});

const TextVoteResponse = named("TextVote", "A vote whose value is a text or a date.", {
  type: z.enum(namesOf("text", false)).describe("The vote type."),
  ...fields,
  vote: z.string().nullable().describe("The same as `vote_text`."),
  vote_text: z.string().nullable().describe("The text or date; null abstains."),
});

const ComparisonVoteResponse = named("ComparisonVote", "A comparison of two options.", {
  type: z.enum(namesOf("number", true)).describe("The vote type."),
  ...fields,
  loser_option_id: z.string().nullable().optional().describe("The option that lost."),
  vote: z.number().nullable().describe("1: `option_id` is the winner. Null: neither option is."),
  vote_text: z.null().describe("Comparisons have no text."),
});

/** A vote on the wire (docs/reference/votes.md#fields). */
export const VoteResponse = z
  .discriminatedUnion("type", [NumberVoteResponse, TextVoteResponse, ComparisonVoteResponse])
  .meta({ id: "Vote", description: "A vote. `type` defines the kind of its value." });

export type VoteWire = z.input<typeof VoteResponse>;

/** The response instead of a vote if it must be paid for (docs/reference/payments.md#payment-response). */
export const VotePaymentResponse = named(
  "VotePayment",
  "The response if the vote must be paid for. The vote counts once it is paid.",
  {
    message: z.string().describe("A sentence for people."),
    url: z.url().describe("The page to pay, valid until the purchase is paid or replaced."),
  },
);

const outcomeOf = <const Status extends number>(status: Status, body: z.ZodType) =>
  z.strictObject({
    status: z.literal(status).describe("The status that a single vote would get."),
    body: body.describe("The body that a single vote would get."),
  });

/** The outcome of each vote of a batch (docs/reference/votes.md#batches). */
export const CastVotesResponse = named("CastOutcomes", "The outcomes of the votes of a batch.", {
  outcomes: z
    .array(
      z
        .union([
          outcomeOf(200, VotePaymentResponse),
          outcomeOf(201, VoteResponse),
          z.strictObject({
            status: z.literal(403).describe("The participant belongs to another user."),
            body: z.null().describe("No body, as for a single vote."),
          }),
          outcomeOf(404, errorBodies[404]),
          outcomeOf(422, errorBodies[422]),
        ])
        .meta({ id: "CastOutcome", description: "The outcome of one vote of a batch." }),
    )
    .describe("One outcome for each vote, in the order of the request."),
});
