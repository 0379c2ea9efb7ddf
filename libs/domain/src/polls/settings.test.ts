// Covers docs/reference/polls.md: configuration-hints, enumerated-settings, limit-per-option, settings
// Covers docs/reference/polls.md: settings
// Covers docs/reference/requests.md: answers
// Covers docs/reference/time.md: time-zone

import { themes } from "../pictures/theme-colors";
import { pollTypes } from "../poll-types";
import { ordinaryPoll } from "../votes/testing/ordinary";
import { configurationHints } from "./configuration-hints";
import { pollSettingsOf, settingNames, settingsOfKind } from "./settings";
import { settingsOfResults } from "./settings-of-results";
import {
  settingsOfFirstOption,
  settingsOfFirstVote,
  settingsOfStoredVotes,
} from "./settings-of-votes";
import { settingsWire } from "./settings-wire";
import { settingsWithoutDependents } from "./settings-without-dependents";

const voting = "Polls::Voting";

test("hints have the counting methods of the vote type, and the entries of tie_break", () => {
  const hintsOf = (stored: object) => configurationHints(voting, pollSettingsOf(voting, stored));
  expect(hintsOf({ vote_type: "Votes::RankedVote" }).counting_method?.allowed_values).toEqual([
    null,
    ...[
      "borda",
      "instant_runoff",
      "single_transferable",
      "ranked_pairs",
      "schulze",
      "ranked_robin",
    ],
  ]);
  expect(hintsOf({ vote_type: "Votes::DotVote" }).counting_method).toMatchObject({
    allowed_values: [null],
    writable: false,
  });
  expect(hintsOf({}).tie_break?.allowed_values).toEqual(["first_ranks", "earlier_option", "seed"]);
});

test("an abbreviation that an earlier release stored is read as its time zone", () => {
  const settings = pollSettingsOf(voting, { timezone: "PST" });
  expect(settings.timezone).toBe("America/Los_Angeles");
});

test("each setting is in one group", () => {
  const groups = [
    settingsOfFirstOption,
    settingsOfFirstVote,
    settingsOfStoredVotes,
    settingsOfResults,
    settingsWithoutDependents,
  ];
  expect(groups.flatMap((rows) => Object.keys(rows)).sort()).toEqual(settingNames);
});

test("booleans default to false except these", () => {
  const settings = pollSettingsOf(voting, {});
  expect(settingsOfKind("boolean").filter((name) => settings[name] === true)).toEqual([
    "allow_change_sort",
    "allow_description",
    "allow_new_rows",
    "allow_search",
    "allow_share",
    "allow_voting",
    "indexing",
    "options_visible_before_voting",
    "public_admin_link",
    "require_voter_name",
  ]);
});

test.each([
  [
    "limit_for_all is the default once limit_per_option is set",
    { limit_per_option: 3 },
    { limit_per_option_type: "limit_for_all" },
  ],
  [
    "no_limit may be chosen while limit_per_option is set",
    { limit_per_option: 3, limit_per_option_type: "no_limit" },
    { limit_per_option_type: "no_limit" },
  ],
  [
    "voting_fee is the default once voting_fee is above 0",
    { voting_fee: 100 },
    { voting_fee_type: "voting_fee" },
  ],
  ["a voting_fee of 0 means no fee", { voting_fee: 0 }, { voting_fee_type: undefined }],
  [
    "submission_fee is the default once submission_fee is above 0",
    { submission_fee: 5 },
    { submission_fee_type: "submission_fee" },
  ],
  [
    "stored times are converted to dates",
    { deadline_voting: "2030-01-01T00:00:00.000Z" },
    { deadline_voting: new Date("2030-01-01T00:00:00.000Z") },
  ],
  ["the time zone is UTC unless set", {}, { timezone: "UTC" }],
])("%s", (_case, stored, expected) => {
  expect(pollSettingsOf(voting, stored)).toMatchObject(expected);
});

