// Covers docs/reference/comparisons.md: options-list
// Covers docs/reference/participants.md: fraudulent-participants
// Covers docs/reference/ratings.md: best-distribution, counting-votes, rating
// Covers docs/reference/results.md: assignments, body, distributions, groups, who-reads-results

import { recountPoll } from "@polls/db/counts";
import { inTransaction } from "@polls/db/sql";
import type { Option } from "@polls/domain/options";
import { type InputType, inputTypes, type Poll } from "@polls/domain/polls";
import { buildOption, buildParticipant, buildPoll, type PollFacts } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { storeVotes } from "../../../testing/store-votes";

const gateway = shareGateway();
const owner = shareAccount(gateway);

const pollOf = (facts: PollFacts) => buildPoll(gateway.db, { ownerAccountId: owner.id, ...facts });
const resultsOf = ({ memberHash }: Poll, token = owner.privateToken) =>
  gateway.request(`GET /api/v1/polls/${memberHash}/results`, { token });

async function vote(poll: Poll, votes: readonly (readonly [Option, object])[]) {
  const participant = await buildParticipant(gateway.db, poll, { ownerKey: `user:${owner.id}` });
  for (const [option, value] of votes) {
    const { status, text } = await gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
      token: owner.privateToken,
      body: { voter_id: participant.publicId, option_id: option.publicId, vote: value },
    });
    if (status !== 201) throw new Error(text);
  }
  return participant;
}

test("options are sorted best first, with voters and distributions", async () => {
  const poll = await pollOf({ type: "Polls::PhotoGallery" });
  const [one, two] = [await buildOption(gateway.db, poll), await buildOption(gateway.db, poll)];
  await vote(poll, [
    [one, { vote: 2 }],
    [two, { vote: 5 }],
  ]);
  await vote(poll, [
    [one, { vote: 2 }],
    [two, { vote: 4 }],
  ]);
  const { status, body } = await resultsOf(poll);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    voters_count: 2,
    assignments: [],
    options: [
      {
        id: two.publicId,
        rank: 1,
        average_rating: 4.5,
        voter_count: 2,
        distribution: { 4: 1, 5: 1 },
      },
      { id: one.publicId, rank: 2, average_rating: 2, voter_count: 2, distribution: { 2: 2 } },
    ],
  });
});

test("all members get options in the same order, even if lists for voting are shuffled", async () => {
  const poll = await pollOf({ settings: { randomize_options: true } });
  const options = [];
  for (let n = 0; n < 8; n++) options.push((await buildOption(gateway.db, poll)).publicId);
  for (const identifier of ["ada", "eve", "max"]) {
    const { body } = await gateway.request(`GET /api/v1/polls/${poll.memberHash}/results`, {
      token: owner.publicToken,
      identifier,
    });
    expect(body.options.map(({ id }: { id: string }) => id)).toEqual(options);
  }
});

test("only the paid part of sold votes counts", async () => {
  const poll = await pollOf({
    settings: { voting_fee_type: "voting_sell_votes", voting_fee: 100 },
  });
  const option = await buildOption(gateway.db, poll);
  await storeVotes(gateway.db, poll, [
    { on: option, value: 8, paidVotes: 5 },
    { on: option, value: 3, paidVotes: 0 },
    { on: option, value: 2, paidVotes: 2 },
  ]);
  const { body } = await resultsOf(poll);
  expect(body.options[0]).toMatchObject({
    rating: 7,
    voter_count: 2,
    distribution: { 2: 1, 5: 1 },
  });
});

test("an option with a very large number of votes has a distribution too", async () => {
  const poll = await pollOf({ type: "Polls::PhotoGallery" });
  const [many, one] = [await buildOption(gateway.db, poll), await buildOption(gateway.db, poll)];
  const { pool } = gateway.db;
  await pool.query(
    `INSERT INTO participants (public_id, poll_id, owner_key, confirmed_at, fraudulent)
     SELECT $2 || n, $1, $2 || n, now(), n > 12000 FROM generate_series(1, 12100) n`,
    [String(poll.id), `crowd of ${poll.id}, `],
  );
  await pool.query(
    `INSERT INTO votes (public_id, poll_id, participant_id, option_id, type, value, counts, score)
     SELECT 'vote ' || id, poll_id, id, $2, 'Votes::RatingVote', 1 + id % 3, true, 1 + id % 3
     FROM participants WHERE poll_id = $1`,
    [String(poll.id), String(many.id)],
  );
  await inTransaction(gateway.db, (tx) => recountPoll(tx, poll.id));
  await vote(poll, [[one, { vote: 5 }]]);
  const { body } = await resultsOf(poll);
  expect(body.options).toMatchObject([
    { id: one.publicId, voter_count: 1, distribution: { 5: 1 } },
    { id: many.publicId, voter_count: 12_000, distribution: { 1: 4_000, 2: 4_000, 3: 4_000 } },
  ]);
});

