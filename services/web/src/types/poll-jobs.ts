import type { CreatePoll, Poll } from "@polls/client";
import type { BallotKind } from "@polls/domain/vote-types";
import { type CountingMethod, electsSeveral } from "./counting-methods";
import { type DatesDraft, dayAfter, noDates, optionsOfDates } from "./date-drafts";
import { isOfPlaces } from "./option-types";
import { optionsOfPlaces, type PlaceDraft } from "./place-drafts";
import { emptyQuestion, inputOf, type QuestionDraft, stepOf } from "./questions";
import { voteTypes } from "./vote-types";

type Type = Poll["type"];
/** How people vote, in the form: a vote type, or one choice per person. */
export type WayToVote = NonNullable<Poll["settings"]["vote_type"]> | "single";
type Settings = NonNullable<CreatePoll["settings"]>;
type NewOptions = NonNullable<CreatePoll["options"]>;

/** The jobs for which people make polls, in the order of the page. */
export const jobNames = [
  "dates",
  "places",
  "choice",
  "approval",
  "ranking",
  "stars",
  "points",
  "survey",
  "signup",
  "table",
  "ideas",
  "contest",
  "pairs",
  "calendar",
  "sale",
] as const;
export type JobName = (typeof jobNames)[number];

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

/** A poll that is not created yet. Each job uses what its form asks for. */
export interface PollDraft {
  readonly title: string;
  /** Options, ideas, doors or slots. */
  readonly texts: readonly string[];
  /** The number of places of each slot. */
  readonly places: readonly (number | undefined)[];
  readonly questions: readonly QuestionDraft[];
  readonly dates: DatesDraft;
  readonly locations: readonly PlaceDraft[];
  readonly hasTimes: boolean;
  /** Of the times, and of the poll. */
  readonly timezone: string;
  readonly firstDoor: string;
  readonly votes: WayToVote | undefined;
  /** Undefined: by sum or average. */
  readonly method: CountingMethod | undefined;
  /** How many the method elects. */
  readonly seats: number;
  readonly takesSubmissions: boolean;
  readonly type: Type;
  /** The price of a vote, in the minor unit of the currency. */
  readonly price: number | undefined;
}

interface Job {
  /** The types of polls to choose from, the default first. */
  readonly types: readonly [Type, ...Type[]];
  readonly form: JobForm;
  /** How people can vote, the default first; empty: the type has only one vote type. */
  readonly votes: readonly WayToVote[];
  readonly settings?: Settings;
  /** Whether participants can be allowed to add options, and whether they are by default. */
  readonly submissions?: "offered" | "proposed";
  /** Whether the form offers counting methods. */
  readonly counts?: true;
  /** Whether votes are sold. */
  readonly sells?: true;
}

const voting = { types: ["Polls::Voting"], form: "texts", submissions: "offered" } as const;
const plain = { votes: [] } as const;

const jobs: Readonly<Record<JobName, Job>> = {
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
    submissions: "offered",
  },
  pairs: { ...plain, types: ["Polls::PairwiseComparison"], form: "texts" },
  calendar: { ...plain, types: ["Polls::AdventCalendar"], form: "doors" },
  sale: {
    ...voting,
    votes: ["Votes::UpVote"],
    settings: { voting_fee_type: "voting_sell_votes" },
    sells: true,
  },
};

export const jobOf = (name: JobName): Job => jobs[name];

/** The ballots that a method counts. A missing row does not compile. */
const ballotsOf: Readonly<Record<CountingMethod, BallotKind>> = {
  borda: "ranks",
  instant_runoff: "ranks",
  single_transferable: "ranks",
  ranked_pairs: "ranks",
  schulze: "ranks",
  ranked_robin: "ranks",
  average: "scores",
  score: "scores",
  star: "scores",
  majority_judgment: "scores",
  star_proportional: "scores",
  approval: "approvals",
  sequential_phragmen: "approvals",
};

/** The counting methods that the form of a job offers for votes. */
export function methodsFor(name: JobName, votes: WayToVote | undefined): CountingMethod[] {
  if (jobs[name].counts !== true || votes === undefined || votes === "single") return [];
  const { ballots } = voteTypes[votes];
  return (Object.keys(ballotsOf) as CountingMethod[]).filter(
    (method) => ballotsOf[method] === ballots,
  );
}

/** Jobs whose vote type no other job has. */
const byVotes = ["ranking", "stars", "points"] as const;