test("galleries list the best options first by default", () => {
  expect(pollSettingsOf("Polls::VideoGallery", {}).default_sort).toBe(
    "options.average_rating desc",
  );
  expect(configurationHints("Polls::VideoGallery").default_sort?.allowed_values[0]).toBe(
    "options.average_rating desc",
  );
});

test.each<[string, readonly (string | null)[]]>([
  ["access_by_provider", [null, "facebook"]],
  ["advent_calendar_shape", ["number", "door"]],
  [
    "default_sort",
    [
      "options.position asc",
      "options.average_rating desc",
      "options.rating desc",
      "options.created_at desc",
      "options.created_at asc",
      "options.content asc",
      "options.start_date asc",
    ],
  ],
  ["dot_vote_icon", ["dot", "star", "heart", "coin"]],
  ["effect", [null, "snow", "fireflies"]],
  ["image_orientation", ["all", "landscape", "portrait", "square"]],
  ["limit_per_option_type", ["no_limit", "limit_for_all", "limit_individual"]],
  ["notify_votes", [null, "each_vote", "daily", "all_answered"]],
  ["option_vote_requirement", ["optional", "all_options"]],
  ["participant_limitation_type", ["check_nothing", "check_user", "check_ip", "check_invitation"]],
  ["photo_gallery_image_mode", ["contain", "cover"]],
  ["photo_gallery_layout", ["auto", "grid", "masonry"]],
  ["rating_method", ["average_by_voted", "average_by_all"]],
  ["submission_fee_type", [null, "submission_fee", "submission_donation"]],
  ["target", ["best_option", "best_distribution", "lowest_resistance"]],
  ["theme", [null, ...themes]],
  ["title_font", ["modern", "serif", "system"]],
  ["voting_fee_type", [null, "voting_fee", "voting_sell_votes", "voting_donation"]],
])("%s has its values, the default first", (name, values) => {
  const hint = Object.entries(configurationHints(voting)).find(([one]) => one === name);
  expect(hint?.[1].allowed_values).toEqual(values);
  const settings: Readonly<Record<string, unknown>> = { ...pollSettingsOf(voting, {}) };
  expect(settings[name] ?? null).toBe(values[0]);
});

test.each<[string, boolean]>([
  ["Polls::Voting", true],
  ["Polls::PhotoGallery", true],
  ["Polls::Survey", false],
  ["Polls::Table", false],
  ["Polls::PairwiseComparison", false],
])("hints of %s offer to sell votes: %s", (type, sells) => {
  const { allowed_values } = configurationHints(type).voting_fee_type ?? {};
  expect(allowed_values?.includes("voting_sell_votes")).toBe(sells);
});

test.each(pollTypes.names)(
  "hints of %s name every enumerated setting, with its value among the allowed ones",
  (type) => {
    const hints = configurationHints(type);
    expect(Object.keys(hints).sort()).toEqual([...settingsOfKind("choice"), "tie_break"].sort());
    const settings = pollSettingsOf(type, {});
    for (const name of settingsOfKind("choice")) {
      const { allowed_values: allowed = [], writable } = hints[name] ?? {};
      expect(writable).toBe(allowed.length > 1);
      if (allowed.length > 0) expect(allowed).toContain(settings[name] ?? null);
    }
  },
);

test("booleans, arrays and objects are always present, others only if set", () => {
  const wire = settingsWire(
    ordinaryPoll({
      passwordHash: "x",
      votingCategories: [{ id: 4, title: "Taste" }],
      settings: { deadline_voting: new Date("2030-01-01T00:00:00Z"), voting_fee: 0 },
    }),
  );
  expect(wire).toMatchObject({
    allow_voting: true,
    allowed_hosts: [],
    thank_you_page_data: {},
    additional_attributes: {},
    deadline_voting: "2030-01-01T00:00:00.000Z",
    voting_fee: 0,
    voting_categories: ["Taste"],
    voting_category_ids: [{ id: 4, title: "Taste" }],
    password_protected: true,
  });
  for (const name of ["effect", "voting_fee_type", "terms", "chosen", "last_voting_category_id"]) {
    expect(wire).not.toHaveProperty(name);
  }
});
