// Covers docs/reference/options.md: acceptances, approval, branching, classes, creation, files, inputs, locations, nesting
// Covers docs/reference/options.md: settings, state, videos
// Covers docs/reference/requests.md: field-rules
// Covers docs/reference/time.md: bare-dates, windows

import type { FieldErrors } from "../refusals/refusal";
import { voteTypes } from "../vote-types";
import { ordinaryPoll } from "../votes/testing/ordinary";
import { type CreateOptionFacts, type OptionDraft, readCreateOption } from "./read-create-option";

const pollOf = (type: string, settings = {}) => ordinaryPoll({ type, settings });

const bounds = {
  min: undefined,
  max: undefined,
  perVoter: undefined,
  options: undefined,
  text: undefined,
};
const member: CreateOptionFacts = {
  poll: ordinaryPoll(),
  access: "member",
  parent: undefined,
  parentDepth: 0,
  uploads: 0,
  earlierOptions: new Map([["earlier", { type: voteTypes.get("Votes::UpVote"), bounds }]]),
};
const admin: CreateOptionFacts = { ...member, access: "admin" };
const location = { option_type: "Options::LocationOption" };

const create = (body: object, facts: Partial<CreateOptionFacts>, base = member) =>
  readCreateOption(body, { ...base, ...facts });

