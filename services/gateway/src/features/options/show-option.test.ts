// Covers docs/reference/access.md: restricted-view
// Covers docs/reference/media.md: videos
// Covers docs/reference/options.md: calendar-doors, fields, inputs, locations, rank, state, videos, visibility
// Covers docs/reference/polls.md: addresses, counts
// Covers docs/reference/ratings.md: categories, rating, visibility, voter-count

import { optionFields } from "@polls/domain/options";
import { buildOption, type PollFacts, type RequestOptions } from "@polls/testing";
import { type NewOption, shareShownOptions } from "../../../testing/shown-options";
import { TEST_BASE_URL } from "../../../testing/start-gateway";
import { storeVotes } from "../../../testing/store-votes";
import { hashPollPassword } from "../polls/poll-passwords";
import { OptionListItemResponse, OptionResponse } from "./options.schema";

const { gateway, pollWithOption, show, list, viewers } = shareShownOptions();

const listed = [
  "author_name",
  "average_rating",
  "best_rating",
  "content",
  "created_at",
  "id",
  "info_link",
  "info_link_title",
  "position",
  "public_url",
  "rank",
  "rating",
  "selected",
  "subtitle",
  "type",
  "updated_at",
];
const ofAdmins = ["admin_url", "approval_state", "approval_state_updated_at", "archived"];
const full = [...listed, "description", "options_count", "settings", "voter_count"];
const fullOfAdmins = [...ofAdmins, "fraudulent_count", "state_change_message"];

test("the response has exactly the fields of the domain's table", () => {
  expect(Object.keys(OptionResponse.shape).sort()).toEqual(Object.keys(optionFields).sort());
});

describe("fields by reader", () => {
  test.each<[keyof typeof viewers, readonly string[], readonly string[]]>([
    ["member", listed, full],
    ["author", listed, [...full, "additional_attributes"]],
    ["admin", [...listed, ...ofAdmins], [...full, ...fullOfAdmins, "additional_attributes"]],
  ])("a %s sees the right fields of a text option", async (viewer, inList, alone) => {
    const { poll, option } = await pollWithOption();
    const one = await show(poll, option, viewers[viewer]());
    expect(Object.keys(one.body).sort()).toEqual([...alone].sort());
    OptionResponse.parse(one.body);
    const all = await list(poll, viewers[viewer]());
    expect(Object.keys(all.body[0]).sort()).toEqual([...inList, "has_description"].sort());
    OptionListItemResponse.parse(all.body[0]);
  });

  const classes: readonly (readonly [string, PollFacts, NewOption, readonly string[]])[] = [
    [
      "Options::DateRangeOption",
      {},
      { startDate: new Date(0), endDate: new Date(1) },
      ["start_date", "end_date"],
    ],
    [
      "Options::LocationOption",
      {},
      { data: { coordinates: [[1, 2]] }, locationType: "point" },
      ["data", "location_type"],
    ],
    ["Options::DrawingOption", {}, { drawingType: "sign" }, ["drawing_type", "processing"]],
    ["Options::ImageOption", {}, { rotation: 90 }, ["rotation", "processing"]],
    ["Options::FileOption", {}, {}, ["processing"]],
    ["Options::VideoOption", { type: "Polls::VideoGallery" }, {}, ["processing"]],
    [
      "Options::YoutubeOption",
      { type: "Polls::VideoGallery" },
      { youtubeId: "dQw4w9WgXcQ" },
      ["youtube_id", "video_thumb_path"],
    ],
    [
      "Options::VimeoOption",
      { type: "Polls::VideoGallery" },
      { vimeoId: "76979871" },
      ["vimeo_id"],
    ],
    ["Options::PhotoGroup", { type: "Polls::PhotoGallery" }, {}, ["child_option_type"]],
    ["Options::TextOption", { type: "Polls::Collection" }, {}, ["state"]],
  ];
  test.each(classes)(
    "a member sees the right fields of an %s",
    async (type, pollFacts, optionFacts, more) => {
      const { poll, option } = await pollWithOption(pollFacts, { type, ...optionFacts });
      const { body } = await show(poll, option, viewers.member());
      expect(Object.keys(body).sort()).toEqual([...full, ...more].sort());
    },
  );

  const unrated = ["average_rating", "best_rating", "rank", "rating", "selected", "voter_count"];
  test.each<[string, PollFacts, NewOption, readonly string[]]>([
    [
      "a category",
      {},
      { type: "Options::OptionCategory" },
      [...full.filter((name) => !unrated.includes(name)), "child_option_type"],
    ],
    ["an info step", { type: "Polls::Survey" }, {}, full.filter((name) => !unrated.includes(name))],
    [
      "a column, without average, rank, best and selected",
      { type: "Polls::Table" },
      { inputType: "text" },
      [...full.filter((name) => !unrated.includes(name)), "rating", "voter_count", "input_type"],
    ],
    [
      "an unopened door",
      { type: "Polls::AdventCalendar" },
      { startDate: new Date("2999-12-01") },
      ["id", "position", "start_date", "type"],
    ],
    [
      "with hidden_author_name",
      { settings: { hidden_author_name: true } },
      {},
      full.filter((name) => name !== "author_name"),
    ],
    [
      "an image with hidden_image_name",
      { settings: { hidden_image_name: true } },
      { type: "Options::ImageOption" },
      [...full.filter((name) => name !== "content"), "processing"],
    ],
    [
      "with hide_results",
      { settings: { hide_results: true } },
      {},
      full.filter((name) => !unrated.includes(name)),
    ],
    [
      "with hidden_best_rating",
      { settings: { hidden_best_rating: true } },
      {},
      full.filter((name) => name !== "best_rating" && name !== "selected"),
    ],
  ])("a member sees the right fields of %s", async (_what, pollFacts, optionFacts, fields) => {
    const { poll, option } = await pollWithOption(pollFacts, optionFacts);
    const { body } = await show(poll, option, viewers.member());
    expect(Object.keys(body).sort()).toEqual([...fields].sort());
  });
});