test("abstentions and votes of fraudulent participants do not count", async () => {
  const poll = await pollOf({});
  const option = await buildOption(gateway.db, poll);
  await vote(poll, [[option, { vote: 0 }]]);
  const cheat = await vote(poll, [[option, { vote: 1 }]]);
  await gateway.request(`PATCH /api/v1/polls/${poll.memberHash}/voters/${cheat.publicId}`, {
    token: owner.privateToken,
    body: { voter: { fraudulent: true } },
  });
  expect((await resultsOf(poll)).body.options[0]).toMatchObject({
    voter_count: 0,
    distribution: {},
    rating: 0,
  });
});

test("the answers of a survey are in the order of its steps", async () => {
  const poll = await pollOf({ type: "Polls::Survey" });
  const step = await buildOption(gateway.db, poll, {
    settings: { survey_step_type: "input" },
  });
  const input = await buildOption(gateway.db, poll, {
    type: "Options::InputOption",
    parent: step,
    inputType: "radio",
    settings: { allowed_values: ["tea", "coffee"] },
  });
  await vote(poll, [[input, { vote_text: "tea" }]]);
  await vote(poll, [[input, { vote_text: "tea" }]]);
  expect((await resultsOf(poll)).body.options).toMatchObject([
    { id: input.publicId, voter_count: 2, distribution: { tea: 2 } },
  ]);
});

describe("answers of a survey, for members", () => {
  const texts: Readonly<Record<InputType, string>> = {
    text: "Ada",
    textarea: "Ada\nLovelace",
    email: "ada@example.org",
    url: "https://example.org",
    select: "tea",
    radio: "tea",
    multi_select: '["tea"]',
    checkbox: '["tea"]',
    number: "5",
    number_float: "5.5",
    date: "2030-01-31",
    datetime: "2030-01-31T12:00:00Z",
    file: "",
    location: "52.52, 13.4",
  };
  const closed = ["select", "radio", "multi_select", "checkbox", "number", "number_float"];

  async function answered(inputType: InputType, settings = {}) {
    const poll = await pollOf({ type: "Polls::Survey", settings });
    const step = await buildOption(gateway.db, poll, { settings: { survey_step_type: "input" } });
    const input = await buildOption(gateway.db, poll, {
      type: "Options::InputOption",
      parent: step,
      inputType,
      settings: { allowed_values: ["tea", "coffee"], multiline: true },
    });
    const file = await buildOption(gateway.db, poll, {
      type: "Options::FileOption",
      parent: input,
      ownerKey: `user:${owner.id}`,
    });
    const text = inputType === "file" ? file.publicId : texts[inputType];
    await vote(poll, [[input, { vote_text: text }]]);
    return { poll, input, text };
  }
  const stranger = async () => (await signUp(gateway.db)).privateToken;

  test.each(inputTypes)("an input of type %s shows the right distribution", async (inputType) => {
    const { poll, input, text } = await answered(inputType);
    const forAdmins = {
      id: input.publicId,
      rating: 1,
      voter_count: 1,
      distribution: { [text]: 1 },
    };
    const distribution = closed.includes(inputType) ? { [text]: 1 } : {};
    expect((await resultsOf(poll)).body.options).toMatchObject([forAdmins]);
    const seen = await resultsOf(poll, await stranger());
    expect(seen.body.options).toMatchObject([{ ...forAdmins, distribution }]);
    expect(seen.body.options[0].distribution).toEqual(distribution);
  });

  test("a vote step with dates shows the right distribution", async () => {
    const poll = await pollOf({ type: "Polls::Survey" });
    const step = await buildOption(gateway.db, poll, {
      settings: { survey_step_type: "vote", survey_step_vote_type: "Votes::DateVote" },
    });
    const option = await buildOption(gateway.db, poll, {
      type: "Options::TextOption",
      parent: step,
    });
    await vote(poll, [[option, { vote_text: "2030-01-31" }]]);
    expect((await resultsOf(poll)).body.options[0].distribution).toEqual({ "2030-01-31": 1 });
    expect((await resultsOf(poll, await stranger())).body.options[0].distribution).toEqual({});
  });

  test("with public_answers all distributions are shown", async () => {
    const { poll, text } = await answered("email", { public_answers: true });
    const { body } = await resultsOf(poll, await stranger());
    expect(body.options[0].distribution).toEqual({ [text]: 1 });
  });
});