/** The job that a poll does. */
export function jobOfPoll({ type, settings }: Pick<Poll, "type" | "settings">): JobName {
  if (type !== "Polls::Voting") {
    return jobNames.find((name) => jobs[name].types.includes(type)) ?? "approval";
  }
  const { vote_type, option_type = "Options::TextOption" } = settings;
  if (settings.voting_fee_type === "voting_sell_votes") return "sale";
  if (settings.limit_per_option_type === "limit_individual") return "signup";
  if (/Date|Time/.test(option_type)) return "dates";
  if (isOfPlaces({ settings })) return "places";
  if (vote_type === "Votes::UpVote" && settings.vote_limit_per_voter === 1) return "choice";
  return byVotes.find((name) => jobs[name].votes[0] === vote_type) ?? "approval";
}

/** The settings of a way to vote. */
const settingsOfVotes = (choice: WayToVote | undefined): Settings =>
  choice === "single"
    ? { vote_type: "Votes::UpVote", vote_limit_per_voter: 1 }
    : { ...(choice !== undefined && { vote_type: choice }) };

const settingsOfMethod = ({ method, seats }: PollDraft): Settings =>
  method === undefined
    ? {}
    : { counting_method: method, ...(electsSeveral(method) && seats > 1 && { seats }) };

const optionsByForm: Readonly<Record<JobForm, (draft: PollDraft) => NewOptions>> = {
  texts: ({ texts }) => texts.map((content) => ({ content })),
  dates: ({ dates, hasTimes }) => optionsOfDates(dates, hasTimes ? "ranges" : "days"),
  places: ({ locations }) => optionsOfPlaces(locations),
  questions: ({ questions }) => questions.map(stepOf),
  columns: ({ questions }) => questions.map(inputOf),
  slots: ({ texts, places }) =>
    texts.map((content, at) => ({
      content,
      ...(places[at] !== undefined && { settings: { voter_limit: places[at] } }),
    })),
  doors: ({ texts, firstDoor }) =>
    texts.map((content, at) => ({
      content,
      ...(firstDoor !== "" && { start_date: dayAfter(firstDoor, at) }),
    })),
  files: () => [],
};

const settingsByForm: Readonly<Partial<Record<JobForm, (draft: PollDraft) => Settings>>> = {
  dates: ({ hasTimes }) => ({
    option_type: hasTimes ? "Options::TimeRangeOption" : "Options::DateOption",
  }),
  places: () => ({ option_type: "Options::LocationOption" }),
};

/** The poll that a draft describes. */
export function pollOf(name: JobName, draft: PollDraft): CreatePoll {
  const { form, settings, sells } = jobs[name];
  const options = optionsByForm[form](draft);
  return {
    poll: { title: draft.title, type: draft.type, allow_new_options: draft.takesSubmissions },
    settings: {
      timezone: draft.timezone,
      ...settingsOfVotes(draft.votes),
      ...settingsOfMethod(draft),
      ...settingsByForm[form]?.(draft),
      ...settings,
      ...(sells && draft.price !== undefined && { voting_fee: draft.price }),
    },
    ...(options.length > 0 && { options }),
  };
}

/** The example of a job, in the language of the page. */
export interface JobExample {
  readonly title: string;
  readonly texts?: readonly string[];
  readonly places?: readonly number[];
  readonly questions?: readonly Partial<QuestionDraft>[];
  readonly locations?: readonly PlaceDraft[];
}

/** All that an example enters into fields. */
export const enteredBy = ({
  title,
  texts = [],
  places = [],
  questions = [],
  locations = [],
}: JobExample): ReadonlySet<string> =>
  new Set([
    title,
    ...texts,
    ...places.map(String),
    ...locations.flatMap(({ name, position }) => [name, position]),
    ...questions.flatMap(({ text = "", choices = [] }) => [text, ...choices]),
  ]);

/** The draft that a job begins with. `today`: for the first door of a calendar. */
export function firstDraft(
  name: JobName,
  example: JobExample,
  { today, timezone }: { readonly today: string; readonly timezone: string },
): PollDraft {
  const { types, votes, submissions } = jobs[name];
  const december = `${today.slice(0, 4)}-12-01`;
  return {
    title: example.title,
    texts: example.texts ?? [],
    places: example.places ?? [],
    questions: (example.questions ?? []).map((question) => ({ ...emptyQuestion, ...question })),
    dates: noDates,
    locations: example.locations ?? [],
    hasTimes: true,
    timezone,
    firstDoor: december < today ? today : december,
    votes: votes[0],
    method: undefined,
    seats: 1,
    takesSubmissions: submissions === "proposed",
    type: types[0],
    price: undefined,
  };
}
