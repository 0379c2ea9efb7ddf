// Covers docs/reference/polls.md: fixed-settings

import { optionFromRow, pollFromRow, voteFromRow } from "@polls/db/rows";
import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { type Vote, votingRules } from "@polls/domain/votes";
import {
  buildOption,
  buildParticipant,
  type PollFacts,
  sampleCases,
  tallyDrift,
} from "@polls/testing";
import fc from "fast-check";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";

const RUNS = Number(process.env.SETTINGS_RUNS ?? 2);
const NOW = new Date("2030-06-01T12:00:00Z");

const gateway = shareGateway({ clock: () => NOW });
const owner = shareAccount(gateway);

const voteType = (name: string) => ({ vote_type: `Votes::${name}Vote` });
const categories = [
  { id: 1, title: "Taste" },
  { id: 2, title: "Price" },
];
const inCategories: PollFacts = { votingCategories: categories };

/** Polls that differ in the meaning of a vote. */
const variants: Readonly<Record<string, PollFacts>> = {
  "yes and no": {},
  "stars in categories": {
    ...inCategories,
    settings: { ...voteType("Rating"), last_voting_category_id: 2 },
  },
  "numbers of a range": {
    settings: { ...voteType("Range"), vote_limit_per_option_min: -3, vote_limit_per_option: 6 },
  },
  dots: { settings: { ...voteType("Dot"), vote_limit_per_voter: 8 } },
  "dots a day": { settings: { ...voteType("Dot"), vote_per_day: true } },
  ranks: { settings: voteType("Ranked") },
  "sold votes": { settings: { voting_fee: 60, voting_fee_type: "voting_sell_votes" } },
  comparisons: { type: "Polls::PairwiseComparison" },
  "a table": { type: "Polls::Table" },
  "a survey": { type: "Polls::Survey" },
};

interface Scene {
  readonly poll: Poll;
  readonly parents: readonly Option[];
  readonly options: readonly Option[];
  /** The last participant has not confirmed the address. */
  readonly voters: readonly Participant[];
}

const inputs = [
  { inputType: "select", settings: { allowed_values: ["a", "b", "c"] } },
  { inputType: "multi_select", settings: { allowed_values: ["a", "b", "c"] } },
  { inputType: "checkbox" },
  { inputType: "text", settings: { multiline: true } },
  { inputType: "number" },
];

async function buildScene(facts: PollFacts): Promise<Scene> {
  const { db } = gateway;
  const poll = await owner.buildPoll(facts);
  const parents: Option[] = [];
  const options: Option[] = [];
  const add = async (difference: Parameters<typeof buildOption>[2]) => {
    options.push(await buildOption(db, poll, difference));
  };
  if (poll.type === "Polls::Survey") {
    const steps = [
      {
        survey_step_type: "vote",
        survey_step_vote_type: "Votes::RangeVote",
        survey_step_vote_limit_per_option: 6,
        survey_step_vote_limit_per_option_min: -1,
      },
      { survey_step_type: "vote", survey_step_vote_type: "Votes::DotVote" },
      { survey_step_type: "matrix", allowed_values: ["a", "b", "c"] },
      { survey_step_type: "input" },
    ];
    for (const settings of steps) parents.push(await buildOption(db, poll, { settings }));
    const [range, dots, matrix, questions] = parents as [Option, Option, Option, Option];
    for (const parent of [range, dots, dots, matrix]) {
      await add({ type: "Options::TextOption", parent });
    }
    for (const input of inputs) {
      await add({ type: "Options::InputOption", parent: questions, ...input });
    }
  } else if (poll.type === "Polls::Table") {
    for (const input of inputs) await add(input);
  } else for (let n = 0; n < 4; n++) await add({});
  const voters: Participant[] = [];
  for (let n = 0; n < 3; n++) {
    const pending = n === 2 && { confirmedAt: null };
    voters.push(await buildParticipant(db, poll, { ownerKey: `user:${owner.id}`, ...pending }));
  }
  return { poll, parents, options, voters };
}

const allowed = fc.constantFrom(
  null,
  ["a", "b", "c"],
  ["a", "b"],
  ["b", "a", "c"],
  ["a", "d", "c"],
  ["d"],
);
const number = fc.constantFrom(null, -3, 0, 1, 2, 4, 7, 12);
const text = fc.constantFrom<string[]>(
  "a",
  "b",
  '["a"]',
  '["b","c"]',
  "true",
  "3",
  "two\nlines",
  "",
);
const value = fc.oneof(fc.integer({ min: -3, max: 9 }), fc.constant(null));

/**
 * Changes of every setting that determines the meaning of stored votes, and of some other settings.
 */
