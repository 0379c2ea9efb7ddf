import type { CreatePoll } from "@polls/client";
import type { BallotKind } from "@polls/domain/vote-types";
import { type CountingMethod, electsSeveral } from "./counting-methods";
import { type DatesDraft, dayAfter, noDates, optionsOfDates } from "./date-drafts";
import { optionsOfPlaces, type PlaceDraft } from "./place-drafts";
import { type JobForm, type JobName, jobOf, type PollType, type WayToVote } from "./poll-jobs";
import { emptyQuestion, inputOf, type QuestionDraft, stepOf } from "./questions";
import { voteTypes } from "./vote-types";

type Settings = NonNullable<CreatePoll["settings"]>;
type NewOptions = NonNullable<CreatePoll["options"]>;

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
  readonly type: PollType;
  /** The price of a vote, in the minor unit of the currency. */
  readonly price: number | undefined;
}

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
  if (jobOf(name).counts !== true || votes === undefined || votes === "single") return [];
  const { ballots } = voteTypes[votes];
  return (Object.keys(ballotsOf) as CountingMethod[]).filter(
    (method) => ballotsOf[method] === ballots,
  );
}

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

export function pollOf(name: JobName, draft: PollDraft): CreatePoll {
  const { form, settings, sells } = jobOf(name);
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
    ...locations.map(({ name }) => name),
    ...questions.flatMap(({ text = "", choices = [] }) => [text, ...choices]),
  ]);

/** The draft that a job begins with. `today`: for the first door of a calendar. */
export function firstDraft(
  name: JobName,
  example: JobExample,
  { today, timezone }: { readonly today: string; readonly timezone: string },
): PollDraft {
  const { types, votes, submissions } = jobOf(name);
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
