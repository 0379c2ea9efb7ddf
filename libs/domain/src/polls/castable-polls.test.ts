// Covers docs/reference/payments.md: amounts
// Covers docs/reference/polls.md: conflicting-settings

import fc from "fast-check";
import type { Option } from "../options/option";
import { readCreateOption } from "../options/read-create-option";
import { ordinaryOption as wholeOption } from "../options/testing/option";
import { pollTypes, voteTypesFor } from "../poll-types";
import type { FieldErrors } from "../refusals/refusal";
import { voteTypes } from "../vote-types";
import type { VoteInput } from "../vote-types/vote-type";
import { decideCast } from "../votes/decide-cast";
import { weightOf } from "../votes/tally-change";
import {
  now,
  optionFacts,
  ordinaryOption,
  ordinaryParticipant,
  ordinaryPoll,
  voter,
} from "../votes/testing/ordinary";
import { noVotes } from "../votes/vote";
import type { OptionFacts } from "../votes/voting-rules";
import { type InputType, inputTypes } from "./attributes";
import type { Poll } from "./poll";
import { readUpdatePoll } from "./read-update-poll";
import { pollSettingsOf } from "./settings";
import { unusedPoll } from "./testing/unused-poll";

/** Request bodies with the settings that decide on votes, for polls of every type. */
const configured = fc
  .constantFrom(...pollTypes.all)
  .chain((type) =>
    fc.record({
      type: fc.constant(type.name as string),
      vote_type: fc.constantFrom(undefined, ...voteTypesFor(type)),
      settings: fc.record(
        {
          vote_limit_per_option: fc.constantFrom(0, 1, 2, 5, 11),
          vote_limit_per_option_min: fc.constantFrom(-3, 0, 1, 3, 6, 11, 12),
          vote_limit_per_voter: fc.constantFrom(0, 1, 3, 10, 20),
          limit_per_option: fc.constantFrom(0, 1),
          limit_per_option_type: fc.constantFrom("no_limit", "limit_for_all", "limit_individual"),
          target: fc.constantFrom("best_option", "best_distribution", "lowest_resistance"),
          voting_fee: fc.constantFrom(0, 4, 10, 60),
          voting_fee_type: fc.constantFrom("voting_fee", "voting_sell_votes", "voting_donation"),
          vote_per_day: fc.boolean(),
          voting_categories: fc.constantFrom([], ["Taste", "Price"]),
          jury_mode: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
    }),
  )
  .map(({ type, vote_type, settings }) => ({
    type,
    body: { ...settings, ...(vote_type !== undefined && { vote_type }) },
  }));

/** The poll that a body creates, or the errors. */
function pollOf(type: string, body: object): Poll | FieldErrors {
  const poll = ordinaryPoll({ type });
  const read = readUpdatePoll({ poll: body }, poll, unusedPoll);
  if (!read.ok) return read.errors;
  const { settings, votingCategories = [] } = read.value;
  return { ...poll, settings: pollSettingsOf(type, settings.set), votingCategories };
}

/** A survey step and one option under it, as admins configure them. */
const configuredStep = fc.record({
  step: fc.record(
    {
      survey_step_type: fc.constantFrom("input", "vote", "matrix"),
      survey_step_vote_type: fc.constantFrom(
        ...voteTypes.all.filter(({ simple }) => simple).map(({ name }) => name),
      ),
      survey_step_vote_limit_per_option: fc.constantFrom(0, 1, 2, 5, 11),
      survey_step_vote_limit_per_option_min: fc.constantFrom(-3, 0, 1, 3, 6, 11, 12),
      survey_step_vote_limit_per_voter: fc.constantFrom(0, 1, 3, 10, 20),
      allowed_values: fc.constantFrom([], ["tea"], ["tea", "coffee"]),
    },
    { requiredKeys: ["survey_step_type"] },
  ),
  inputType: fc.constantFrom(...inputTypes),
  child: fc.record(
    {
      allowed_values: fc.constantFrom([], ["tea"], ["tea", "coffee"]),
      voter_limit: fc.constant(1),
    },
    { requiredKeys: [] },
  ),
});

/** The option that a body creates, or undefined if the body is refused. */
function optionOf(poll: Poll, body: object, parent: Option | undefined): Option | undefined {
  const parentDepth = parent === undefined ? 0 : 1;
  const read = readCreateOption(
    { option: { content: "a", ...body } },
    { poll, access: "admin", parent, parentDepth, uploads: 0, earlierOptions: new Map() },
  );
  if (!read.ok) return undefined;
  const { type, inputType, settings } = read.value;
  return wholeOption({ id: parent === undefined ? 20n : 100n, type, inputType, settings });
}

const answers: Readonly<Record<InputType, string>> = {
  text: "a",
  textarea: "a",
  email: "ada@example.org",
  url: "https://example.org",
  select: "tea",
  radio: "tea",
  multi_select: '["tea"]',
  checkbox: "true",
  number: "1",
  number_float: "1.5",
  date: "2030-01-31",
  datetime: "2030-01-31T12:00:00Z",
  file: "file-1",
  location: "52.52, 13.4",
};
const texts = ["", ...Object.values(answers)];

/**
 * Whether any value makes a counting vote. The voter is a participant on the jury; the option has
 * no votes yet.
 */
function someVoteCounts(poll: Poll, option: OptionFacts): boolean {
  const [category] = poll.votingCategories;
  const cast = (input: VoteInput): boolean => {
    const decision = decideCast({
      poll,
      actor: voter,
      access: "member",
      now,
      amounts: unusedPoll.amounts,
      offer: [100n, 9n],
      participant: ordinaryParticipant({ jury: true }),
      participantVotes: noVotes,
      option,
      cast: { publicId: "new", votingCategoryId: category?.id, ...input },
    });
    if (decision.kind === "to_pay") return true;
    return decision.kind === "cast" && weightOf(decision.vote).counts;
  };
  const numbers = Array.from({ length: 40 }, (_, n) => n - 8);
  return numbers.some((vote) => cast({ vote })) || texts.some((voteText) => cast({ voteText }));
}

const topLevelOption = (poll: Poll): OptionFacts =>
  optionFacts({
    option: ordinaryOption({ type: poll.settings.option_type, settings: { voter_limit: 1 } }),
  });

const isPoll = (read: Poll | FieldErrors): read is Poll => "settings" in read;

test("in every accepted poll, some participant can cast a vote that counts", () => {
  fc.assert(
    fc.property(configured, ({ type, body }) => {
      const poll = pollOf(type, body);
      if (!isPoll(poll) || pollTypes.get(type).hasSteps) return;
      expect(someVoteCounts(poll, topLevelOption(poll))).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test("in every accepted survey, some participant can cast a vote that counts", () => {
  const surveys = configured.filter(({ type }) => pollTypes.get(type).hasSteps);
  let tried = 0;
  fc.assert(
    fc.property(surveys, configuredStep, ({ type, body }, { step, inputType, child }) => {
      const poll = pollOf(type, body);
      if (!isPoll(poll)) return;
      const parent = optionOf(poll, { settings: step }, undefined);
      const isInput = step.survey_step_type === "input";
      const option =
        parent &&
        optionOf(poll, { ...(isInput && { input_type: inputType }), settings: child }, parent);
      if (option === undefined) return;
      tried += 1;
      const stands = optionFacts({ option, parent, votableOptions: 1, fileIds: ["file-1"] });
      expect(someVoteCounts(poll, stands)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
  expect(tried).toBeGreaterThan(30);
});

test("settings that allow no vote are refused for that reason only", () => {
  fc.assert(
    fc.property(configured, ({ type, body }) => {
      const errors = pollOf(type, body);
      if (isPoll(errors)) return;
      const sentences = Object.values(errors).flat();
      if (!sentences.every((sentence) => sentence.startsWith("allows no "))) return;
      const poll = ordinaryPoll({ type });
      const { voting_categories: _, ...settings } = body as Record<string, unknown>;
      const configuredPoll = { ...poll, settings: pollSettingsOf(type, settings) };
      if (pollTypes.get(type).hasSteps) return;
      expect(someVoteCounts(configuredPoll, topLevelOption(configuredPoll))).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});