test("links and counts", async () => {
  const { poll, option } = await pollWithOption();
  await storeVotes(gateway.db, poll, [
    { on: option, value: 1 },
    { on: option, value: -1 },
    { on: option, value: 0 },
  ]);
  const { body } = await show(poll, option, viewers.admin());
  expect(body).toMatchObject({
    public_url: `${TEST_BASE_URL}/p/${poll.memberHash}/o/${option.publicId}`,
    admin_url: `${TEST_BASE_URL}/p/${poll.adminHash}/admin/o/${option.publicId}`,
    rating: 0,
    average_rating: 0,
    voter_count: 2,
    fraudulent_count: 0,
  });
});

test("options_count counts the children that are approved, not archived and paid", async () => {
  const { poll, option } = await pollWithOption({}, { type: "Options::OptionCategory" });
  const child = (facts: NewOption = {}) =>
    buildOption(gateway.db, poll, { parent: option, ...facts });
  await child();
  await child({ paid: true });
  await child({ approvalState: "unreviewed" });
  await child({ approvalState: "disapproved" });
  await child({ archived: true });
  await child({ paid: false });
  for (const who of [viewers.member(), viewers.admin()]) {
    expect((await show(poll, option, who)).body.options_count).toBe(2);
  }
});

test("a closed door hides its content from its author, but not from admins", async () => {
  const facts = { startDate: new Date("2999-12-01") };
  const { poll, option } = await pollWithOption({ type: "Polls::AdventCalendar" }, facts);
  const { body } = await show(poll, option, viewers.author());
  expect(Object.keys(body).sort()).toEqual(["id", "position", "start_date", "type"]);
  expect((await show(poll, option, viewers.admin())).body.content).toBe("A");
});

