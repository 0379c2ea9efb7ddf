import { newPublicId } from "@polls/db";
import { entry, ignored, type Reading, readBody } from "@polls/domain/input";
import { type VoteInput, voteTypes } from "@polls/domain/vote-types";
import type { Cast } from "@polls/domain/votes";
import { z } from "zod";
import { errorBodies } from "../../http/replies/error-bodies";

const fields = {
  id: z.string().describe("Public id of the vote."),
  created_at: z.iso.datetime().nullable().describe("When the vote was cast."),
  updated_at: z.iso.datetime().nullable().describe("When its value changed last."),
  option_id: z.string().nullable().describe("The option; in comparisons the winner."),
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
    .describe("Admins only, where votes cost something: `false` while something is unpaid."),
  paid_votes: z
    .int()
    .optional()
    .describe("Extension, admins and owner only: how many of the bought votes are paid."),
  voting_category_id: z
    .int()
    .nullable()
    .optional()
    .describe("The voting category; only in polls that have some."),
};

type Names = [string, ...string[]];
const namesOf = (carries: "number" | "text", compares: boolean): Names =>
  voteTypes.all
    .filter((type) => type.carries === carries && type.compares === compares)
    .map(({ name }) => name) as readonly string[] as Names;

const NumberVoteResponse = z
  .strictObject({
    type: z.enum(namesOf("number", false)).describe("The class of the vote."),
    ...fields,
    vote: z
      .number()
      .nullable()
      .describe("The value, or the number of bought votes; null abstains."),
    vote_text: z.null().describe("Votes of these classes have no text."),
  })
  .meta({ id: "NumberVote", description: "A vote whose value is a number." });

const TextVoteResponse = z
  .strictObject({
    type: z.enum(namesOf("text", false)).describe("The class of the vote."),
    ...fields,
    vote: z.string().nullable().describe("The same as `vote_text`."),
    vote_text: z.string().nullable().describe("The text or date; null abstains."),
  })
  .meta({ id: "TextVote", description: "A vote whose value is a text or a date." });

const ComparisonVoteResponse = z
  .strictObject({
    type: z.enum(namesOf("number", true)).describe("The class of the vote."),
    ...fields,
    loser_option_id: z.string().nullable().optional().describe("The option that lost."),
    vote: z.number().nullable().describe("1 for the winner; null judges the pair without one."),
    vote_text: z.null().describe("Votes of this class have no text."),
  })
  .meta({ id: "ComparisonVote", description: "A judgment of two options." });

/** A vote on the wire (docs/reference/votes.md#fields). */
export const VoteResponse = z
  .discriminatedUnion("type", [NumberVoteResponse, TextVoteResponse, ComparisonVoteResponse])
  .meta({ id: "Vote", description: "A vote; `type` says what its value is." });

export type VoteWire = z.input<typeof VoteResponse>;

/** The answer in place of a vote when votes are bought (docs/reference/payments.md#payment-response). */
export const VotePaymentResponse = z
  .strictObject({
    message: z.string().describe("A sentence for people."),
    url: z.url().describe("The page to pay, valid until the purchase is paid or replaced."),
  })
  .meta({
    id: "VotePayment",
    description: "The answer where votes are bought: the vote counts once it is paid.",
  });

const votingCategory = {
  voting_category_id: z
    .int()
    .optional()
    .describe("One of `settings.voting_category_ids`; required in polls that have some."),
};

const numberValue = z
  .number()
  .nullable()
  .describe(
    "The value, as the class of votes takes it, or the number of votes to buy; null abstains.",
  );
const textValue = z
  .string()
  .max(10_000)
  .nullable()
  .describe(
    "The text, as its input takes it, or a date `YYYY-MM-DD`; null or an empty one abstains.",
  );
const unusedText = z.null().optional().describe("Votes of these classes have no text.");

/** What each class takes, for the description of a value. */
const takenBy = (carries: "number" | "text"): string =>
  voteTypes.all
    .filter((type) => type.carries === carries)
    .map(({ name, takes }) => `\`${name}\`: ${takes.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")}`)
    .join("; ");