test("hidden ratings are 404 for members and visible for admins", async () => {
  const poll = await pollOf({ settings: { hide_results: true } });
  await buildOption(gateway.db, poll);
  const stranger = await signUp(gateway.db);
  expect((await resultsOf(poll, stranger.privateToken)).status).toBe(404);
  expect((await resultsOf(poll)).status).toBe(200);
});

describe("with after_own_vote", () => {
  async function sceneOf(settings: Readonly<Record<string, unknown>> = {}) {
    const poll = await pollOf({ settings: { results_visible: "after_own_vote", ...settings } });
    const option = await buildOption(gateway.db, poll);
    const { id, privateToken: token } = await signUp(gateway.db);
    const participant = await buildParticipant(gateway.db, poll, { ownerKey: `user:${id}` });
    const path = `/api/v1/polls/${poll.memberHash}`;
    const read = async (what: string) =>
      (await gateway.request(`GET ${path}/${what}`, { token })).status;
    const cast = (value: number | null) =>
      gateway.request(`POST ${path}/votes`, {
        token,
        body: {
          voter_id: participant.publicId,
          option_id: option.publicId,
          vote: { vote: value },
        },
      });
    const withdraw = (voteId: string) =>
      gateway.request(`DELETE ${path}/votes/${voteId}`, { token });
    return { poll, option, participant, path, token, read, cast, withdraw };
  }

  test.each([
    ["vote", 1],
    ["abstention", null],
  ])("members read results from their first %s on, until they withdraw it", async (_, value) => {
    const { poll, path, token, option, read, cast, withdraw } = await sceneOf();
    await vote(poll, [[option, { vote: 1 }]]);
    const listed = async () =>
      (await gateway.request(`GET ${path}/options`, { token })).body[0].voter_count;
    const seen = async () => [
      await read("results"),
      (await gateway.request(`GET ${path}/votes`, { token })).body.length,
      (await gateway.request(`GET ${path}/options/${option.publicId}`, { token })).body.rating,
    ];
    expect(await seen()).toEqual([404, 0, undefined]);
    expect(await listed()).toBeUndefined();
    const { body, status } = await cast(value);
    expect(status).toBe(201);
    expect(await seen()).toEqual([200, 2, value === null ? 1 : 2]);
    expect((await withdraw(body.id)).status).toBe(204);
    expect(await seen()).toEqual([404, 0, undefined]);
  });

  test("held and unpaid votes show nothing, paid votes do", async () => {
    const held = await sceneOf({ double_opt_in: true });
    await gateway.db.prisma.participant.update({
      where: { id: held.participant.id },
      data: { confirmedAt: null, optinEmail: "ada@example.org" },
    });
    expect((await held.cast(1)).body.code).toBe("opt_in_pending");
    expect(await held.read("results")).toBe(404);

    const sold = await sceneOf();
    await storeVotes(gateway.db, sold.poll, [
      { by: sold.participant, on: sold.option, value: 2, paidVotes: 0 },
    ]);
    expect(await sold.read("results")).toBe(404);

    const fee = await sceneOf();
    await storeVotes(gateway.db, fee.poll, [{ by: fee.participant, on: fee.option, value: 1 }]);
    const pay = (paid: boolean) =>
      gateway.db.prisma.participant.update({ where: { id: fee.participant.id }, data: { paid } });
    await pay(false);
    expect(await fee.read("results")).toBe(404);
    await pay(true);
    expect(await fee.read("results")).toBe(200);
  });

  test("the vote of another participant, or in another poll, shows nothing", async () => {
    const { poll, option, read, participant } = await sceneOf();
    await vote(poll, [[option, { vote: 1 }]]);
    const other = await sceneOf();
    const elsewhere = await buildParticipant(gateway.db, other.poll, {
      ownerKey: participant.ownerKey,
    });
    await storeVotes(gateway.db, other.poll, [{ by: elsewhere, on: other.option, value: 1 }]);
    expect(await read("results")).toBe(404);
    expect((await resultsOf(poll)).status).toBe(200);
  });
});

