// Covers docs/reference/access.md: poll-password
// Covers docs/reference/options.md: state
// Covers docs/reference/polls.md: addresses, conflicting-settings, creation, creation-with-settings-and-options
// Covers docs/reference/polls.md: enumerated-settings, settings, types, update, voting-categories
// Covers docs/reference/requests.md: bodies, field-rules, ids, time-zone
// Covers docs/reference/time.md: time-zone, windows

import type { FieldErrors, Sentences } from "../refusals/refusal";
import { euros, ordinaryPoll } from "../votes/testing/ordinary";
import { readCreatePoll } from "./read-create-poll";
import { readUpdatePoll, type UpdatePollFacts } from "./read-update-poll";
import { settingsOfKind } from "./settings";
import { unusedPoll } from "./testing/unused-poll";

const terms = { amounts: euros };
const errorsOfCreate = (poll: object): FieldErrors => {
  const read = readCreatePoll({ poll: { title: "Lunch", ...poll } }, terms);
  return read.ok ? {} : read.errors;
};

const draftOf = (poll: object) => {
  const read = readCreatePoll({ poll: { title: "Lunch", ...poll } }, terms);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.value;
};

describe("readCreatePoll", () => {
  test.each([
    ["no body", undefined, { base: ["The body must be a JSON object"] }],
    ["no poll", {}, { poll: ["is required"] }],
    ["a poll that is a list", { poll: [] }, { poll: ["must be an object"] }],
    ["an empty poll", { poll: {} }, { title: ["is required"] }],
    ["a title of blanks", { poll: { title: "  " } }, { title: ["is required"] }],
    ["a field beside the poll", { poll: { title: "a" }, x: 1 }, { x: ["is not a known field"] }],
  ])("a poll is refused in this case: %s", (_case, body, errors) => {
    expect(readCreatePoll(body, terms)).toEqual({ ok: false, errors });
  });

  test.each<[string, object, Sentences]>([
    ["an unknown field", { color: "red" }, { color: ["is not a known field"] }],
    [
      "options inside the poll",
      { options: [{ content: "A" }] },
      { options: ["must be sent beside `poll`, not inside it"] },
    ],
    [
      "a field named like a property of every object",
      { constructor: 1 },
      { constructor: ["is not a known field"] },
    ],
    [
      "a title that is too long",
      { title: "x".repeat(256) },
      { title: ["must have at most 255 characters"] },
    ],
    [
      "a password that is too long",
      { password: "x".repeat(129) },
      { password: ["must have at most 128 characters"] },
    ],
    [
      "a host with a port",
      { allowed_hosts: ["example.org", "example.org:80"] },
      { "allowed_hosts.1": ["must be a host name such as example.org or *.example.org"] },
    ],
    [
      "a domain of subdomains",
      { restricted_double_opt_in_domains: ["*.example.org"] },
      { "restricted_double_opt_in_domains.0": ["must be a domain such as example.org"] },
    ],
    [
      "a control character",
      { description: "a\u0000b" },
      { description: ["has invalid characters"] },
    ],
    ["a single surrogate", { description: "\ud800" }, { description: ["has invalid characters"] }],
    ["an integer below 0", { option_limit: -1 }, { option_limit: ["must be at least 0"] }],
    [
      "an integer of more than 31 bits",
      { option_limit: 2 ** 31 },
      { option_limit: ["must be at most 2147483647"] },
    ],
    [
      "a boolean of another type",
      { allow_voting: "yes" },
      { allow_voting: ["must be true or false"] },
    ],
    [
      "an invalid e-mail address",
      { creator_email: "ann" },
      { creator_email: ["must be an e-mail address"] },
    ],
    [
      "an invalid e-mail address of the publisher",
      { publisher_email: "Ann <ann@example.org>" },
      { publisher_email: ["must be an e-mail address"] },
    ],
    [
      "an unknown time zone",
      { timezone: "Mars" },
      { timezone: ["must be a time zone such as Europe/Berlin"] },
    ],
    [
      "a day that does not exist",
      { deadline_voting: "2030-02-30" },
      { deadline_voting: ["must be a date and time in ISO 8601"] },
    ],
    [
      "a member hash with capitals",
      { member_hash: "Lunch" },
      { member_hash: ["must be 4 to 64 of the characters a-z, 0-9, - and _"] },
    ],
    [
      "a window that ends before it starts",
      { start_date_voting: "2030-02-02", deadline_voting: "2030-02-01" },
      { start_date_voting: ["must be before deadline_voting"] },
    ],
    [
      "a category twice",
      { voting_categories: ["a", "a"] },
      { voting_categories: ["contains a category twice"] },
    ],
    [
      "an unknown state",
      { default_states: ["done", "lost"] },
      {
        "default_states.1": [
          "must be one of incoming, investigation, planned, in_implementation, rejected, done",
        ],
      },
    ],
    [
      "a select without values",
      { additional_attributes: [{ title: "Size", type: "select" }] },
      { "additional_attributes.0.allowed_values": ["is required"] },
    ],
  ])("%s is refused", (_case, poll, errors) => {
    expect(errorsOfCreate(poll)).toEqual(errors);
  });

  test.each(settingsOfKind("choice"))("%s is refused with a hint at settings", (name) => {
    expect(errorsOfCreate({ [name]: "anything" })).toEqual({
      [name]: ["cannot be set in `poll` on creation: use `settings` beside `poll`, or an update"],
    });
  });

  test("settings beside the poll are read like settings in it, including enumerated ones", () => {
    const read = readCreatePoll(
      {
        poll: { title: "Lunch", vote_limit_per_option: 7, timezone: "Europe/Berlin" },
        settings: {
          vote_type: "Votes::RangeVote",
          vote_limit_per_option: 3,
          deadline_voting: "2030-01-01",
          voting_categories: ["Taste"],
          password_protected: true,
          voting_category_ids: [],
        },
      },
      terms,
    );
    expect(read).toMatchObject({
      ok: true,
      value: {
        settings: {
          vote_type: "Votes::RangeVote",
          vote_limit_per_option: 7,
          deadline_voting: "2030-01-01T22:59:59.999Z",
        },
        votingCategories: [{ id: 1, title: "Taste" }],
      },
    });
  });

  test.each<[string, unknown, Sentences]>([
    ["a list", [], { settings: ["must be an object"] }],
    ["a text", "a", { settings: ["must be an object"] }],
    ["an unknown setting", { color: 1 }, { color: ["is not a known setting"] }],
    ["a field of the poll", { title: "a" }, { title: ["is not a known setting"] }],
    [
      "a value that the type of the poll lacks",
      { option_type: "Options::SurveyStep" },
      {
        option_type: [
          expect.stringMatching(/^must be one of Options::TextOption/) as unknown as string,
        ],
      },
    ],
    [
      "a value of another type, beside one of the poll",
      { allow_voting: "yes", vote_type: 1 },
      { allow_voting: ["must be true or false"], vote_type: expect.any(Array) as never },
    ],
  ])("settings that are %s are refused", (_case, settings, errors) => {
    expect(readCreatePoll({ poll: { title: "Lunch" }, settings }, terms)).toEqual({
      ok: false,
      errors,
    });
  });

  test("the error of an unknown type names the known ones", () => {
    const { type } = errorsOfCreate({ type: "Polls::Lottery" });
    expect(type?.[0]).toContain("Polls::Voting, Polls::Survey");
  });

  test("all problems are reported at once, also across fields", () => {
    const errors = errorsOfCreate({
      color: 1,
      option_limit: -1,
      start_date_voting: "2030-02-02",
      deadline_voting: "2030-02-01",
    });
    expect(Object.keys(errors).sort()).toEqual(["color", "option_limit", "start_date_voting"]);
  });

  test.each([
    ["title", 255],
    ["location", 255],
    ["creator_name", 255],
    ["publisher", 255],
    ["description", 20_000],
    ["terms", 20_000],
    ["privacy_policy", 20_000],
    ["publisher_info", 20_000],
  ])("%s has at most %i characters", (name, most) => {
    expect(errorsOfCreate({ [name]: "😀".repeat(most) })).toEqual({});
    expect(errorsOfCreate({ [name]: "x".repeat(most + 1) })).toEqual({
      [name]: [`must have at most ${most} characters`],
    });
  });

  test("hosts and domains are converted to lower case, and hosts may begin with *.", () => {
    expect(
      draftOf({
        allowed_hosts: ["Example.ORG", "*.Example.net"],
        restricted_double_opt_in_domains: ["Example.ORG"],
      }).settings,
    ).toMatchObject({
      allowed_hosts: ["example.org", "*.example.net"],
      restricted_double_opt_in_domains: ["example.org"],
    });
  });

  test("hosts and domains are stored in ASCII", () => {
    expect(
      draftOf({
        allowed_hosts: ["B\u00fccher.example", "*.b\u00fccher.example"],
        restricted_double_opt_in_domains: ["b\u00fccher.example"],
      }).settings,
    ).toMatchObject({
      allowed_hosts: ["xn--bcher-kva.example", "*.xn--bcher-kva.example"],
      restricted_double_opt_in_domains: ["xn--bcher-kva.example"],
    });
  });

  test.each(["b\u00fccher.example/x", "exa%6dple.org", "a b.example", "\u00fc@example.org"])(
    "%s is no host",
    (host) => {
      const reading = readCreatePoll({ poll: { title: "Lunch", allowed_hosts: [host] } }, terms);
      expect(reading).toMatchObject({
        ok: false,
        errors: { "allowed_hosts.0": [expect.any(String)] },
      });
    },
  );

  test("texts are trimmed, and empty texts and null mean no value", () => {
    expect(draftOf({ title: " Lunch ", description: " ", terms: null })).toMatchObject({
      title: "Lunch",
      description: undefined,
      settings: {},
    });
  });

  test("times are local in the zone of the body, and a deadline includes its whole day", () => {
    const { settings } = draftOf({
      deadline_voting: "2030-03-31",
      start_date_voting: "2030-03-01T08:00",
      timezone: "Europe/Berlin",
    });
    expect(settings).toMatchObject({
      deadline_voting: "2030-03-31T21:59:59.999Z",
      start_date_voting: "2030-03-01T07:00:00.000Z",
    });
  });

  test("categories get ids in order", () => {
    expect(draftOf({ voting_categories: ["Taste", "Price"] })).toMatchObject({
      votingCategories: [
        { id: 1, title: "Taste" },
        { id: 2, title: "Price" },
      ],
      settings: { last_voting_category_id: 2 },
    });
  });

  test("custom_hash is ignored in requests and true after a member hash was chosen", () => {
    expect(draftOf({ custom_hash: true }).settings).toEqual({});
    expect(draftOf({ member_hash: "lunch-2030" })).toMatchObject({
      memberHash: "lunch-2030",
      settings: { custom_hash: true },
    });
  });
});

