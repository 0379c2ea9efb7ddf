// Covers docs/reference/requests.md: sending-back-what-is-shown

import { type Option, updateOptionBody } from "@polls/domain/options";
import { updateParticipantBody } from "@polls/domain/participants";
import { pollTypes } from "@polls/domain/poll-types";
import { type Poll, settingsSchema, updatePollBody } from "@polls/domain/polls";
import { buildAttachment, buildOption, buildParticipant } from "@polls/testing";
import fc from "fast-check";
import type { z } from "zod";
import type { NewAccount } from "../src/features/accounts/create-account";
import { OptionResponse } from "../src/features/options/options.schema";
import { ParticipantResponse } from "../src/features/participants/participants.schema";
import { PollResponse } from "../src/features/polls/polls.schema";
import { ChangeVoteBody } from "../src/features/votes/vote-bodies.schema";
import { VoteResponse } from "../src/features/votes/votes.schema";
import { shareAccount, shareGateway } from "./share-gateway";

const RUNS = Number(process.env.ROUND_TRIPS ?? 12);
const NOW = new Date("2030-06-01T12:00:00.000Z");

const gateway = shareGateway({ clock: () => NOW });
const owner = shareAccount(gateway);
const author = shareAccount(gateway);

const attributes = {
  "1": { title: "Size", type: "number", required: false, allowed_values: [] },
  "2": { title: "Color", type: "select", required: false, allowed_values: ["red", "blue"] },
  "3": { title: "Street", type: "text", required: true, allowed_values: [] },
  "4": { title: "Old", type: "text", required: false, allowed_values: [], removed: true },
};

/**
 * Answers to attributes. Some are no longer valid: an attribute was changed, removed or made
 * mandatory since.
 */
const answers = fc.constantFrom<Record<string, string>[]>(
  {},
  { "1": "3", "3": "Main Street" },
  { "1": "three", "2": "green" },
  { "3": "Main Street", "4": "kept" },
);

const moments = fc.constantFrom(
  undefined,
  ...["2020-01-31T00:00:00.000Z", "2030-05-01T10:00:00.000Z", "2040-01-31T23:59:59.999Z"],
);

/** Settings that may be stored, also by an older release with fewer checks. */
const stored = fc.record(
  {
    limit_per_option: fc.nat(3),
    limit_per_option_type: fc.constantFrom("no_limit", "limit_for_all"),
    vote_limit_per_option: fc.nat(9),
    vote_limit_per_option_min: fc.integer({ min: -2, max: 12 }),
    vote_limit_per_voter: fc.nat(12),
    submission_fee: fc.nat(90),
    submission_fee_type: fc.constantFrom("submission_fee", "submission_donation"),
    options_per_page: fc.integer({ min: 1, max: 100 }),
    deadline_voting: moments,
    start_date_voting: moments,
    deadline_submission: moments,
    timezone: fc.constantFrom("UTC", "Europe/Berlin"),
    publisher_email: fc.constantFrom("ann@example.org", "Ann at the club"),
    terms: fc.constant("Be kind"),
    allowed_hosts: fc.constantFrom([], ["example.org"]),
    default_states: fc.constantFrom([], ["planned", "done"]),
    thank_you_page_data: fc.constant({ b: 1, a: { z: [1, 2], y: null } }),
    additional_attributes: fc.constant(attributes),
    additional_option_attributes: fc.constant(attributes),
    vote_per_day: fc.boolean(),
    hide_results: fc.boolean(),
    anonymize_voter_names: fc.boolean(),
    require_voter_name: fc.boolean(),
    require_approval: fc.boolean(),
    require_description: fc.boolean(),
    allow_description: fc.boolean(),
    terms_for_voters: fc.boolean(),
    hidden_image_name: fc.boolean(),
    randomize_options: fc.boolean(),
    effect: fc.constantFrom("snow", "fireflies"),
    theme: fc.constantFrom("teal", "rose"),
    title_font: fc.constantFrom("serif", "system"),
    state_labels: fc.constantFrom({}, { planned: "On the list" }),
    target: fc.constantFrom("best_option", "lowest_resistance"),
    custom_hash: fc.constant(true),
  },
  { requiredKeys: [] },
);

const poll = fc.record({
  type: fc.constantFrom(...pollTypes.names),
  settings: stored,
  title: fc.constantFrom("Lunch", " Spaces "),
  status: fc.constantFrom("active" as const, "closed" as const),
  votingCategories: fc.constantFrom(
    [],
    [
      { id: 2, title: "Taste" },
      { id: 1, title: "Price" },
    ],
  ),
});
type GeneratedPoll = typeof poll extends fc.Arbitrary<infer Value> ? Value : never;