const NumberValue = z.strictObject({ vote: numberValue, ...votingCategory }).meta({
  id: "CastNumber",
  description: "The value of all classes of votes but `Votes::TextVote` and `Votes::DateVote`.",
});

const TextValue = z.strictObject({ vote_text: textValue, ...votingCategory }).meta({
  id: "CastText",
  description: `A value that is a text. ${takenBy("text")}. By \`input_type\`: \`select\` and \`radio\` take one of the \`allowed_values\`; \`multi_select\` and \`checkbox\` a JSON list of them as a text, such as \`["Soup"]\`; a \`checkbox\` without values \`true\` or \`false\`; \`number\`, \`number_float\`, \`date\`, \`datetime\`, \`email\` and \`url\` a text of that form; \`file\` the \`id\` of an own file option under the input.`,
});

/** What a cast looks like to clients; `readCastBody` reads it before the class of votes is known. */
export const CastVoteBody = z
  .strictObject({
    voter_id: entry().describe("The `id` of the participant who votes; it belongs to the caller."),
    option_id: entry().describe("The `id` of the option; in comparisons of the winner."),
    vote: z.union([NumberValue, TextValue]).describe("The value; `vote_type` says which form."),
  })
  .meta({ id: "CastVote", description: "A new vote." });

/** The most votes of one request. */
const BATCH_MAX = 500;

export const CastVotesBody = z
  .strictObject({
    votes: z
      .array(CastVoteBody)
      .min(1)
      .max(BATCH_MAX)
      .describe(`The votes in their order, 1 to ${BATCH_MAX}, each as it is cast alone.`),
  })
  .meta({ id: "CastVotes", description: "New votes of one participant, or of several." });

const outcomeOf = <const Status extends number>(status: Status, body: z.ZodType) =>
  z.strictObject({
    status: z.literal(status).describe("The status that the vote alone would get."),
    body: body.describe("The body that the vote alone would get."),
  });

/** What became of each vote of a batch (docs/reference/votes.md#batches). */
export const CastVotesResponse = z
  .strictObject({
    outcomes: z
      .array(
        z
          .union([
            outcomeOf(200, VotePaymentResponse),
            outcomeOf(201, VoteResponse),
            z.strictObject({
              status: z.literal(403).describe("The participant belongs to another user."),
              body: z.null().describe("None, as for the vote alone."),
            }),
            outcomeOf(404, errorBodies[404]),
            outcomeOf(422, errorBodies[422]),
          ])
          .meta({ id: "CastOutcome", description: "What became of one vote of a batch." }),
      )
      .describe("One for each vote, in the order of the body."),
  })
  .meta({ id: "CastOutcomes", description: "What became of the votes of a batch." });

const batchForm = z.strictObject({ votes: z.array(z.unknown()).min(1).max(BATCH_MAX) });

/** Reads the form of a batch; each vote has a reading of its own. */
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

/** Reads the form of a cast. Its value is read once the option is known. */
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

const ChangedNumber = z
  .strictObject({ vote: numberValue, vote_text: unusedText, ...ignored(readOnlyVoteFields) })
  .meta({ id: "ChangeNumber", description: "A new value of a vote that is a number." });

const ChangedText = z
  .strictObject({
    vote_text: textValue,
    vote: z.string().nullable().optional().describe("The text as it is shown: no change."),
    ...ignored(readOnlyVoteFields),
  })
  .meta({ id: "ChangeText", description: "A new value of a vote that is a text." });

/** What a change looks like to clients; `readChangeBody` reads it before the class of votes is known. */
export const ChangeVoteBody = z
  .strictObject({
    vote: z.union([ChangedNumber, ChangedText]).describe("The new value, in the form of the old."),
  })
  .meta({ id: "ChangeVote", description: "A change of a vote. A vote may be sent back whole." });

const changeForm = z.strictObject({
  vote: z.strictObject({ ...anyValue, ...ignored(readOnlyVoteFields) }),
});

/** Reads the form of a change. Its value is read once the option is known. */
export function readChangeBody(rawBody: unknown): Reading<VoteInput> {
  const reading = readBody(changeForm, rawBody);
  if (!reading.ok) return reading;
  const { vote, vote_text: voteText } = reading.value.vote;
  return { ok: true, value: { vote, voteText } };
}
