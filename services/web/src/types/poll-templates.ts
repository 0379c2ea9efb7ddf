import type { CreatePoll, Poll } from "@polls/client";
import type { AdminWords } from "../words/admin";

type Type = Poll["type"];
type VoteType = NonNullable<Poll["settings"]["vote_type"]>;
/** A kind of votes in the form: a class, or one choice per person. */
export type VoteChoice = VoteType | "single";
type NewOptions = NonNullable<CreatePoll["options"]>;

/** The fields of the form for a new poll. */
export interface Template {
  /** The kind of option that each line of the text becomes; undefined: options are files. */
  readonly lines: keyof AdminWords["polls"]["lines"] | undefined;
  /** Whether at least one line is required. */
  readonly demanded: boolean;
  /** Kinds of votes to choose from, the default first; empty: the type has only one. */
  readonly votes: readonly VoteChoice[];
  /** Whether the poll can allow participants to add options. */
  readonly takesSubmissions: boolean;
  /** Whether this is allowed by default. */
  readonly proposesSubmissions?: true;
  readonly asksFirstDoor?: true;
  readonly optionsOf: (lines: readonly string[], firstDay: string) => NewOptions;
}

/** The settings of a kind of votes. */
export const settingsOfVotes = (choice: VoteChoice | undefined): CreatePoll["settings"] =>
  choice === "single"
    ? { vote_type: "Votes::UpVote", vote_limit_per_voter: 1 }
    : { ...(choice !== undefined && { vote_type: choice }) };

const plainVotes: readonly VoteChoice[] = [
  "single",
  "Votes::BooleanVote",
  "Votes::YesNoMaybeVote",
  "Votes::RatingVote",
  "Votes::UpVote",
  "Votes::DotVote",
  "Votes::RankedVote",
  "Votes::RangeVote",
  "Votes::EmojiVote",
];

const texts = (lines: readonly string[]): NewOptions => lines.map((content) => ({ content }));

const gallery: Template = {
  lines: undefined,
  demanded: false,
  takesSubmissions: true,
  votes: ["Votes::RatingVote", "Votes::HeartVote", "Votes::LikeVote", "Votes::UpVote"],
  optionsOf: () => [],
};

const DAY_MS = 86_400_000;

/** Without a first day, as in a draft, they have no days. */
function doors(lines: readonly string[], firstDay: string): NewOptions {
  const first = Date.parse(`${firstDay}T00:00Z`);
  if (Number.isNaN(first)) return texts(lines);
  return lines.map((content, at) => ({
    content,
    start_date: new Date(first + at * DAY_MS).toISOString().slice(0, 10),
  }));
}

const plain = { demanded: true, takesSubmissions: false, votes: [] } as const;

/** One row for each type of poll: a missing row does not compile. */
export const templates: Readonly<Record<Type, Template>> = {
  "Polls::Voting": {
    lines: "options",
    demanded: true,
    takesSubmissions: true,
    votes: plainVotes,
    optionsOf: texts,
  },
  "Polls::Survey": {
    ...plain,
    lines: "questions",
    optionsOf: (lines) =>
      lines.map((content) => ({
        content,
        settings: { survey_step_type: "input" },
        children: [{ content, input_type: "text" }],
      })),
  },
  "Polls::Table": {
    ...plain,
    lines: "columns",
    optionsOf: (lines) => lines.map((content) => ({ content, input_type: "text" })),
  },
  "Polls::Collection": {
    lines: "ideas",
    demanded: false,
    optionsOf: texts,
    takesSubmissions: true,
    proposesSubmissions: true,
    votes: ["Votes::UpVote", "Votes::HeartVote", "Votes::RatingVote"],
  },
  "Polls::PhotoGallery": gallery,
  "Polls::ImageGallery": gallery,
  "Polls::VideoGallery": gallery,
  "Polls::AudioGallery": gallery,
  "Polls::PairwiseComparison": { ...plain, lines: "options", optionsOf: texts },
  "Polls::AdventCalendar": { ...plain, lines: "doors", asksFirstDoor: true, optionsOf: doors },
};
