// Covers docs/reference/opt-in.md: addresses
// Covers docs/reference/options.md: classes
// Covers docs/reference/participants.md: names
// Covers docs/reference/polls.md: required-fields

import { optionRequiredFields, voterRequiredFields } from "./required-fields";
import type { PollSettings } from "./settings";
import { pollSettingsOf } from "./settings";

const attributes = {
  additional_attributes: {
    "1": { title: "Age", type: "number", required: true, allowed_values: [] },
    "2": { title: "Note", type: "text", required: false, allowed_values: [] },
  },
} as const;

test.each<[string, Partial<PollSettings>, unknown]>([
  ["the name, by default", {}, ["user_name"]],
  ["no name where names are generated", { anonymize_voter_names: true }, []],
  ["the address for double opt-in", { double_opt_in: true }, ["user_name", "optin_email"]],
  [
    "the invitation under check_invitation",
    { participant_limitation_type: "check_invitation" },
    ["user_name", "invitation"],
  ],
  [
    "acceptances by their flags",
    { terms_for_voters: true, privacy_policy_for_voters: true },
    ["user_name", "terms", "privacy_policy"],
  ],
  ["the required attributes at the end", attributes, ["user_name", { additional_attributes: [1] }]],
])("voter_required_fields: %s", (_case, stored, expected) => {
  expect(voterRequiredFields(pollSettingsOf("Polls::Voting", stored))).toEqual(expected);
});

test.each([
  ["Polls::Voting", {}, ["content"]],
  ["Polls::ImageGallery", {}, ["attachment"]],
  ["Polls::VideoGallery", {}, []],
  ["Polls::AdventCalendar", {}, ["start_date"]],
  ["Polls::Voting", { option_type: "Options::DateRangeOption" }, ["start_date", "end_date"]],
  ["Polls::Voting", { option_type: "Options::LocationOption" }, ["data"]],
  ["Polls::Voting", { option_type: "Options::DateOption" }, ["start_date"]],
  ["Polls::Voting", { option_type: "Options::DatetimeOption" }, ["start_date"]],
  ["Polls::Voting", { option_type: "Options::TimeRangeOption" }, ["start_date", "end_date"]],
  ["Polls::Voting", { option_type: "Options::FileOption" }, ["attachment"]],
  ["Polls::Voting", { option_type: "Options::DrawingOption" }, ["attachment"]],
  ["Polls::PhotoGallery", {}, ["attachment"]],
  ["Polls::AudioGallery", {}, ["attachment"]],
  ["Polls::Table", {}, ["content"]],
  ["Polls::Survey", {}, ["content"]],
  [
    "Polls::Voting",
    {
      require_author_name: true,
      require_description: true,
      terms_for_option_creators: true,
      privacy_policy_for_option_creators: true,
    },
    ["content", "author_name", "description", "terms", "privacy_policy"],
  ],
])("option_required_fields of %s with %j", (type, stored, expected) => {
  expect(optionRequiredFields(pollSettingsOf(type, stored))).toEqual(expected);
});