describe("readCreateOption", () => {
  test.each<[string, object, Partial<CreateOptionFacts>, FieldErrors]>([
    ["no option", {}, {}, { option: ["is required"], content: ["is required"] }],
    ["a text without content", { option: {} }, {}, { content: ["is required"] }],
    [
      "an image without a file",
      { option: {} },
      { poll: pollOf("Polls::ImageGallery") },
      { attachment: ["is required"] },
    ],
    [
      "a file for a text",
      { option: { content: "a" } },
      { uploads: 1 },
      { attachment: ["is not for options of this class"] },
    ],
    [
      "a video without a source",
      { option: {} },
      { poll: pollOf("Polls::VideoGallery") },
      { attachment: ["must be exactly one of a file, youtube_id and vimeo_id"] },
    ],
    [
      "a video with an attachment that is no data: URI",
      { option: { attachment: "https://example.org/a.mp4" } },
      { poll: pollOf("Polls::VideoGallery") },
      { attachment: ["must be a data: URI"] },
    ],
    [
      "a video with a wrong id",
      { option: { youtube_id: "?" } },
      { poll: pollOf("Polls::VideoGallery") },
      { youtube_id: ["must be the id or URL of a video at YouTube"] },
    ],
    [
      "a video with two sources",
      { option: { youtube_id: "dQw4w9WgXcQ" } },
      { poll: pollOf("Polls::VideoGallery"), uploads: 1 },
      { attachment: ["must be exactly one of a file, youtube_id and vimeo_id"] },
    ],
    [
      "an invalid link",
      { option: { content: "a", info_link: "javascript:alert(1)" } },
      { poll: pollOf("Polls::Voting", { allow_info_link: true }) },
      { info_link: ["must be a URL that begins with http:// or https://"] },
    ],
    [
      "a subtitle that the poll does not allow",
      { option: { content: "a", subtitle: "b" } },
      {},
      { subtitle: ["is not allowed in this poll"] },
    ],
    [
      "a member's position",
      { option: { content: "a", position: 1 } },
      {},
      { position: ["is for admins only"] },
    ],
    [
      "a member's selection",
      { option: { content: "a", selected: true } },
      {},
      { selected: ["is for admins only"] },
    ],
    [
      "a rotation of a text",
      { option: { content: "a", rotation: 90 } },
      {},
      { rotation: ["is not for options of this class"] },
    ],
    [
      "a rotation of 45",
      { option: { content: "a", rotation: 45 } },
      {},
      { rotation: ["must be one of 0, 90, 180, 270"] },
    ],
    [
      "a range that ends before it starts",
      { option: { start_date: "2030-02-02", end_date: "2030-02-01" } },
      { poll: pollOf("Polls::Voting", { option_type: "Options::DateRangeOption" }) },
      { start_date: ["must not be after end_date"] },
    ],
    [
      "a place without coordinates",
      { option: {} },
      { poll: pollOf("Polls::Voting", location) },
      { data: ["is required"] },
    ],
    [
      "terms that are not accepted",
      { option: { content: "a" }, terms: 0 },
      { poll: pollOf("Polls::Voting", { terms_for_option_creators: true }) },
      { terms: ["must be accepted"] },
    ],
    [
      "terms that are accepted under one name and refused under the other",
      { option: { content: "a" }, terms: 1, terms_accepted: 0 },
      { poll: pollOf("Polls::Voting", { terms_for_option_creators: true }) },
      { terms: ["must be accepted"] },
    ],
    [
      "an acceptance of 2",
      { option: { content: "a" }, terms: 2 },
      {},
      { terms: ["must be one of 0, 1"] },
    ],
    [
      "a missing required author name",
      { option: { content: "a" } },
      { poll: pollOf("Polls::Voting", { require_author_name: true }) },
      { author_name: ["is required"] },
    ],
    [
      "an allowed value twice",
      { option: { content: "a", allowed_values: ["x", "y", " x"] } },
      { poll: pollOf("Polls::Table") },
      { allowed_values: ["contains a value twice"] },
    ],
    [
      "an allowed value twice, in two Unicode forms",
      { option: { content: "a", allowed_values: ["\u00e9", "e\u0301"] } },
      { poll: pollOf("Polls::Table") },
      { allowed_values: ["contains a value twice"] },
    ],
    [
      "unknown keys inside and beside the envelope",
      { option: { content: "a", color: 1 }, shape: 2 },
      {},
      { color: ["is not a known field"], shape: ["is not a known field"] },
    ],
  ])("%s is refused", (_case, body, facts, errors) => {
    expect(create(body, facts)).toEqual({ ok: false, errors });
  });

  // Settings: require_description
  test.each<[string, object, Partial<CreateOptionFacts>, CreateOptionFacts, Partial<OptionDraft>]>([
    [
      "a member's text",
      { option: { content: " Pizza " } },
      {},
      member,
      { content: "Pizza", approvalState: "approved", state: undefined, paid: undefined },
    ],
    [
      "require_approval leaves an option of a member unreviewed",
      { option: { content: "a" } },
      { poll: pollOf("Polls::Voting", { require_approval: true }) },
      member,
      { approvalState: "unreviewed" },
    ],
    [
      "an admin's option is approved",
      { option: { content: "a" } },
      { poll: pollOf("Polls::Voting", { require_approval: true }) },
      admin,
      { approvalState: "approved" },
    ],
    [
      "an option of a collection starts incoming",
      { option: { content: "a" } },
      { poll: pollOf("Polls::Collection") },
      member,
      { state: "incoming" },
    ],
    [
      "an option of a collection starts in the first of default_states",
      { option: { content: "a" } },
      { poll: pollOf("Polls::Collection", { default_states: ["planned", "done"] }) },
      member,
      { state: "planned" },
    ],
    [
      "the submission fee is unpaid",
      { option: { content: "a" } },
      { poll: pollOf("Polls::Voting", { submission_fee: 100 }) },
      member,
      { paid: false },
    ],
    [
      "admins pay nothing",
      { option: { content: "a" } },
      { poll: pollOf("Polls::Voting", { submission_fee: 100 }) },
      admin,
      { paid: undefined },
    ],
    [
      "a donation is optional",
      { option: { content: "a" } },
      { poll: pollOf("Polls::Voting", { submission_fee_type: "submission_donation" }) },
      member,
      { paid: undefined },
    ],
    [
      "an address of YouTube",
      { option: { youtube_id: "https://youtu.be/dQw4w9WgXcQ?t=3" } },
      { poll: pollOf("Polls::VideoGallery") },
      member,
      { type: "Options::YoutubeOption", youtubeId: "dQw4w9WgXcQ" },
    ],
    [
      "the default input_type is text",
      { option: { content: "Name" } },
      { poll: pollOf("Polls::Table") },
      admin,
      { inputType: "text" },
    ],
    [
      "the default location_type is point",
      { option: { data: { coordinates: [[13.4, 52.5]] } } },
      { poll: pollOf("Polls::Voting", location) },
      member,
      { locationType: "point" },
    ],
    [
      "a bare end date is the end of that day",
      { option: { start_date: "2030-02-01", end_date: "2030-02-01" } },
      {
        poll: pollOf("Polls::Voting", {
          option_type: "Options::DateRangeOption",
          timezone: "Europe/Berlin",
        }),
      },
      member,
      {
        startDate: new Date("2030-01-31T23:00:00.000Z"),
        endDate: new Date("2030-02-01T22:59:59.999Z"),
      },
    ],
    [
      "settings of a column",
      {
        option: {
          content: "a",
          allowed_values: ["x"],
          settings: { mandatory: true, multiline: null },
        },
      },
      { poll: pollOf("Polls::Table") },
      admin,
      { settings: { mandatory: true, allowed_values: ["x"] } },
    ],
    [
      "acceptances by their aliases",
      { option: { content: "a" }, terms_accepted: 1 },
      { poll: pollOf("Polls::Voting", { terms_for_option_creators: true }) },
      member,
      { termsAccepted: true },
    ],
    [
      "some required fields are optional for admins",
      { option: { content: "a" } },
      {
        poll: pollOf("Polls::Voting", {
          require_author_name: true,
          require_description: true,
          terms_for_option_creators: true,
        }),
      },
      admin,
      { content: "a" },
    ],
  ])("%s", (_case, body, facts, base, expected) => {
    const read = create(body, facts, base);
    expect(read).toMatchObject({ ok: true });
    expect(read.ok ? read.value : {}).toMatchObject(expected);
  });

  test.each([
    ["text", undefined],
    ["textarea", undefined],
    ["email", undefined],
    ["url", undefined],
    ["select", ["a", "b"]],
    ["radio", ["a", "b"]],
    ["multi_select", ["a", "b"]],
    ["checkbox", undefined],
    ["number", undefined],
    ["number_float", undefined],
    ["date", undefined],
    ["datetime", undefined],
    ["file", undefined],
    ["location", undefined],
  ])("an input of type %s is accepted", (inputType, allowed_values) => {
    const option = {
      content: "a",
      input_type: inputType,
      ...(allowed_values && { allowed_values }),
    };
    const read = create({ option }, { poll: pollOf("Polls::Table") }, admin);
    expect(read).toMatchObject({ ok: true, value: { inputType } });
  });

  test("an input of an unknown type is refused", () => {
    const option = { content: "a", input_type: "hologram" };
    expect(create({ option }, { poll: pollOf("Polls::Table") }, admin)).toEqual({
      ok: false,
      errors: {
        input_type: [
          "must be one of text, textarea, email, url, select, radio, multi_select, checkbox, number, number_float, date, datetime, file, location",
        ],
      },
    });
  });

  test.each([
    ["position", 1, "Polls::Voting"],
    ["state", "done", "Polls::Collection"],
    ["state_change_message", "Soon", "Polls::Collection"],
    ["approval_state", "approved", "Polls::Voting"],
    ["input_type", "text", "Polls::Table"],
    ["selected", true, "Polls::Voting"],
    ["settings", {}, "Polls::Voting"],
    ["data", { branch: { rules: [] } }, "Polls::Survey"],
  ])("%s is for admins only", (name, value, type) => {
    const body = { option: { content: "a", [name]: value } };
    expect(create(body, { poll: pollOf(type) }, admin)).toMatchObject({ ok: true });
    expect(create(body, { poll: pollOf(type) })).toEqual({
      ok: false,
      errors: { [name]: ["is for admins only"] },
    });
  });

  test("branching may refer only to options under earlier steps", () => {
    const step = (option_id: string) =>
      create(
        {
          option: {
            content: "Step",
            data: { branch: { rules: [{ when: { option_id, vote: 1 }, action: "skip" }] } },
          },
        },
        { poll: pollOf("Polls::Survey") },
        admin,
      );
    expect(step("earlier")).toMatchObject({ ok: true });
    expect(step("later")).toEqual({
      ok: false,
      errors: { "data.branch.rules.0.when.option_id": ["is not under an earlier step"] },
    });
  });
});

test.each([
  ["content", 1_000],
  ["subtitle", 255],
  ["author_name", 255],
  ["info_link_title", 255],
  ["description", 20_000],
  ["state_change_message", 20_000],
])("%s has at most %i characters", (name, most) => {
  const made = (length: number) =>
    create({ option: { content: "a", [name]: "x".repeat(length) } }, {}, admin);
  expect(made(most).ok).toBe(true);
  expect(made(most + 1)).toEqual({
    ok: false,
    errors: { [name]: [`must have at most ${most} characters`] },
  });
});
