import { optionTypes } from "../option-types";
import { registry } from "../registry";
import { voteTypes } from "../vote-types";
import type { PollType } from "./poll-type";

/** The values that most poll types share. */
const plainPoll = {
  voteTypes: "simple",
  pageSize: 20,
  defaultSort: "options.position asc",
  hasOptionStates: false,
  hasSteps: false,
  hasCategories: true,
  takesVotingCategories: true,
  offersPairs: false,
  isWall: false,
  participantsAreRows: false,
  adminsChangeParticipants: false,
  adminsDeleteVotes: false,
} as const satisfies Partial<PollType>;

/** Galleries list the best options first. */
const plainGallery = {
  ...plainPoll,
  pageSize: 24,
  defaultSort: "options.average_rating desc",
  defaultVoteType: "Votes::RatingVote",
} as const satisfies Partial<PollType>;

const first = "Options::TextOption";
const otherSimple = optionTypes.all
  .filter(({ name, simple }) => simple && name !== first)
  .map(({ name }) => name);

/** The type of a poll that is created without a type. */
export const defaultPollType = "Polls::Voting";

/** All poll types (docs/reference/polls.md#types). */
export const pollTypes = registry<PollType>("poll type", [
  /** Votes on options of one simple class. */
  {
    ...plainPoll,
    name: defaultPollType,
    optionTypes: [first, ...otherSimple],
    defaultVoteType: "Votes::BooleanVote",
    adminsChangeParticipants: true,
  },
  /** Steps in order, with branching; each has its own vote type. */
  {
    ...plainPoll,
    name: "Polls::Survey",
    optionTypes: ["Options::SurveyStep"],
    defaultVoteType: undefined,
    voteTypes: [],
    pageSize: 50,
    hasSteps: true,
    hasCategories: false,
    takesVotingCategories: false,
    adminsDeleteVotes: true,
  },
  /** Options are columns, participants are rows, votes are cells. */
  {
    ...plainPoll,
    name: "Polls::Table",
    optionTypes: ["Options::InputOption"],
    defaultVoteType: "Votes::TextVote",
    voteTypes: ["Votes::TextVote"],
    pageSize: 100,
    takesVotingCategories: false,
    participantsAreRows: true,
    adminsChangeParticipants: true,
  },
  /** Proposals of all participants, which move through states. */
  {
    ...plainPoll,
    name: "Polls::Collection",
    optionTypes: [
      "Options::TextOption",
      "Options::ImageOption",
      "Options::FileOption",
      "Options::DrawingOption",
      "Options::LocationOption",
    ],
    defaultVoteType: "Votes::UpVote",
    hasOptionStates: true,
  },
  /** Photos and series of photos, with their camera metadata. */
  {
    ...plainGallery,
    name: "Polls::PhotoGallery",
    isWall: true,
    optionTypes: ["Options::PhotoOption"],
  },
  {
    ...plainGallery,
    name: "Polls::ImageGallery",
    isWall: true,
    optionTypes: ["Options::ImageOption"],
  },
  /** Uploaded videos, and videos of YouTube and Vimeo. */
  {
    ...plainGallery,
    name: "Polls::VideoGallery",
    isWall: true,
    optionTypes: ["Options::VideoOption"],
    pageSize: 12,
  },
  /** Recordings with cover art. */
  {
    ...plainGallery,
    name: "Polls::AudioGallery",
    optionTypes: ["Options::AudioOption"],
  },
  /** Participants judge two options at a time (docs/reference/comparisons.md#comparisons). */
  {
    ...plainPoll,
    name: "Polls::PairwiseComparison",
    optionTypes: ["Options::TextOption", "Options::ImageOption"],
    defaultVoteType: "Votes::PairwiseVote",
    voteTypes: ["Votes::PairwiseVote"],
    takesVotingCategories: false,
    offersPairs: true,
  },
  /** Options that open on their days (docs/reference/options.md#calendar-doors). */
  {
    ...plainPoll,
    name: "Polls::AdventCalendar",
    optionTypes: ["Options::AdventCalendarOption"],
    defaultVoteType: "Votes::UpVote",
    pageSize: 24,
  },
]);

/** Allowed values of `vote_type`, the default first. Empty where the parent of an option sets it. */
export function voteTypesFor({ defaultVoteType, voteTypes: allowed }: PollType): readonly string[] {
  const names =
    allowed === "simple"
      ? voteTypes.all.filter(({ simple }) => simple).map(({ name }) => name)
      : allowed;
  const others = names.filter((name) => name !== defaultVoteType);
  return defaultVoteType === undefined ? others : [defaultVoteType, ...others];
}