test("with best_distribution admins see all assignments, members their own", async () => {
  const poll = await pollOf({
    settings: { target: "best_distribution", vote_type: "Votes::RatingVote" },
  });
  const [one, two] = [await buildOption(gateway.db, poll), await buildOption(gateway.db, poll)];
  const first = await vote(poll, [
    [one, { vote: 5 }],
    [two, { vote: 4 }],
  ]);
  const second = await vote(poll, [
    [one, { vote: 5 }],
    [two, { vote: 1 }],
  ]);
  const { body } = await resultsOf(poll);
  expect(body.assignments).toHaveLength(2);
  expect(body.assignments).toEqual(
    expect.arrayContaining([
      { option_id: two.publicId, voter_id: first.publicId },
      { option_id: one.publicId, voter_id: second.publicId },
    ]),
  );
  const stranger = await signUp(gateway.db);
  expect((await resultsOf(poll, stranger.privateToken)).body.assignments).toEqual([]);
});

test("with best_distribution of ranks, a better rank counts more", async () => {
  const poll = await pollOf({
    settings: { target: "best_distribution", vote_type: "Votes::RankedVote" },
  });
  const [one, two] = [await buildOption(gateway.db, poll), await buildOption(gateway.db, poll)];
  const first = await vote(poll, [
    [one, { vote: 1 }],
    [two, { vote: 2 }],
  ]);
  const second = await vote(poll, [
    [one, { vote: 2 }],
    [two, { vote: 1 }],
  ]);
  expect((await resultsOf(poll)).body.assignments).toEqual([
    { option_id: one.publicId, voter_id: first.publicId },
    { option_id: two.publicId, voter_id: second.publicId },
  ]);
});

test("results of a comparison have all options, also for participants", async () => {
  const poll = await pollOf({ type: "Polls::PairwiseComparison" });
  const options = [];
  for (let n = 0; n < 3; n++) options.push(await buildOption(gateway.db, poll));
  const participant = await signUp(gateway.db);
  await buildParticipant(gateway.db, poll, { ownerKey: `user:${participant.id}` });
  const { status, body } = await resultsOf(poll, participant.privateToken);
  expect(status).toBe(200);
  expect(body.options.map(({ id }: { readonly id: string }) => id)).toEqual(
    options.map(({ publicId }) => publicId),
  );
});

