import type { CreatePoll, Poll } from "@polls/client";
import { isOfPlaces } from "./option-types";

export type PollType = Poll["type"];
/** How people vote, in the form: a vote type, or one choice per person. */
export type WayToVote = NonNullable<Poll["settings"]["vote_type"]> | "single";
type Settings = NonNullable<CreatePoll["settings"]>;

/** What the form of a new poll asks for, beside its title. */
export type JobForm =
  | "texts"
  | "dates"
  | "places"
  | "questions"
  | "columns"
  | "slots"
  | "doors"
  | "files";

interface Job {
  /** The types of polls to choose from, the default first. */
  readonly types: readonly [PollType, ...PollType[]];
  readonly form: JobForm;
  /** How people can vote, the default first; empty: the type has only one vote type. */
  readonly votes: readonly WayToVote[];
  readonly settings?: Settings;
  /** Whether participants can be allowed to add options, and whether they are by default. */
  readonly submissions?: "offered" | "proposed";
  /** Whether the form offers counting methods. */
  readonly counts?: true;
  readonly sells?: true;
}

const voting = { types: ["Polls::Voting"], form: "texts", submissions: "offered" } as const;
const plain = { votes: [] } as const;

/** The jobs for which people make polls, in the order of the page. */
const jobs = {
  dates: {
    ...voting,
    form: "dates",
    settings: { default_sort: "options.start_date asc" },
    votes: ["Votes::YesNoMaybeVote", "Votes::BooleanVote", "single"],
  },
  places: {
    ...voting,
    form: "places",
    votes: ["Votes::YesNoMaybeVote", "Votes::BooleanVote", "single", "Votes::RatingVote"],
  },
  choice: { ...voting, votes: ["single"] },
  approval: {
    ...voting,
    counts: true,
    votes: [
      "Votes::BooleanVote",
      "Votes::YesNoMaybeVote",
      "Votes::UpVote",
      "Votes::LikeVote",
      "Votes::EmojiVote",
      "Votes::RangeVote",
    ],
  },
  ranking: { ...voting, counts: true, votes: ["Votes::RankedVote"] },
  stars: { ...voting, counts: true, votes: ["Votes::RatingVote"] },
  points: { ...voting, votes: ["Votes::DotVote"] },
  survey: { ...plain, types: ["Polls::Survey"], form: "questions" },
  signup: {
    types: ["Polls::Voting"],
    form: "slots",
    votes: ["Votes::UpVote"],
    settings: { limit_per_option_type: "limit_individual" },
  },
  table: { ...plain, types: ["Polls::Table"], form: "columns" },
  ideas: {
    types: ["Polls::Collection"],
    form: "texts",
    votes: ["Votes::UpVote", "Votes::HeartVote", "Votes::RatingVote"],
    submissions: "proposed",
  },
  contest: {
    types: [
      "Polls::PhotoGallery",
      "Polls::ImageGallery",
      "Polls::VideoGallery",
      "Polls::AudioGallery",
    ],
    form: "files",
    // Leaders that stand first get more votes.
    settings: { default_sort: "options.position asc" },
    votes: ["Votes::RatingVote", "Votes::HeartVote", "Votes::LikeVote", "Votes::UpVote"],
    submissions: "proposed",
  },
  pairs: { ...plain, types: ["Polls::PairwiseComparison"], form: "texts" },
  calendar: {
    ...plain,
    types: ["Polls::AdventCalendar"],
    form: "doors",
    settings: { advent_calendar_shape: "door" },
  },
  sale: {
    ...voting,
    votes: ["Votes::UpVote"],
    settings: { voting_fee_type: "voting_sell_votes" },
    sells: true,
  },
} satisfies Readonly<Record<string, Job>>;

export type JobName = keyof typeof jobs;
export const jobNames = Object.keys(jobs) as readonly JobName[];

export const jobOf = (name: JobName): Job => jobs[name];

/** Jobs whose vote type no other job has. */
const byVotes = ["ranking", "stars", "points"] as const;

export function jobOfPoll({ type, settings }: Pick<Poll, "type" | "settings">): JobName {
  if (type !== "Polls::Voting") {
    return jobNames.find((name) => jobOf(name).types.includes(type)) ?? "approval";
  }
  const { vote_type, option_type = "Options::TextOption" } = settings;
  if (settings.voting_fee_type === "voting_sell_votes") return "sale";
  if (settings.limit_per_option_type === "limit_individual") return "signup";
  if (/Date|Time/.test(option_type)) return "dates";
  if (isOfPlaces({ settings })) return "places";
  if (vote_type === "Votes::UpVote" && settings.vote_limit_per_voter === 1) return "choice";
  return byVotes.find((name) => jobOf(name).votes[0] === vote_type) ?? "approval";
}
