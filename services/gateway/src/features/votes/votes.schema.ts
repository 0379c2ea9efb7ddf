import { newPublicId } from "@polls/db/tokens";
import { entry, ignored, type Reading, readBody } from "@polls/domain/input";
import { optionTypes } from "@polls/domain/option-types";
import { OTHER_MAX, type VoteInput, voteTypes } from "@polls/domain/vote-types";
import type { Cast } from "@polls/domain/votes";
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
  type: z.enum(namesOf("number", false)).describe("The class of the vote."),
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
  type: z.enum(namesOf("text", false)).describe("The class of the vote."),
  ...fields,
  vote: z.string().nullable().describe("The same as `vote_text`."),
  vote_text: z.string().nullable().describe("The text or date; null abstains."),
});

const ComparisonVoteResponse = named("ComparisonVote", "A comparison of two options.", {
  type: z.enum(namesOf("number", true)).describe("The class of the vote."),
  ...fields,
  loser_option_id: z.string().nullable().optional().describe("The option that lost."),
  vote: z.number().nullable().describe("1: `option_id` is the winner. Null: neither option is."),
  vote_text: z.null().describe("Votes of this class have no text."),
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

const votingCategory = {
  voting_category_id: z
    .int()
    .optional()
    .describe("One of `settings.voting_category_ids`. Required in polls with voting categories."),
};

const numberValue = z
  .number()
  .nullable()
  .describe(
    "The value, as defined by the class of votes, or the number of votes to buy. Null abstains.",
  );
const textValue = z
  .string()
  .max(10_000)
  .nullable()
  .describe(
    "The text, as defined by the type of the input, or a date `YYYY-MM-DD`. Null or an empty text abstains.",
  );
const otherText = z
  .string()
  .max(OTHER_MAX)
  .nullable()
  .optional()
  .describe(
    "Extension: another answer, for a `Votes::UpVote` on an option with `allow_other`. Else null.",
  );

/** The values that each class accepts, for the description of a value. */
const takenBy = (carries: "number" | "text"): string =>
  voteTypes.all
    .filter((type) => type.carries === carries)
    .map(({ name, takes }) => `\`${name}\`: ${takes.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")}`)
    .join("; ");

const NumberValue = named(
  "CastNumber",
  "The value of all classes of votes except `Votes::TextVote` and `Votes::DateVote`.",
  { vote: numberValue, vote_text: otherText, ...votingCategory },
);

const TextValue = named(
  "CastText",
  `A value that is a text. ${takenBy("text")}. By \`input_type\`: \`select\` and \`radio\` accept one of the \`allowed_values\`. \`multi_select\` and \`checkbox\` accept a JSON list of them as a string, such as \`["Soup"]\`. With \`allow_other\` one value may be another text. A \`checkbox\` without values accepts \`true\` or \`false\`. \`number\`, \`number_float\`, \`date\`, \`datetime\`, \`email\` and \`url\` accept a text of that format. \`location\` accepts latitude and longitude in degrees, such as \`52.52, 13.4\`. \`file\` accepts the \`id\` of a file option of the caller below the input.`,
  { vote_text: textValue, ...votingCategory },
);

/** The documented form of a cast. `readCastBody` reads it before the class of votes is known. */
export const CastVoteBody = named("CastVote", "A new vote.", {
  voter_id: entry().describe(
    "The `id` of the participant that votes. It must belong to the caller.",
  ),
  option_id: entry().describe("The `id` of the option. In comparisons: of the winner."),
  vote: z.union([NumberValue, TextValue]).describe("The value. `vote_type` defines its form."),
});

const BATCH_MAX = 500;

export const CastVotesBody = named("CastVotes", "New votes of one or more participants.", {
  votes: z
    .array(CastVoteBody)
    .min(1)
    .max(BATCH_MAX)
    .describe(
      `1 to ${BATCH_MAX} votes, which are cast in this order. Each has the form of a single vote.`,
    ),
});

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

const batchForm = z.strictObject({ votes: z.array(z.unknown()).min(1).max(BATCH_MAX) });

/** Reads the form of a batch. Each vote is read separately. */
export function readCastsBody(rawBody: unknown): Reading<readonly Reading<CastBody>[]> {
  const reading = readBody(batchForm, rawBody);
  return reading.ok ? { ok: true, value: reading.value.votes.map(readCastBody) } : reading;
}

const anyValue = { vote: z.unknown().optional(), vote_text: z.unknown().optional() };

const castForm = z.strictObject({
  voter_id: entry(),
  option_id: entry(),
  vote: z.strictObject({ ...anyValue, voting_category_id: z.unknown().optional() }),
});

export interface CastBody {
  readonly participantId: string;
  readonly optionId: string;
  readonly cast: Cast;
}

/** Reads the form of a cast. The value is read once the option is known. */
export function readCastBody(rawBody: unknown): Reading<CastBody> {
  const reading = readBody(castForm, rawBody);
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

/** Fields that responses have and clients cannot set. Changes ignore them. */
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
  "payment_url",
  "held",
  "voting_category_id",
  "skipped",
  "no_longer_offered",
  "option",
] as const;

const ChangedNumber = named("ChangeNumber", "A new value of a vote that is a number.", {
  vote: numberValue,
  vote_text: otherText,
  ...ignored(readOnlyVoteFields),
});

const ChangedText = named("ChangeText", "A new value of a vote that is a text.", {
  vote_text: textValue,
  vote: z.string().nullable().optional().describe("The text as in responses: no change."),
  ...ignored(readOnlyVoteFields),
});

/** The documented form of a change. `readChangeBody` reads it before the class of votes is known. */
export const ChangeVoteBody = named(
  "ChangeVote",
  "A change of a vote. The whole vote of a response may be sent, but only `vote` and `vote_text` are read: a vote stays on its option.",
  {
    vote: z
      .union([ChangedNumber, ChangedText])
      .describe("The new value, in the form of the old one."),
  },
);

const changeForm = z.strictObject({
  vote: z.strictObject({ ...anyValue, ...ignored(readOnlyVoteFields) }),
});

/** Reads the form of a change. The value is read once the option is known. */
export function readChangeBody(rawBody: unknown): Reading<VoteInput> {
  const reading = readBody(changeForm, rawBody);
  if (!reading.ok) return reading;
  const { vote, vote_text: voteText } = reading.value.vote;
  return { ok: true, value: { vote, voteText } };
}