const request = (line: string, account: NewAccount, body?: object) =>
  gateway.request(line, { token: account.privateToken, body });

/** The stored row, without columns that every update changes. */
async function rowOf(table: "polls" | "options" | "participants" | "votes", id: bigint) {
  const { rows } = await gateway.db.pool.query(`SELECT * FROM ${table} WHERE id = $1`, [
    String(id),
  ]);
  const { updated_at: _, version: __, ...row } = rows[0];
  return row;
}

/** Sends back a response whole and unchanged. This must succeed and change nothing. */
async function expectRoundTrip(
  [table, id]: readonly [Parameters<typeof rowOf>[0], bigint],
  [path, envelope]: readonly [string, string],
  account: NewAccount,
): Promise<void> {
  const before = await rowOf(table, id);
  const shown = await request(`GET ${path}`, account);
  expect(shown.status).toBe(200);
  const { status, body } = await request(`PATCH ${path}`, account, { [envelope]: shown.body });
  expect([status, body.errors, shown.body]).toEqual([200, undefined, shown.body]);
  expect(await rowOf(table, id)).toEqual(before);
  const again = await request(`GET ${path}`, account);
  const { updated_at: _, ...rest } = shown.body;
  expect(again.body).toMatchObject(rest);
}

const pathOf = ({ memberHash }: Poll) => `/api/v1/polls/${memberHash}`;

const build = ({ settings, ...facts }: GeneratedPoll) => owner.buildPoll({ ...facts, settings });

test("the response of every poll can be sent back", async () => {
  await fc.assert(
    fc.asyncProperty(poll, async (facts) => {
      const built = await build(facts);
      await buildOption(gateway.db, built);
      await expectRoundTrip(["polls", built.id], [pathOf(built), "poll"], owner);
      await expectRoundTrip(
        ["polls", built.id],
        [`/api/v1/polls/${built.adminHash}`, "poll"],
        author,
      );
    }),
    { numRuns: RUNS },
  );
});

const optionFacts = fc.record({
  description: fc.constantFrom(undefined, "Long"),
  authorName: fc.constantFrom(undefined, "Ann"),
  infoLink: fc.constantFrom(undefined, "https://example.org/a"),
  state: fc.constantFrom(undefined, "planned"),
  approvalState: fc.constantFrom("approved" as const, "unreviewed" as const),
  archived: fc.boolean(),
  picked: fc.boolean(),
  startDate: fc.constantFrom(undefined, NOW, new Date("2050-01-01T00:00:00Z")),
  additionalAttributes: answers,
  isVoted: fc.boolean(),
  isLast: fc.boolean(),
});

const details: Readonly<Record<string, Parameters<typeof buildOption>[2]>> = {
  "Options::InputOption": { inputType: "select", settings: { mandatory: true } },
  "Options::LocationOption": { locationType: "point", data: { coordinates: [[13.4, 52.5]] } },
  "Options::VideoOption": {},
  "Options::SurveyStep": {
    settings: { survey_step_type: "matrix", survey_step_vote_limit_per_voter: 0 },
  },
  "Options::PhotoOption": { rotation: 90 },
  "Options::DrawingOption": { drawingType: "sign" },
};

test("the response of every option can be sent back, by admins and by its author", async () => {
  await fc.assert(
    fc.asyncProperty(poll, optionFacts, async (facts, { isVoted, isLast, ...option }) => {
      const { db } = gateway;
      const built = await build({ ...facts, status: "active" });
      const { option_type: type } = built.settings;
      const one = await buildOption(db, built, {
        ...option,
        ...details[type],
        ownerKey: `user:${author.id}`,
      } as Parameters<typeof buildOption>[2]);
      if (isLast) await buildOption(db, built);
      if (/Photo|Image/.test(type)) await buildAttachment(db, one, { processed: true } as never);
      if (isVoted && type === "Options::TextOption") await storeVote(built, one);
      const path = `${pathOf(built)}/options/${one.publicId}`;
      await expectRoundTrip(["options", one.id], [path, "option"], owner);
      const mine = await request(`PATCH ${path}`, author, { option: {} });
      // The author may not change the option any more, or the update made it wait for approval.
      if (mine.status !== 200) return;
      await expectRoundTrip(["options", one.id], [path, "option"], author);
    }),
    { numRuns: RUNS * 2 },
  );
});