const pollSettings = fc.oneof(
  ...["Boolean", "Rating", "Range", "Dot", "Ranked", "Number"].map((name) =>
    fc.constant(voteType(name)),
  ),
  fc.boolean().map((vote_per_day) => ({ vote_per_day })),
  fc.constantFrom("UTC", "Pacific/Auckland").map((timezone) => ({ timezone })),
  fc
    .constantFrom(
      [],
      ["Taste"],
      ["Price", "Taste"],
      ["Flavor", "Price"],
      ["Taste", "Price", "Look"],
      ["Look"],
    )
    .map((voting_categories) => ({ voting_categories })),
  number.map((vote_limit_per_option) => ({ vote_limit_per_option })),
  number.map((vote_limit_per_option_min) => ({ vote_limit_per_option_min })),
  number.map((vote_limit_per_voter) => ({ vote_limit_per_voter })),
  number.map((limit_per_option) => ({ limit_per_option })),
  fc.constantFrom(null, 60).map((voting_fee) => ({ voting_fee })),
  fc
    .constantFrom(null, "voting_fee", "voting_sell_votes", "voting_donation")
    .map((voting_fee_type) => ({ voting_fee_type })),
  fc
    .constantFrom("Options::DateOption", "Options::TextOption")
    .map((option_type) => ({ option_type })),
  fc
    .constantFrom("best_option", "lowest_resistance", "best_distribution")
    .map((target) => ({ target })),
  fc.constantFrom("average_by_all", "average_by_voted").map((rating_method) => ({ rating_method })),
);

const optionSettings = fc.oneof(
  fc.constantFrom("text", "number", "select", "file").map((input_type) => ({ input_type })),
  allowed.map((allowed_values) => ({ allowed_values })),
  fc.boolean().map((multiline) => ({ settings: { multiline } })),
  fc
    .constantFrom("info", "input", "vote", "matrix", "drawing")
    .map((survey_step_type) => ({ settings: { survey_step_type } })),
  fc
    .constantFrom(null, "Votes::RangeVote", "Votes::DotVote", "Votes::BooleanVote")
    .map((survey_step_vote_type) => ({ settings: { survey_step_vote_type } })),
  number.map((most) => ({ settings: { survey_step_vote_limit_per_option: most } })),
  number.map((least) => ({ settings: { survey_step_vote_limit_per_option_min: least } })),
  number.map((limit) => ({ settings: { survey_step_vote_limit_per_voter: limit } })),
);

const command = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("cast" as const),
      voter: fc.nat(2),
      option: fc.nat(8),
      value,
      text,
      category: fc.constantFrom(1, 2, 3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("setPoll" as const), body: pollSettings }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("setOption" as const),
      option: fc.nat(12),
      body: optionSettings,
    }),
  },
);
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * The usual start of a sequence: one participant votes on every option with the highest allowed
 * value.
 */
const opening: readonly Command[] = Array.from({ length: 9 }, (_, option) =>
  [
    { value: 6, text: "two\nlines" },
    { value: 3, text: '["b","c"]' },
    { value: 1, text: "b" },
    { value: -1, text: "true" },
    { value: option + 1, text: "3" },
  ].map((what) => ({ do: "cast", voter: 0, option, category: 1, ...what }) as const),
).flat();

const request = (line: string, body?: object) => gateway.as(owner, line, body);

const pick = <Item>(items: readonly Item[], index: number): Item =>
  items[index % items.length] as Item;

async function run({ poll, parents, options, voters }: Scene, one: Command): Promise<number> {
  const path = `/api/v1/polls/${poll.memberHash}`;
  if (one.do === "setPoll") return (await request(`PATCH ${path}`, { poll: one.body })).status;
  if (one.do === "setOption") {
    const { publicId } = pick([...parents, ...options], one.option);
    return (await request(`PATCH ${path}/options/${publicId}`, { option: one.body })).status;
  }
  const voter = pick(voters, one.voter);
  // In a comparison the pair on offer must be requested first.
  const compares = poll.type === "Polls::PairwiseComparison";
  const pair = compares
    ? await request(`GET ${path}/options?voter_id=${voter.publicId}`)
    : undefined;
  const compared = options.find(({ publicId }) => publicId === pair?.body[0]?.id);
  const option = compared ?? pick(options, one.option);
  const { settings, votingCategories } = await current(poll);
  const isText =
    poll.type === "Polls::Table" || (poll.type === "Polls::Survey" && isQuestion(option));
  const isPair = settings.vote_type === "Votes::PairwiseVote";
  const what = isText ? { vote_text: one.text } : { vote: isPair ? 1 : one.value };
  const category = votingCategories.length > 0 && { voting_category_id: one.category };
  const { status } = await request(`POST ${path}/votes`, {
    voter_id: voter.publicId,
    option_id: option.publicId,
    vote: { ...what, ...category },
  });
  return status;
}

const isQuestion = ({ type }: Option) => type === "Options::InputOption";

