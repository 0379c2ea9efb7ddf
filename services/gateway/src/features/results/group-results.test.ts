// Covers docs/reference/results.md: groups

import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { buildOption, type PollFacts, recordStatements } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { storeVotes } from "../../../testing/store-votes";

const gateway = shareGateway();
const owner = shareAccount(gateway);
const resultsOf = ({ memberHash }: Poll, token = owner.privateToken) =>
  gateway.request(`GET /api/v1/polls/${memberHash}/results`, { token });

test.each(["private", "public"] as const)(
  "more steps or categories take no more statements, with a %s token",
  async (kind) => {
    const token = kind === "private" ? owner.privateToken : owner.publicToken;
    const statementsOf = async (poll: Poll, parents: readonly PollFacts[]) => {
      const options: Option[] = [];
      for (const facts of parents) {
        const parent = await buildOption(gateway.db, poll, facts);
        const type = "Options::TextOption";
        for (const content of ["Soup", "Cake"]) {
          options.push(await buildOption(gateway.db, poll, { parent, type, content }));
        }
      }
      const type = "Votes::BooleanVote";
      await storeVotes(
        gateway.db,
        poll,
        options.map((on) => ({ on, value: 1, type })),
      );
      const sent = recordStatements(gateway.db.pool);
      const { body } = await resultsOf(poll, token);
      expect(body.options).toHaveLength(2 * parents.length);
      expect(body.groups).toHaveLength(parents.length);
      // The gateway also reads states of the service and tokens, from time to time.
      const ofResults = /options|option_counts|tallies|votes|attachments|derivatives/;
      return sent
        .filter(({ text }) => ofResults.test(text))
        .map(({ text }) => text.replaceAll(/(\$\d+,)*\$\d+/g, "?"));
    };
    const times = (count: number, facts: object) => Array.from({ length: count }, () => facts);
    const step = { settings: { survey_step_type: "vote" } };
    const survey = () => owner.buildPoll({ type: "Polls::Survey" });
    const few = await statementsOf(await survey(), times(2, step));
    expect(await statementsOf(await survey(), times(20, step))).toEqual(few);
    const category = { type: "Options::OptionCategory" };
    const ofTwo = await statementsOf(await owner.buildPoll(), times(2, category));
    expect(await statementsOf(await owner.buildPoll(), times(20, category))).toEqual(ofTwo);
  },
);

describe("below several steps or categories, a reader sees the options of their lists", () => {
  const ada = shareAccount(gateway);
  const parents: readonly [string, PollFacts, PollFacts, string][] = [
    [
      "steps",
      { type: "Polls::Survey" },
      { settings: { survey_step_type: "vote" } },
      "Votes::BooleanVote",
    ],
    [
      "ranked steps",
      { type: "Polls::Survey" },
      { settings: { survey_step_type: "vote", survey_step_vote_type: "Votes::RankedVote" } },
      "Votes::RankedVote",
    ],
    ["categories", {}, { type: "Options::OptionCategory" }, "Votes::BooleanVote"],
    [
      "categories by rating",
      { settings: { default_sort: "options.rating desc" } },
      { type: "Options::OptionCategory" },
      "Votes::BooleanVote",
    ],
    [
      "categories by age",
      { settings: { default_sort: "options.created_at desc" } },
      { type: "Options::OptionCategory" },
      "Votes::BooleanVote",
    ],
  ];
  test.each(parents)("%s", async (_name, pollFacts, parentFacts, type) => {
    const poll = await owner.buildPoll(pollFacts);
    for (const votes of [[1, 2, 3], [3, 2, 1], [], [2]]) {
      const parent = await buildOption(gateway.db, poll, parentFacts);
      const child = (facts: object) =>
        buildOption(gateway.db, poll, { parent, type: "Options::TextOption", ...facts });
      await child({ approvalState: "unreviewed" });
      await child({ approvalState: "unreviewed", ownerKey: `user:${ada.id}` });
      for (const value of votes) {
        const on = await child({});
        await storeVotes(gateway.db, poll, [{ on, value, type }]);
      }
      await child({ archived: true });
    }
    const readers = [
      ["admin", owner, poll.adminHash],
      ["owner of an option", ada, poll.memberHash],
      ["reader", await signUp(gateway.db), poll.memberHash],
    ] as const;
    for (const [reader, { privateToken: token }, hash] of readers) {
      const path = `/api/v1/polls/${hash}`;
      const lists: Record<string, unknown>[] = [];
      for (const { id } of (await gateway.request(`GET ${path}/options`, { token })).body) {
        const query = `parent_option_id=${id}&per_page=100`;
        lists.push(...(await gateway.request(`GET ${path}/options?${query}`, { token })).body);
      }
      const { options } = (await gateway.request(`GET ${path}/results`, { token })).body;
      const ofLists = lists.map((option) => expect.objectContaining(option));
      expect({ reader, options }).toEqual({ reader, options: ofLists });
      expect(options.length).toBeGreaterThanOrEqual(7);
    }
  });
});

describe("groups", () => {
  const groupsOf = async (poll: Poll, query = "") =>
    (await gateway.inPoll(poll, owner, `GET /results${query}`)).body;

  test("of a survey are its steps, and a matrix names its columns", async () => {
    const poll = await owner.buildPoll({ type: "Polls::Survey" });
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
    const poll = await owner.buildPoll();
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
    const poll = await owner.buildPoll({ type: "Polls::Table" });
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
    const table = await owner.buildPoll({ type: "Polls::Table" });
    const settings = { allowed_values: ["Soup", "Cake"] };
    await buildOption(gateway.db, table, { content: "Dish", inputType: "radio", settings });
    const [dish] = (await groupsOf(table)).options;
    expect(dish).toMatchObject({ input_type: "radio", ...settings });

    const places = await owner.buildPoll({ settings: { option_type: "Options::LocationOption" } });
    const data = { coordinates: [[13.4, 52.5]] };
    await buildOption(gateway.db, places, { locationType: "point", data });
    const [place] = (await groupsOf(places)).options;
    expect(place).toMatchObject({ location_type: "point", data });
  });

  test("have titles of voting categories, and a rating in each for options", async () => {
    const created = await gateway.as(owner, "POST /api/v1/polls", {
      poll: { title: "Menu", voting_categories: ["Taste", "Price"] },
      settings: { vote_type: "Votes::RatingVote" },
      options: [{ content: "Leek" }],
    });
    const path = `/api/v1/polls/${created.body.member_hash}`;
    const voter = await gateway.as(owner, `POST ${path}/voters`, { voter: { user_name: "Ada" } });
    const [{ id: option_id }] = created.body.options;
    const ballot = (voting_category_id: number, vote: number) => ({
      voter_id: voter.body.id,
      option_id,
      vote: { vote, voting_category_id },
    });
    await gateway.as(owner, `POST ${path}/votes/batch`, { votes: [ballot(1, 5), ballot(2, 1)] });
    const { body } = await gateway.as(owner, `GET ${path}/results`);
    expect(body.voting_categories).toEqual([
      { id: 1, title: "Taste" },
      { id: 2, title: "Price" },
    ]);
    expect(body.options[0].voting_category_option_ratings).toMatchObject([
      { voting_category_id: 1, average_rating: 5 },
      { voting_category_id: 2, average_rating: 1 },
    ]);
  });

  // Settings: hidden_best_rating
  test("do not use hidden names of images as titles, and hidden best ratings stay hidden", async () => {
    const poll = await owner.buildPoll({
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
