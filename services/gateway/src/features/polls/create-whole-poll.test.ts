// Covers docs/reference/polls.md: creation-with-settings-and-options

import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { CreatedPollResponse } from "./polls.schema";

const gateway = shareGateway();
const owner = shareAccount(gateway);

describe("POST /polls with settings and options", () => {
  const createWhole = (body: object, options: object = {}) =>
    gateway.request("POST /api/v1/polls", { token: owner.privateToken, body, ...options });

  const list = async (poll: { readonly admin_hash: string }, parent?: string) => {
    const query = parent === undefined ? "" : `?parent_option_id=${parent}`;
    const { body } = await gateway.request(`GET /api/v1/polls/${poll.admin_hash}/options${query}`, {
      token: owner.privateToken,
    });
    return body;
  };

  test("creates a survey with steps, questions and branching in one request", async () => {
    const { status, body } = await createWhole({
      poll: { title: "Festival", type: "Polls::Survey" },
      settings: { option_vote_requirement: "all_options" },
      options: [
        {
          content: "Did you eat?",
          settings: { survey_step_type: "vote" },
          children: [{ content: "I ate there" }],
        },
        {
          content: "About the food",
          settings: { survey_step_type: "input" },
          data: {
            branch: {
              rules: [{ when: { option_id: "options.0.children.0", vote: -1 }, action: "skip" }],
            },
          },
          children: [
            { content: "Which?", input_type: "select", settings: { allowed_values: ["A", "B"] } },
            { content: "Why?", input_type: "text", children: [] },
          ],
        },
      ],
    });
    expect(status).toBe(201);
    expect(CreatedPollResponse.safeParse(body).error).toBeUndefined();
    expect(body).toMatchObject({
      options_count: 2,
      settings: { option_vote_requirement: "all_options" },
    });
    const [ate, food] = body.options;
    expect(await list(body)).toMatchObject([
      { id: ate.id, content: "Did you eat?", position: 1 },
      { id: food.id, content: "About the food", position: 2 },
    ]);
    expect(await list(body, food.id)).toMatchObject([
      { id: food.children[0].id, content: "Which?", position: 1 },
      { id: food.children[1].id, content: "Why?", position: 2 },
    ]);
    const step = await gateway.as(owner, `GET /api/v1/polls/${body.admin_hash}/options/${food.id}`);
    expect(step.body.data.branch.rules).toEqual([
      { when: { option_id: ate.children[0].id, vote: -1 }, action: "skip" },
    ]);
  });

  test("null counts as not given, beside the poll and in it", async () => {
    const { status, body } = await createWhole({
      poll: {
        title: "Lunch",
        member_hash: null,
        additional_attributes: [{ id: null, title: "Age" }],
        timezone: "europe/berlin",
      },
      settings: null,
      options: null,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      member_hash: expect.stringMatching(/^.{22}$/),
      settings: { additional_attributes: { 1: { title: "Age" } }, timezone: "Europe/Berlin" },
    });
    const option = await gateway.as(owner, `POST /api/v1/polls/${body.admin_hash}/options`, {
      option: { content: "Soup", tags: null },
      ...{ terms: null, privacy_policy: null, terms_accepted: null },
      ...{ privacy_policy_accepted: null, option_category: null, parent_option_id: null },
    });
    expect(option.status).toBe(201);
    const voter = await gateway.as(owner, `POST /api/v1/polls/${body.admin_hash}/voters`, {
      voter: { user_name: "Ada", terms: null, privacy_policy: null },
      terms: null,
    });
    expect(voter.status).toBe(201);
    const webhook = await gateway.as(owner, "POST /api/v1/webhooks", {
      webhook: { url: "https://example.com/hook", events: null, poll_id: null },
    });
    expect(webhook.status).toBe(201);
  });

  test("creates categories and columns as options too", async () => {
    const menu = await createWhole({
      poll: { title: "Menu" },
      options: [{ content: "Soups", option_category: true, children: [{ content: "Leek" }] }],
    });
    const [{ id, children }] = menu.body.options;
    expect(await list(menu.body, id)).toMatchObject([{ id: children[0].id, content: "Leek" }]);
    const table = await createWhole({
      poll: { title: "Who brings what?", type: "Polls::Table" },
      options: [{ content: "Dish" }, { content: "Guests", input_type: "number" }],
    });
    expect(await list(table.body)).toMatchObject([{ content: "Dish" }, { content: "Guests" }]);
  });

  test("refuses the whole request for one problem, and names every problem by its path", async () => {
    const { status, body } = await createWhole({
      poll: { title: "Half a survey", type: "Polls::Survey" },
      options: [
        { content: "A", settings: { survey_step_type: "vote" }, children: [{ content: "" }, {}] },
        { content: "B", settings: { survey_step_type: "nothing" }, children: [{ content: "C" }] },
        { content: "x".repeat(1_001), start_date: "soon" },
        { content: "D", children: [{ content: "an info step has none under it" }] },
      ],
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual([
      "options.0.children.0.content",
      "options.0.children.1.content",
      "options.1.settings.survey_step_type",
      "options.2.content",
      "options.2.start_date",
      "options.3",
    ]);
    expect(await gateway.db.prisma.poll.count({ where: { title: "Half a survey" } })).toBe(0);
  });

  test("reports an unknown field together with all other problems of the poll and its options", async () => {
    const options = [
      {
        content: 1,
        color: "red",
        settings: { shape: 1, survey_step_type: 2 },
        children: [{ content: "x".repeat(1_001), color: "blue" }],
      },
      {
        content: "B",
        settings: { survey_step_type: "vote" },
        data: {
          branch: {
            rules: [
              { when: { option_id: "later", vote: 1, vote_text: "a", color: 1 }, action: "jump" },
              { when: { vote: 1 }, action: "skip", color: 2 },
            ],
          },
        },
      },
    ];
    const form = [
      "options.0.children.0.color",
      "options.0.children.0.content",
      "options.0.color",
      "options.0.content",
      "options.0.settings.shape",
      "options.0.settings.survey_step_type",
    ];
    const poll = { title: "Refused", type: "Polls::Survey", color: "red" };
    const both = await createWhole({ poll, options, settings: { shape: 1, vote_type: 2 } });
    expect(Object.keys(both.body.errors).sort()).toEqual([
      ...["color", ...form, "shape", "vote_type"],
    ]);
    const { color: _, ...accepted } = poll;
    const alone = await createWhole({ poll: accepted, options });
    const rules = "options.1.data.branch.rules";
    expect(Object.keys(alone.body.errors).sort()).toEqual([
      ...form,
      ...["0.action", "0.when", "0.when.color", "0.when.option_id"].map((at) => `${rules}.${at}`),
      ...["1.color", "1.when.option_id"].map((at) => `${rules}.${at}`),
    ]);
    expect(alone.body.errors[`${rules}.0.when`]).toEqual(["needs exactly one condition"]);
  });

  test.each<[string, unknown, Readonly<Record<string, readonly string[]>>, object?]>([
    ["no list", { content: "A" }, { options: ["must be a list"] }],
    [
      "entries that are not objects",
      ["A", null],
      {
        "options.0": ["must be an object"],
        "options.1": ["must be an object"],
      },
    ],
    [
      "children that are not a list",
      [{ content: "A", children: "B" }],
      {
        "options.0.children": ["must be a list"],
      },
    ],
    [
      "entries with a position, a parent, a file or an unknown key",
      [{ content: "A", position: 1, parent_option_id: "x", attachment: "data:,", color: "red" }],
      {
        "options.0.position": ["is not a known field"],
        "options.0.parent_option_id": ["is not a known field"],
        "options.0.attachment": ["is not a known field"],
        "options.0.color": ["is not a known field"],
      },
    ],
    [
      "a file for an image",
      [{ option_category: true, content: "A", children: [{ attachment: "data:," }] }],
      { "options.0.children.0.attachment": ["is not a known field"] },
      { option_type: "Options::ImageOption" },
    ],
    [
      "more than 200 options",
      Array.from({ length: 101 }, () => ({ content: "A", children: [{}] })),
      {
        options: ["must have at most 200 entries in all"],
      },
    ],
  ])("%s is 422", async (_case, options, errors, settings = {}) => {
    const { status, body } = await createWhole({ poll: { title: "Refused" }, options, settings });
    expect(status).toBe(422);
    expect(body.errors).toEqual(errors);
    expect(await gateway.db.prisma.poll.count({ where: { title: "Refused" } })).toBe(0);
  });

  test("creates 200 options in order, once for an Idempotency-Key", async () => {
    const body = {
      poll: { title: "Two hundred" },
      options: Array.from({ length: 200 }, (_, index) => ({ content: `Option ${index}` })),
    };
    const first = await createWhole(body, { idempotencyKey: "two-hundred" });
    const again = await createWhole(body, { idempotencyKey: "two-hundred" });
    expect(first.status).toBe(201);
    expect(again.body).toEqual(first.body);
    const rows = await gateway.db.prisma.option.findMany({
      where: { poll: { title: "Two hundred" } },
      orderBy: { position: "asc" },
    });
    expect(rows.map(({ content }) => content)).toEqual(body.options.map(({ content }) => content));
    expect(rows.map(({ publicId }) => publicId)).toEqual(
      first.body.options.map(({ id }: { readonly id: string }) => id),
    );
  });
});