const current = async ({ id }: Poll): Promise<Poll> =>
  pollFromRow(await gateway.db.prisma.poll.findUniqueOrThrow({ where: { id } }));

/** Checks that every stored vote, including held ones, is valid under the current settings. */
async function expectVotesFit({ poll: { id } }: Scene): Promise<void> {
  const { prisma } = gateway.db;
  const poll = pollFromRow(await prisma.poll.findUniqueOrThrow({ where: { id } }));
  const rows = (await prisma.option.findMany({ where: { pollId: id } })).map(optionFromRow);
  const where = { where: { pollId: id } };
  const unpaid = { paidVotes: null, placeUntil: null, counts: true };
  const held = (await prisma.heldVote.findMany(where)).map((row) => ({ ...row, ...unpaid }));
  const votes = [...(await prisma.vote.findMany(where)), ...held].map(voteFromRow);
  const wrong = votes.flatMap((vote) => problemsOf(poll, rows, vote));
  expect(wrong).toEqual([]);
  for (const vote of votes) {
    const rules = rulesFor(poll, rows, vote);
    if (rules?.type.defaultLimitPerVoter === undefined) continue;
    const spent = votes
      .filter((other) => scopeOf(rows, other) === scopeOf(rows, vote))
      .reduce((sum, other) => sum + rules.type.limitUse(other), 0);
    expect(spent).toBeLessThanOrEqual(rules.limitPerVoter ?? 0);
  }
}

const scopeOf = (options: readonly Option[], { participantId, optionId, voteDate }: Vote) =>
  [participantId, options.find(({ id }) => id === optionId)?.parentId, voteDate].join(" ");

function rulesFor(poll: Poll, options: readonly Option[], { optionId }: Vote) {
  const option = options.find(({ id }) => id === optionId);
  if (option === undefined) return undefined;
  const parent = options.find(({ id }) => id === option.parentId);
  const facts = {
    visible: true,
    offered: true,
    placesTaken: 0,
    votableOptions: undefined,
    fileIds: [],
  };
  return votingRules(poll, { option, parent, ...facts });
}

function problemsOf(poll: Poll, options: readonly Option[], vote: Vote): string[] {
  const rules = rulesFor(poll, options, vote);
  if (rules === undefined) return [`${vote.type} takes no votes any more`];
  const { value, text } = vote;
  const reading = rules.type.read(
    text === undefined ? { vote: value ?? null } : { voteText: text },
    rules.bounds,
  );
  const isKnown = poll.votingCategories.some(({ id }) => id === vote.votingCategoryId);
  const textual = rules.type.carries === "text" && text === undefined && value === undefined;
  return [
    ...(vote.type === rules.type.name ? [] : [`${vote.type} is ${rules.type.name}`]),
    ...(reading.ok || textual
      ? []
      : [`${vote.type} of ${value ?? text} ${JSON.stringify(reading.errors)}`]),
    ...(isKnown === poll.votingCategories.length > 0 ? [] : ["another category"]),
    ...((vote.voteDate !== undefined) === poll.settings.vote_per_day ? [] : ["another day"]),
  ];
}

/** Checks that the author of each vote can read it, and can send the same value again. */
async function expectReadableAndChangeable({ poll }: Scene): Promise<void> {
  const rows = await gateway.db.prisma.vote.findMany({ where: { pollId: poll.id } });
  for (const { publicId } of rows) {
    const path = `/api/v1/polls/${poll.memberHash}/votes/${publicId}`;
    const read = await request(`GET ${path}`);
    expect(read.status).toBe(200);
    const { vote, vote_text } = read.body;
    const same = typeof vote === "string" ? { vote_text } : { vote };
    expect((await request(`PATCH ${path}`, { vote: same })).status).toBe(200);
  }
}

// A sequence has some hundred requests.
jest.setTimeout(420_000);

describe("stored votes keep their meaning after any accepted change of settings", () => {
  test.each(sampleCases(Object.entries(variants), 2, 0))("%s", async (_name, facts) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: 12, maxLength: 24 }),
        fc.boolean(),
        async (commands, atOnce) => {
          const scene = await buildScene(facts);
          for (const one of atOnce ? [] : opening) await run(scene, one);
          if (atOnce) {
            const statuses = await Promise.all(commands.map((one) => run(scene, one)));
            expect(statuses.filter((status) => status >= 500)).toEqual([]);
            await expectVotesFit(scene);
          } else {
            for (const one of commands) {
              expect(await run(scene, one)).toBeLessThan(500);
              if (one.do !== "cast") await expectVotesFit(scene);
            }
          }
          expect(await tallyDrift(gateway.db, scene.poll.id)).toBe(0);
          await expectReadableAndChangeable(scene);
          expect(await tallyDrift(gateway.db, scene.poll.id)).toBe(0);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