test.each<[string, PollFacts, boolean]>([
  ["hide_results", { settings: { hide_results: true } }, false],
  [
    "hide_results, after closing too",
    { settings: { hide_results: true }, status: "closed" },
    false,
  ],
  ["hide_votes", { settings: { hide_votes: true } }, false],
  ["hide_votes, once closed", { settings: { hide_votes: true }, status: "closed" }, true],
])("%s hides ratings of categories like those of the option", async (_what, facts, shown) => {
  const votingCategories = [{ id: 1, title: "Taste" }];
  const { poll, option } = await pollWithOption({ votingCategories, ...facts });
  await storeVotes(gateway.db, poll, [{ on: option, value: 1, category: 1 }]);
  const fields = ["rating", "average_rating", "voter_count", "voting_category_option_ratings"];
  const seenBy = async (who: RequestOptions) => {
    const { body } = await show(poll, option, who);
    return fields.filter((name) => Object.hasOwn(body, name));
  };
  expect(await seenBy(viewers.member())).toEqual(shown ? fields : []);
  expect(await seenBy(viewers.author())).toEqual(shown ? fields : []);
  expect(await seenBy(viewers.admin())).toEqual(fields);
});

test("with voting categories: the sum of the ratings, the mean of the averages, and the rating of each category", async () => {
  const votingCategories = [
    { id: 1, title: "Taste" },
    { id: 2, title: "Price" },
  ];
  const { poll, option } = await pollWithOption({
    votingCategories,
    settings: { vote_type: "Votes::RatingVote", hidden_best_rating: true },
  });
  await storeVotes(gateway.db, poll, [
    { on: option, value: 5, category: 1 },
    { on: option, value: 2, category: 2 },
    { on: option, value: 1, category: 2 },
  ]);
  const ofMember = await show(poll, option, viewers.member());
  expect(ofMember.body).toMatchObject({ rating: 8, average_rating: 3.25 });
  expect(ofMember.body.voting_category_option_ratings).toEqual([
    { voting_category_id: 1, rating: 5, average_rating: 5 },
    { voting_category_id: 2, rating: 3, average_rating: 1.5 },
  ]);
  const ofAdmin = await show(poll, option, viewers.admin());
  expect(ofAdmin.body.voting_category_option_ratings[0]).toMatchObject({
    best_rating: true,
    selected: true,
  });
});

describe("hidden options do not exist for the caller", () => {
  test("a hidden option gets the response of an unknown one", async () => {
    const { poll, option } = await pollWithOption({}, { approvalState: "unreviewed" });
    const hidden = await show(poll, option, viewers.member());
    const absent = await show(poll, { publicId: "unknown" }, viewers.member());
    expect(hidden.status).toBe(404);
    expect({ status: hidden.status, body: hidden.body }).toEqual({
      status: absent.status,
      body: absent.body,
    });
    expect((await show(poll, option, viewers.author())).status).toBe(200);
    expect((await show(poll, option, {})).status).toBe(401);
  });

  test("children of a hidden option are hidden", async () => {
    const { poll, option } = await pollWithOption(
      {},
      { type: "Options::OptionCategory", archived: true },
    );
    const child = await buildOption(gateway.db, poll, { parent: option });
    expect((await show(poll, child, viewers.member())).status).toBe(404);
    expect((await show(poll, child, viewers.admin())).status).toBe(200);
  });

  // Settings: restrict_view_access
  test("with restrict_view_access members need the password", async () => {
    const passwordHash = await hashPollPassword("sesame");
    const { poll, option } = await pollWithOption({
      passwordHash,
      settings: { restrict_view_access: true },
    });
    const without = await show(poll, option, viewers.member());
    expect(without.body).toMatchObject({ code: "poll_password_required" });
    const withIt = await show(poll, option, { ...viewers.member(), password: "sesame" });
    expect(withIt.status).toBe(200);
    expect((await show(poll, option, viewers.admin())).status).toBe(200);
  });
});
