// Covers docs/reference/polls.md: types

import { optionTypes } from "../option-types";
import { pollSettingsOf } from "../polls/settings";
import { settingsProblems } from "../polls/settings-problems";
import { voteTypes } from "../vote-types";
import { euros } from "../votes/testing/ordinary";
import { pollTypes, voteTypesFor } from "./index";

describe.each(pollTypes.all)("poll type $name", (type) => {
  test("has distinct option classes that exist", () => {
    expect(type.optionTypes.filter((name) => optionTypes.find(name) === undefined)).toEqual([]);
    expect(new Set(type.optionTypes).size).toBe(type.optionTypes.length);
  });

  test("allows vote types that exist, including its default", () => {
    const allowed = voteTypesFor(type);
    expect(allowed.filter((name) => voteTypes.find(name) === undefined)).toEqual([]);
    if (type.defaultVoteType !== undefined) expect(allowed[0]).toBe(type.defaultVoteType);
  });

  test("has a page size that clients may request", () => {
    expect(type.pageSize).toBeGreaterThanOrEqual(1);
    expect(type.pageSize).toBeLessThanOrEqual(100);
  });

  test("has default settings without conflicts", () => {
    const settings = pollSettingsOf(type.name, {});
    const configuration = { type: type.name, settings, hasVotingCategories: false };
    expect(settingsProblems(configuration, undefined, { amounts: euros })).toEqual({});
  });
});

const defaults = [
  ["Polls::Voting", "Options::TextOption", "Votes::BooleanVote", 20],
  ["Polls::Survey", "Options::SurveyStep", undefined, 50],
  ["Polls::Table", "Options::InputOption", "Votes::TextVote", 100],
  ["Polls::Collection", "Options::TextOption", "Votes::UpVote", 20],
  ["Polls::PhotoGallery", "Options::PhotoOption", "Votes::RatingVote", 24],
  ["Polls::ImageGallery", "Options::ImageOption", "Votes::RatingVote", 24],
  ["Polls::VideoGallery", "Options::VideoOption", "Votes::RatingVote", 12],
  ["Polls::AudioGallery", "Options::AudioOption", "Votes::RatingVote", 24],
  ["Polls::PairwiseComparison", "Options::TextOption", "Votes::PairwiseVote", 20],
  ["Polls::AdventCalendar", "Options::AdventCalendarOption", "Votes::UpVote", 24],
] as const;

test("each poll type has its defaults in these tests", () => {
  expect(defaults.map(([name]) => name).sort()).toEqual([...pollTypes.names].sort());
});

test.each(defaults)("%s has %s, %s and pages of %s", (name, optionType, voteType, pageSize) => {
  const settings = pollSettingsOf(name, {});
  expect(settings.option_type).toBe(optionType);
  expect(settings.vote_type).toBe(voteType);
  expect(pollTypes.get(name).pageSize).toBe(pageSize);
});

test("an unknown name throws", () => {
  expect(() => pollTypes.get("Polls::Nothing")).toThrow("Unknown poll type");
});