async function storeVote(built: Poll, option: Option) {
  const voter = await buildParticipant(gateway.db, built, { ownerKey: `user:${author.id}` });
  return gateway.db.prisma.vote.create({
    data: {
      publicId: `vote of ${voter.publicId}`,
      pollId: built.id,
      participantId: voter.id,
      optionId: option.id,
      type: built.settings.vote_type ?? "",
      value: 1,
      counts: true,
    },
  });
}

const voterFacts = fc.record({
  userName: fc.constantFrom(undefined, "Ann"),
  complete: fc.boolean(),
  fraudulent: fc.boolean(),
  jury: fc.boolean(),
  termsAccepted: fc.constantFrom(undefined, true, false),
  optinEmail: fc.constantFrom(undefined, "ann@example.org"),
  additionalAttributes: answers,
});

test("the response of every participant can be sent back, by its owner and by admins", async () => {
  await fc.assert(
    fc.asyncProperty(poll, voterFacts, async (facts, voter) => {
      const { deadline_voting: _, ...settings } = facts.settings;
      const built = await build({ ...facts, settings, status: "active" });
      const one = await buildParticipant(gateway.db, built, {
        ...voter,
        ownerKey: `user:${author.id}`,
      } as Parameters<typeof buildParticipant>[2]);
      const path = `${pathOf(built)}/voters/${one.publicId}`;
      await expectRoundTrip(["participants", one.id], [path, "voter"], author);
      await expectRoundTrip(["participants", one.id], [path, "voter"], owner);
    }),
    { numRuns: RUNS },
  );
});

const ballots: Readonly<Record<string, { type?: string; settings?: object; vote: object }>> = {
  "yes and no": { vote: { vote: -1 } },
  "an abstention": { vote: { vote: null } },
  stars: { settings: { vote_type: "Votes::RatingVote" }, vote: { vote: 4 } },
  decimals: { settings: { vote_type: "Votes::NumberVote" }, vote: { vote: 0.25 } },
  "a date": { settings: { vote_type: "Votes::DateVote" }, vote: { vote_text: "2030-01-31" } },
  "a vote of a poll with vote_per_day": { settings: { vote_per_day: true }, vote: { vote: 1 } },
  "a rank": { settings: { vote_type: "Votes::RankedVote" }, vote: { vote: 2 } },
  "a cell": { type: "Polls::Table", vote: { vote_text: "Ann" } },
  "an empty cell": { type: "Polls::Table", vote: { vote_text: "" } },
};

test.each(Object.entries(ballots))(
  "the response of a vote can be sent back, by its owner and by admins: %s",
  async (_case, { type = "Polls::Voting", settings = {}, vote }) => {
    const { db } = gateway;
    const built = await owner.buildPoll({ type, settings: { ...settings } });
    const [one, other] = [await buildOption(db, built), await buildOption(db, built)];
    const voter = await buildParticipant(db, built, { ownerKey: `user:${author.id}` });
    const { body } = await request(`POST ${pathOf(built)}/votes`, author, {
      voter_id: voter.publicId,
      option_id: one.publicId,
      vote,
    });
    // A rank may be above the number of options that are left.
    await db.prisma.option.update({ where: { id: other.id }, data: { archived: true } });
    const { id } = await db.prisma.vote.findUniqueOrThrow({ where: { publicId: body.id } });
    for (const account of [author, owner]) {
      const path = `${pathOf(built)}/votes/${body.id}`;
      const before = await rowOf("votes", id);
      const shown = await request(`GET ${path}`, account);
      const sent = await request(`PATCH ${path}`, account, { vote: shown.body });
      expect([sent.status, sent.body.errors]).toEqual([200, undefined]);
      expect(await rowOf("votes", id)).toEqual(before);
    }
  },
);

const [numberVote, textVote, comparisonVote] = VoteResponse.options;
const [changedNumber, changedText] = ChangeVoteBody.shape.vote.options;
test.each<[string, z.ZodObject, z.ZodObject]>([
  ["poll", PollResponse, updatePollBody.shape.poll],
  ["option", OptionResponse, updateOptionBody.shape.option],
  ["participant", ParticipantResponse, updateParticipantBody.shape.voter],
  ["vote", numberVote, changedNumber],
  ["vote with a text", textVote, changedText],
  ["judgment", comparisonVote, changedNumber],
])("an update of a %s writes or ignores every field of the response", (_case, response, body) => {
  const fields = Object.keys(response.shape);
  expect(fields.filter((name) => !Object.hasOwn(body.shape, name))).toEqual([]);
});

test("an update writes or ignores every setting of the response", () => {
  const written = Object.keys(updatePollBody.shape.poll.shape);
  const names = Object.keys(settingsSchema.shape);
  expect(names.filter((name) => !written.includes(name))).toEqual([]);
});

