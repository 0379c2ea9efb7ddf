// Covers docs/reference/access.md: restricted-view
// Covers docs/reference/media.md: attachment, broken-files, camera-metadata, derivatives, layout, originals
// Covers docs/reference/media.md: processing, videos
// Covers docs/reference/options.md: calendar-doors, drawings, fields, inputs, locations, names-of-options, rank, state
// Covers docs/reference/options.md: videos, visibility
// Covers docs/reference/polls.md: addresses, counts
// Covers docs/reference/ratings.md: categories, rating, visibility, voter-count

import { type Option, optionFields } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { type DerivativeName, picturesOf, videoForm } from "@polls/media/derivatives";
import {
  buildAttachment,
  buildOption,
  buildPoll,
  type PollFacts,
  type RequestOptions,
} from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { TEST_BASE_URL } from "../../../testing/start-gateway";
import { storeVotes } from "../../../testing/store-votes";
import { hashPollPassword } from "../polls/poll-password";
import { OptionListItemResponse, OptionResponse } from "./options.schema";

const gateway = shareGateway();
const owner = shareAccount(gateway);
const author = shareAccount(gateway);
const stranger = shareAccount(gateway);

type NewOption = NonNullable<Parameters<typeof buildOption>[2]>;

const everything: NewOption = {
  content: "A",
  subtitle: "S",
  description: "D",
  authorName: "Ada",
  infoLink: "https://a.example",
  infoLinkTitle: "More",
  stateChangeMessage: "Soon",
  state: "planned",
  approvalStateUpdatedAt: new Date(0),
  additionalAttributes: { "1": "big" },
};

async function pollWithOption(pollFacts: PollFacts = {}, optionFacts: NewOption = {}) {
  const poll = await buildPoll(gateway.db, { ...pollFacts, ownerAccountId: owner.id });
  const ownerKey = `user:${author.id}` as const;
  const option = await buildOption(gateway.db, poll, { ...everything, ownerKey, ...optionFacts });
  return { poll, option };
}

const show = (poll: Poll, option: Pick<Option, "publicId">, who: RequestOptions) =>
  gateway.request(`GET /api/v1/polls/${poll.memberHash}/options/${option.publicId}`, who);
const list = (poll: Poll, who: RequestOptions) =>
  gateway.request(`GET /api/v1/polls/${poll.memberHash}/options`, who);

const viewers = {
  member: () => ({ token: stranger.privateToken }),
  author: () => ({ token: author.privateToken }),
  admin: () => ({ token: owner.privateToken }),
};

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

