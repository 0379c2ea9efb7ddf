import { newPublicId } from "@polls/db/tokens";
import { entry, ignored, type Reading, readBody } from "@polls/domain/input";
import { OTHER_MAX, type VoteInput, voteTypes } from "@polls/domain/vote-types";
import type { Cast } from "@polls/domain/votes";
import { z } from "zod";
import { field, named } from "../../http/replies/schema-parts";

const votingCategory = {
  voting_category_id: z
    .int()
    .nullish()
    .describe("One of `settings.voting_category_ids`. Required in polls with voting categories."),
};

const numberValue = field
  .number("The value, as defined by the vote type, or the number of votes to buy. Null abstains.")
  .nullable();
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
  "The value of all vote types except `Votes::TextVote` and `Votes::DateVote`.",
  { vote: numberValue, vote_text: otherText, ...votingCategory },
);

const TextValue = named(
  "CastText",
  `A value that is a text. ${takenBy("text")}. By \`input_type\`: \`select\` and \`radio\` accept one of the \`allowed_values\`. \`multi_select\` and \`checkbox\` accept a JSON list of them as a string, such as \`["Soup"]\`. With \`allow_other\` one value may be another text. A \`checkbox\` without values accepts \`true\` or \`false\`. \`number\`, \`number_float\`, \`date\`, \`datetime\`, \`email\` and \`url\` accept a text of that format. \`location\` accepts latitude and longitude in degrees, such as \`52.52, 13.4\`. \`file\` accepts the \`id\` of a file option of the caller below the input.`,
  { vote_text: textValue, ...votingCategory },
);

/** The documented form of a cast. `readCastBody` reads it before the vote type is known. */
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

const batchForm = z.strictObject({ votes: z.array(z.unknown()).min(1).max(BATCH_MAX) });

/** Reads the form of a batch. Each vote is read separately. */
export function readCastsBody(sent: unknown): Reading<readonly Reading<CastBody>[]> {
  const reading = readBody(batchForm, sent);
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
export function readCastBody(sent: unknown): Reading<CastBody> {
  const reading = readBody(castForm, sent);
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
  vote: field.text("The text as in responses: no change.").nullable().optional(),
  ...ignored(readOnlyVoteFields),
});

/** The documented form of a change. `readChangeBody` reads it before the vote type is known. */
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
export function readChangeBody(sent: unknown): Reading<VoteInput> {
  const reading = readBody(changeForm, sent);
  if (!reading.ok) return reading;
  const { vote, vote_text: voteText } = reading.value.vote;
  return { ok: true, value: { vote, voteText } };
}
