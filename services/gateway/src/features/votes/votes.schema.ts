import { optionTypes } from "@polls/domain/option-types";
import { voteTypes } from "@polls/domain/vote-types";
import { z } from "zod";
import { errorBodies } from "../../http/replies/error-bodies";
import { dayWithAnonymity, field, named } from "../../http/replies/schema-parts";

const fields = {
  id: field.text("Public id of the vote."),
  created_at: field.time(dayWithAnonymity("When the vote was cast.")).nullable(),
  updated_at: field
    .time(dayWithAnonymity("When the value of the vote was last changed."))
    .nullable(),
  option_id: field.text("The option. In comparisons: the winner.").nullable(),
  voter_id: field
    .text(
      "The participant; null for members who read a vote of another user under `hidden_participants`.",
    )
    .nullable(),
  vote_date: z.iso
    .date()
    .nullable()
    .describe("The day of the vote in the time zone of the poll; null without `vote_per_day`."),
  paid: field
    .flag("Admins only, if voting has a price: `false` while an amount is unpaid.")
    .nullable()
    .optional(),
  paid_votes: field
    .whole("Extension, admins and owner only: the number of bought votes that are paid.")
    .optional(),
  payment_url: field
    .url("Extension, owner only: where the unpaid part of bought votes is paid.")
    .optional(),
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
      parent_option_id: field.text("The option above it; absent at the top level.").optional(),
      content: field.text("The text, unless `hidden_image_name` hides it.").optional(),
      start_date: field.time("The start of the option.").optional(),
      end_date: field.time("The end of the option.").optional(),
    })
    .optional()
    .describe("Extension, only with `no_longer_offered`: what the option is called."),
  voting_category_id: field
    .whole("The voting category; only in polls with voting categories.")
    .nullable()
    .optional(),
};

const namesOf = (carries: "number" | "text", compares: boolean) =>
  voteTypes.all
    .filter((type) => type.carries === carries && type.compares === compares)
    .map(({ name }) => name);

const NumberVoteResponse = named("NumberVote", "A vote whose value is a number.", {
  type: z.enum(namesOf("number", false)).describe("The vote type."),
  ...fields,
  vote: field.number("The value, or the number of bought votes; null abstains.").nullable(),
  vote_text: field
    .text(
      "Extension, of a `Votes::UpVote` with `allow_other`: the other answer, for admins and the owner of the participant. Else null.",
    )
    .nullable(),
});

const TextVoteResponse = named("TextVote", "A vote whose value is a text or a date.", {
  type: z.enum(namesOf("text", false)).describe("The vote type."),
  ...fields,
  vote: field.text("The same as `vote_text`.").nullable(),
  vote_text: field.text("The text or date; null abstains.").nullable(),
});

const ComparisonVoteResponse = named("ComparisonVote", "A comparison of two options.", {
  type: z.enum(namesOf("number", true)).describe("The vote type."),
  ...fields,
  loser_option_id: field.text("The option that lost.").nullable().optional(),
  vote: field.number("1: `option_id` is the winner. Null: neither option is.").nullable(),
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
    message: field.text("A sentence for people."),
    url: field.url("The page to pay, valid until the purchase is paid or replaced."),
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