describe("files", () => {
  type FileFacts = NonNullable<Parameters<typeof buildAttachment>[2]>;
  const image: FileFacts = { derivatives: picturesOf.image };
  const derivatives = [...picturesOf.image].sort().map((name) => `attachment_url_${name}`);
  const all = ["attachment_original_url", ...derivatives];
  const audio = { kind: "audio", contentType: "audio/mpeg" } as const;

  test.each<
    [
      string,
      string,
      PollFacts["settings"],
      FileFacts,
      keyof typeof viewers,
      readonly string[] | undefined,
    ]
  >([
    ["an image, for members", "Options::ImageOption", {}, image, "member", derivatives],
    ["an image, for its author", "Options::ImageOption", {}, image, "author", all],
    ["an image, for admins", "Options::ImageOption", {}, image, "admin", all],
    [
      "an image with allow_attachments",
      "Options::ImageOption",
      { allow_attachments: true },
      image,
      "member",
      all,
    ],
    ["an image in processing, for members", "Options::ImageOption", {}, {}, "member", undefined],
    [
      "an image in processing, for its author",
      "Options::ImageOption",
      {},
      {},
      "author",
      ["attachment_original_url"],
    ],
    [
      "a broken file",
      "Options::ImageOption",
      { allow_attachments: true },
      { processed: true, processingError: "broken" },
      "admin",
      undefined,
    ],
    [
      "a file option",
      "Options::FileOption",
      {},
      { processed: true },
      "member",
      ["attachment_original_url"],
    ],
    [
      "audio with cover art",
      "Options::AudioOption",
      {},
      { ...audio, derivatives: ["cover"] },
      "member",
      ["attachment_url_cover"],
    ],
    [
      "audio without cover art",
      "Options::AudioOption",
      {},
      { ...audio, processed: true },
      "member",
      undefined,
    ],
  ])("%s", async (_what, type, settings, file, viewer, keys) => {
    const { poll, option } = await pollWithOption({ settings: settings ?? {} }, { type });
    await buildAttachment(gateway.db, option, file);
    const { body } = await show(poll, option, viewers[viewer]());
    expect(body.attachment && Object.keys(body.attachment).sort()).toEqual(keys);
    const all = await list(poll, viewers[viewer]());
    expect(all.body[0].attachment).toEqual(body.attachment);
    expect(body.processing).toBe(Object.keys(file).length === 0);
    expect(body.processing_error).toBe(file.processingError);
  });

  const { name: film } = videoForm;
  test.each<[string, string, NonNullable<FileFacts["kind"]>, readonly DerivativeName[]]>([
    ["an image", "Options::ImageOption", "image", picturesOf.image],
    ["a sound", "Options::AudioOption", "audio", picturesOf.audio],
    ["a video", "Options::VideoOption", "video", [film, ...picturesOf.video]],
    ["a video of a door", "Options::AdventCalendarOption", "video", [film, ...picturesOf.video]],
  ])("every derivative of %s has its own link", async (_what, type, kind, names) => {
    const { poll, option } = await pollWithOption({}, { type });
    await buildAttachment(gateway.db, option, { kind, derivatives: names });
    const { body } = await show(poll, option, viewers.member());
    const links = Object.values<string>(body.attachment ?? body.video);
    expect(links.map((link) => link.split("/").at(-1)).sort()).toEqual([...names].sort());
    OptionResponse.parse(body);
  });

  test.each<[string, FileFacts, object]>([
    [
      "of a processed picture",
      { ...image, thumbhash: "3OcRJYB4d3h/iIeHeEh3eIhw+j2w" },
      { width: 1_200, height: 800, thumbhash: "3OcRJYB4d3h/iIeHeEh3eIhw+j2w" },
    ],
    ["of a picture that an earlier release rendered", image, { width: 1_200, height: 800 }],
    ["not of a picture in processing", {}, {}],
    ["not of a broken picture", { processed: true, processingError: "broken" }, {}],
  ])("size and ThumbHash: %s", async (_what, facts, expected) => {
    const { poll, option } = await pollWithOption({}, { type: "Options::ImageOption" });
    await buildAttachment(gateway.db, option, facts);
    const { body } = await show(poll, option, viewers.member());
    const { width, height, thumbhash } = body;
    expect({ width, height, thumbhash }).toEqual({ ...nothing, ...expected });
    expect((await list(poll, viewers.member())).body[0]).not.toHaveProperty("thumbhash");
    OptionResponse.parse(body);
  });
  const nothing = { width: undefined, height: undefined, thumbhash: undefined };

  test("an uploaded video has `video` and a thumbnail, but no attachment", async () => {
    const { poll, option } = await pollWithOption({ type: "Polls::VideoGallery" });
    await buildAttachment(gateway.db, option, {
      kind: "video",
      contentType: "video/mp4",
      derivatives: ["large", "thumb", "social"],
    });
    const { body } = await show(poll, option, viewers.member());
    expect(body).not.toHaveProperty("attachment");
    expect(Object.keys(body.video).sort()).toEqual(["social_url", "thumb_url", "url"]);
    expect(body.video_thumb_path).toBe(body.video.thumb_url);
    OptionResponse.parse(body);
  });

  test("camera metadata is shown only with show_metadata", async () => {
    for (const show_metadata of [true, false]) {
      const { poll, option } = await pollWithOption(
        { type: "Polls::PhotoGallery", settings: { show_metadata } },
        {},
      );
      const metadata = { camera: "X100", duration: 1.5, peaks: [10, 100] };
      await buildAttachment(gateway.db, option, { ...image, metadata });
      const { body } = await show(poll, option, viewers.member());
      expect(body.metadata).toEqual(show_metadata ? { camera: "X100" } : undefined);
      // Playback data is public.
      expect(body.playback).toEqual({ duration: 1.5, peaks: [10, 100] });
      OptionResponse.parse(body);
    }
  });

  test.each<[string, FileFacts, number | undefined]>([
    ["in processing", { progress: 0.25 }, 0.25],
    ["in processing, without a report", {}, undefined],
    ["that is processed", { progress: 0.25, derivatives: ["large"] }, undefined],
  ])("the progress of a video %s", async (_state, facts, progress) => {
    const { poll, option } = await pollWithOption({ type: "Polls::VideoGallery" });
    await buildAttachment(gateway.db, option, { kind: "video", ...facts });
    const { body } = await show(poll, option, viewers.member());
    expect(body.processing_progress).toBe(progress);
    OptionResponse.parse(body);
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

describe("an option without content has a name", () => {
  const without = async (settings: PollFacts["settings"], facts: NewOption, fileName?: string) => {
    const { poll, option } = await pollWithOption({ settings: settings ?? {} }, facts);
    await gateway.db.prisma.option.update({ where: { id: option.id }, data: { content: null } });
    if (fileName !== undefined) {
      await buildAttachment(gateway.db, option, { fileName, derivatives: ["thumb"] });
    }
    const names: Record<string, unknown> = {};
    for (const [who, as] of Object.entries(viewers)) {
      const { body } = await show(poll, option, as());
      const [item] = (await list(poll, as())).body;
      expect(item.name).toBe(body.name);
      names[who] = body.name;
    }
    return names;
  };
  const all = (name: string) => ({ member: name, author: name, admin: name });

  test("by its first position", async () => {
    const place = { type: "Options::LocationOption", data: { coordinates: [[13.4, 52.5]] } };
    expect(await without({}, place)).toEqual(all("52.50000, 13.40000"));
  });

  test("by its file, for readers of the original", async () => {
    const file = { type: "Options::FileOption" };
    const image = { type: "Options::ImageOption" };
    const name = "plan.pdf";
    expect(await without({}, file, name)).toEqual(all(name));
    const hidden = { ...all(name), member: undefined };
    expect(await without({}, image, name)).toEqual(hidden);
    expect(await without({ allow_attachments: true }, image, name)).toEqual(all(name));
    const nameless = { allow_attachments: true, hidden_image_name: true };
    expect(await without(nameless, image, name)).toEqual(hidden);
  });

  test("but not if it has content", async () => {
    const { poll, option } = await pollWithOption({}, { type: "Options::FileOption" });
    await buildAttachment(gateway.db, option, { fileName: "plan.pdf" });
    expect((await show(poll, option, viewers.admin())).body).not.toHaveProperty("name");
  });
});