describe("a changed response that is sent back", () => {
  test("changes the poll by keys of settings and by top-level keys, and ignores read-only keys", async () => {
    const built = await owner.buildPoll({ settings: { limit_per_option: 3 } });
    const { body } = await request(`GET ${pathOf(built)}`, owner);
    const settings = { ...body.settings, hide_votes: true, limit_per_option: null };
    const changed = { ...body, title: "Dinner", options_count: 99, url: "elsewhere", settings };
    const sent = await request(`PATCH ${pathOf(built)}`, owner, { poll: changed });
    expect(sent.body).toMatchObject({
      title: "Dinner",
      options_count: 0,
      url: body.url,
      settings: { hide_votes: true, limit_per_option_type: "no_limit" },
    });
  });

  test("with a setting at both levels uses the top-level value", async () => {
    const built = await owner.buildPoll();
    const { body } = await request(`GET ${pathOf(built)}`, owner);
    const poll = { ...body, ...body.settings, hide_votes: true };
    expect((await request(`PATCH ${pathOf(built)}`, owner, { poll })).body.settings).toMatchObject({
      hide_votes: true,
    });
  });

  test("with a key that no response has is 422, also in settings", async () => {
    const built = await owner.buildPoll();
    const { body } = await request(`GET ${pathOf(built)}`, owner);
    const poll = { ...body, color: 1, settings: { ...body.settings, title: "x", color: 2 } };
    const { status, body: answer } = await request(`PATCH ${pathOf(built)}`, owner, { poll });
    expect([status, answer.errors]).toEqual([
      422,
      {
        title: ["is not a known setting"],
        color: expect.arrayContaining(["is not a known field", "is not a known setting"]),
      },
    ]);
  });

  test("with a later deadline opens a poll that its deadline has closed", async () => {
    const built = await owner.buildPoll({
      settings: { deadline_voting: "2030-05-01T00:00:00.000Z" },
    });
    const { body } = await request(`GET ${pathOf(built)}`, owner);
    expect(body.status).toBe("closed");
    const settings = { ...body.settings, deadline_voting: "2031-05-01T00:00:00.000Z" };
    const sent = await request(`PATCH ${pathOf(built)}`, owner, { poll: { ...body, settings } });
    expect(sent.body.status).toBe("active");
  });

  test("changes an option and its attributes", async () => {
    const built = await owner.buildPoll({
      settings: { additional_option_attributes: { "1": attributes["1"] } },
    });
    const one = await buildOption(gateway.db, built, { additionalAttributes: { "1": "3" } });
    const path = `${pathOf(built)}/options/${one.publicId}`;
    const { body } = await request(`GET ${path}`, owner);
    const option = { ...body, content: "Soup", additional_attributes: { "1": "4" }, rank: 7 };
    expect((await request(`PATCH ${path}`, owner, { option })).body).toMatchObject({
      content: "Soup",
      additional_attributes: { "1": "4" },
    });
  });

  test("picks an option as best even if it has the best rating anyway", async () => {
    const built = await owner.buildPoll();
    const one = await buildOption(gateway.db, built);
    await request(`PATCH ${pathOf(built)}/options/${one.publicId}`, owner, {
      option: { selected: true },
    });
    const row = await gateway.db.prisma.option.findUniqueOrThrow({ where: { id: one.id } });
    expect(row.picked).toBe(true);
  });

  test("changes a vote with a text, in either key, and a vote with a number", async () => {
    const table = await owner.buildPoll({ type: "Polls::Table" });
    const column = await buildOption(gateway.db, table);
    const voter = await buildParticipant(gateway.db, table, { ownerKey: `user:${owner.id}` });
    const cast = await request(`POST ${pathOf(table)}/votes`, owner, {
      voter_id: voter.publicId,
      option_id: column.publicId,
      vote: { vote_text: "Ann" },
    });
    const path = `${pathOf(table)}/votes/${cast.body.id}`;
    const { body } = await request(`GET ${path}`, owner);
    const sent = await request(`PATCH ${path}`, owner, { vote: { ...body, vote_text: "Bob" } });
    expect(sent.body).toMatchObject({ vote: "Bob", vote_text: "Bob" });
    const wrong = await request(`PATCH ${path}`, owner, { vote: { ...sent.body, vote: "Eve" } });
    expect(wrong.status).toBe(422);
    const unknown = await request(`PATCH ${path}`, owner, { vote: { ...body, color: 1 } });
    expect(unknown.body.errors).toEqual({ color: ["is not a known field"] });
  });
});