describe("readUpdatePoll", () => {
  const past = new Date("2030-01-01T00:00:00Z");

  test.each(settingsOfKind("choice"))("a value of %s that no poll allows", (name) => {
    const change = { [name]: "\u00df", seats: 2 };
    const read = readUpdatePoll({ poll: change }, ordinaryPoll(), unusedPoll);
    expect(read).toMatchObject({ ok: false, errors: { [name]: expect.any(Array) } });
  });

  test.each<
    [string, Parameters<typeof ordinaryPoll>[0], object, Partial<UpdatePollFacts>, FieldErrors]
  >([
    [
      "a value that the poll type does not allow",
      {},
      { vote_type: "Votes::TextVote" },
      {},
      { vote_type: [expect.stringContaining("must be one of Votes::BooleanVote")] as never },
    ],
    [
      "a value outside the list",
      {},
      { effect: "rain" },
      {},
      { effect: ["must be one of snow, fireflies"] },
    ],
    ["another type", {}, { type: "Polls::Table" }, {}, { type: ["cannot be changed"] }],
    [
      "a fee type without an amount",
      {},
      { voting_fee_type: "voting_fee" },
      {},
      { voting_fee_type: ["needs an amount in voting_fee"] },
    ],
    [
      "selling votes without an amount",
      {},
      { voting_fee_type: "voting_sell_votes" },
      {},
      { voting_fee_type: ["needs an amount in voting_fee"] },
    ],
    [
      "selling texts",
      { type: "Polls::Table" },
      { voting_fee_type: "voting_sell_votes", voting_fee: 5 },
      {},
      { voting_fee_type: ["cannot sell votes of this vote_type"] },
    ],
    [
      "another vote type once there are votes",
      {},
      { vote_type: "Votes::RatingVote" },
      { hasVotes: true },
      { vote_type: ["cannot be changed once there are votes"] },
    ],
    [
      "another fee once there are votes",
      { settings: { voting_fee: 500 } },
      { voting_fee: 600 },
      { hasVotes: true },
      { voting_fee: ["cannot be changed once there are votes"] },
    ],
    [
      "another option type once there are options",
      {},
      { option_type: "Options::ImageOption" },
      { hasOptions: true },
      { option_type: ["cannot be changed once there are options"] },
    ],
    [
      "removing a category with votes",
      { votingCategories: [{ id: 1, title: "Taste" }] },
      { voting_categories: [] },
      { categoriesWithVotes: new Set([1]) },
      { voting_categories: ["cannot lose a category that has votes: Taste"] },
    ],
    [
      "reopening after the deadline",
      { settings: { deadline_voting: past } },
      { status: "active" },
      {},
      { status: ["stays closed until deadline_voting is moved"] },
    ],
    ["clearing the title", {}, { title: null }, {}, { title: ["is required"] }],
    [
      "an unknown status",
      {},
      { status: "archived" },
      {},
      { status: ["must be one of active, closed"] },
    ],
  ])("%s is refused", (_case, poll, change, facts, errors) => {
    expect(
      readUpdatePoll({ poll: change }, ordinaryPoll(poll), { ...unusedPoll, ...facts }),
    ).toEqual({
      ok: false,
      errors,
    });
  });

  test.each<[string, Parameters<typeof ordinaryPoll>[0], object, Partial<UpdatePollFacts>, object]>(
    [
      [
        "absent fields stay",
        {},
        { title: "Dinner" },
        {},
        { title: "Dinner", settings: { set: {}, cleared: [] } },
      ],
      [
        "null clears",
        {},
        { description: null, terms: null },
        {},
        { description: null, settings: { set: {}, cleared: ["terms"] } },
      ],
      [
        "a donation needs no amount",
        {},
        { voting_fee_type: "voting_donation" },
        {},
        { settings: { set: { voting_fee_type: "voting_donation" } } },
      ],
      [
        "a derived fee type disappears with its amount",
        { settings: { voting_fee: 5 } },
        { voting_fee: null },
        {},
        { settings: { cleared: ["voting_fee"] } },
      ],
      [
        "the same vote type again is no change",
        {},
        { vote_type: "Votes::BooleanVote" },
        { hasVotes: true },
        {},
      ],
      [
        "reopening while moving the deadline",
        { settings: { deadline_voting: past } },
        { status: "active", deadline_voting: "2031-01-01" },
        {},
        { status: "active" },
      ],
      [
        "a category keeps its id, and a new one takes an unused id",
        { votingCategories: [{ id: 2, title: "Taste" }], settings: { last_voting_category_id: 5 } },
        { voting_categories: ["Price", "Taste"] },
        {},
        {
          votingCategories: [
            { id: 6, title: "Price" },
            { id: 2, title: "Taste" },
          ],
        },
      ],
    ],
  )("%s", (_case, poll, change, facts, expected) => {
    expect(
      readUpdatePoll({ poll: change }, ordinaryPoll(poll), { ...unusedPoll, ...facts }),
    ).toMatchObject({ ok: true, value: expected });
  });

  test("settings that votes and options fix can change before any exist", () => {
    const change = { vote_type: "Votes::RatingVote", option_type: "Options::ImageOption" };
    expect(readUpdatePoll({ poll: change }, ordinaryPoll(), unusedPoll)).toMatchObject({
      ok: true,
      value: { settings: { set: change } },
    });
  });

  test("a chosen fee type stays when the amount is removed", () => {
    const poll = ordinaryPoll({
      settings: { voting_fee: 5, voting_fee_type: "voting_sell_votes" },
    });
    expect(readUpdatePoll({ poll: { voting_fee: null } }, poll, unusedPoll)).toEqual({
      ok: false,
      errors: { voting_fee: ["is needed by voting_fee_type voting_sell_votes"] },
    });
  });
});