describe("groups", () => {
  const groupsOf = async (poll: Poll, query = "") =>
    (
      await gateway.request(`GET /api/v1/polls/${poll.memberHash}/results${query}`, {
        token: owner.privateToken,
      })
    ).body;

  test("of a survey are its steps, and a matrix names its columns", async () => {
    const poll = await pollOf({ type: "Polls::Survey" });
    const step = (content: string, settings: object) =>
      buildOption(gateway.db, poll, { content, settings: { ...settings } });
    const vote = await step("Did you eat?", { survey_step_type: "vote" });
    await step("Thank you", { survey_step_type: "info" });
    const matrix = await step("How was it?", {
      survey_step_type: "matrix",
      allowed_values: ["Bad", "Good"],
    });
    const under = (parent: Option, content: string) =>
      buildOption(gateway.db, poll, { parent, type: "Options::TextOption", content });
    const [ate, soup, cake] = [
      await under(vote, "I ate"),
      await under(matrix, "Soup"),
      await under(matrix, "Cake"),
    ];
    await storeVotes(gateway.db, poll, [{ on: soup, value: 2, type: "Votes::RangeVote" }]);
    const { groups, options } = await groupsOf(poll);
    expect(groups).toEqual([
      {
        kind: "step",
        id: vote.publicId,
        title: "Did you eat?",
        vote_type: "Votes::BooleanVote",
        option_ids: [ate.publicId],
      },
      {
        kind: "step",
        id: matrix.publicId,
        title: "How was it?",
        vote_type: "Votes::RangeVote",
        columns: [
          { value: 1, title: "Bad" },
          { value: 2, title: "Good" },
        ],
        option_ids: [soup.publicId, cake.publicId],
      },
    ]);
    expect(options[1]).toMatchObject({ content: "Soup", distribution: { 2: 1 } });
  });

  test("of categories are listed between options at the top level, in the order of the list", async () => {
    const poll = await pollOf({});
    const votes = { vote_type: "Votes::BooleanVote" };
    const first = await buildOption(gateway.db, poll);
    const second = await buildOption(gateway.db, poll);
    const soups = await buildOption(gateway.db, poll, {
      type: "Options::OptionCategory",
      content: "Soups",
    });
    const leek = await buildOption(gateway.db, poll, { parent: soups, content: "Leek" });
    const last = await buildOption(gateway.db, poll);
    const { groups, options } = await groupsOf(poll);
    expect(groups).toEqual([
      { kind: "top_level", ...votes, option_ids: [first.publicId, second.publicId] },
      {
        kind: "category",
        id: soups.publicId,
        title: "Soups",
        ...votes,
        option_ids: [leek.publicId],
      },
      { kind: "top_level", ...votes, option_ids: [last.publicId] },
    ]);
    expect(groups.flatMap((group: { option_ids: string[] }) => group.option_ids)).toEqual(
      options.map(({ id }: { id: string }) => id),
    );
    expect((await groupsOf(poll, "?page=2&per_page=2")).groups).toEqual([
      {
        kind: "category",
        id: soups.publicId,
        title: "Soups",
        ...votes,
        option_ids: [leek.publicId],
      },
      { kind: "top_level", ...votes, option_ids: [last.publicId] },
    ]);
  });

  test("of a table are its columns", async () => {
    const poll = await pollOf({ type: "Polls::Table" });
    const dish = await buildOption(gateway.db, poll, { content: "Dish", inputType: "text" });
    const guests = await buildOption(gateway.db, poll, { content: "Guests", inputType: "number" });
    const votes = { vote_type: "Votes::TextVote" };
    expect((await groupsOf(poll)).groups).toEqual([
      { kind: "column", id: dish.publicId, title: "Dish", ...votes, option_ids: [dish.publicId] },
      {
        kind: "column",
        id: guests.publicId,
        title: "Guests",
        ...votes,
        option_ids: [guests.publicId],
      },
    ]);
  });

  test("have inputs with the type of their answers, and locations with their coordinates", async () => {
    const table = await pollOf({ type: "Polls::Table" });
    const settings = { allowed_values: ["Soup", "Cake"] };
    await buildOption(gateway.db, table, { content: "Dish", inputType: "radio", settings });
    const [dish] = (await groupsOf(table)).options;
    expect(dish).toMatchObject({ input_type: "radio", ...settings });

    const places = await pollOf({ settings: { option_type: "Options::LocationOption" } });
    const data = { coordinates: [[13.4, 52.5]] };
    await buildOption(gateway.db, places, { locationType: "point", data });
    const [place] = (await groupsOf(places)).options;
    expect(place).toMatchObject({ location_type: "point", data });
  });

  test("have titles of voting categories, and a rating in each for options", async () => {
    const created = await gateway.request("POST /api/v1/polls", {
      token: owner.privateToken,
      body: {
        poll: { title: "Menu", voting_categories: ["Taste", "Price"] },
        settings: { vote_type: "Votes::RatingVote" },
        options: [{ content: "Leek" }],
      },
    });
    const path = `/api/v1/polls/${created.body.member_hash}`;
    const voter = await gateway.request(`POST ${path}/voters`, {
      token: owner.privateToken,
      body: { voter: { user_name: "Ada" } },
    });
    const [{ id: option_id }] = created.body.options;
    const ballot = (voting_category_id: number, vote: number) => ({
      voter_id: voter.body.id,
      option_id,
      vote: { vote, voting_category_id },
    });
    await gateway.request(`POST ${path}/votes/batch`, {
      token: owner.privateToken,
      body: { votes: [ballot(1, 5), ballot(2, 1)] },
    });
    const { body } = await gateway.request(`GET ${path}/results`, { token: owner.privateToken });
    expect(body.voting_categories).toEqual([
      { id: 1, title: "Taste" },
      { id: 2, title: "Price" },
    ]);
    expect(body.options[0].voting_category_option_ratings).toMatchObject([
      { voting_category_id: 1, average_rating: 5 },
      { voting_category_id: 2, average_rating: 1 },
    ]);
  });

  test("do not use hidden names of images as titles, and hidden best ratings stay hidden", async () => {
    const poll = await pollOf({
      type: "Polls::PhotoGallery",
      settings: { hidden_image_name: true, hidden_best_rating: true },
      votingCategories: [{ id: 1, title: "Light" }],
    } as PollFacts);
    await buildOption(gateway.db, poll, { content: "secret name", ownerKey: `user:${owner.id}` });
    const stranger = await signUp(gateway.db);
    const answer = await resultsOf(poll, stranger.privateToken);
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain("secret name");
    expect(answer.text).not.toContain("best_rating");
  });
});
