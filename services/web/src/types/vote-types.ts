import type { Option, Poll, Vote } from "@polls/client";
import {
  type Control,
  DateField,
  Dots,
  Emojis,
  Heart,
  Like,
  NumberField,
  Range,
  Rank,
  Stars,
  TextField,
  Up,
  YesNo,
  YesNoMaybe,
} from "../ballot/controls";

type VoteClass = Vote["type"];

/** Everything that depends on the class of votes, on pages. */
export interface VoteType {
  /** Undefined: not voted on in lists of options. */
  readonly control: Control | undefined;
  /** The control takes a vote back itself; others need a button for it. */
  readonly toggles: boolean;
  /** Values use up `vote_limit_per_voter`; else each option with a vote counts once. */
  readonly limitAddsUp: boolean;
  /** Where the poll sets no `vote_limit_per_voter`. */
  readonly defaultLimit: number | undefined;
  /** A change may change another vote of the participant. */
  readonly unique: boolean;
}

const choice = {
  toggles: false,
  limitAddsUp: false,
  defaultLimit: undefined,
  unique: false,
} as const;
const toggle = { ...choice, toggles: true } as const;

/** One row for each class of votes: a forgotten one does not compile. */
export const voteTypes: Readonly<Record<VoteClass, VoteType>> = {
  "Votes::BooleanVote": { ...choice, control: YesNo },
  "Votes::YesNoMaybeVote": { ...choice, control: YesNoMaybe },
  "Votes::UpVote": { ...toggle, control: Up },
  "Votes::LikeVote": { ...toggle, control: Like },
  "Votes::HeartVote": { ...toggle, control: Heart },
  "Votes::RatingVote": { ...choice, control: Stars },
  "Votes::EmojiVote": { ...choice, control: Emojis },
  "Votes::RangeVote": { ...choice, control: Range },
  "Votes::NumberVote": { ...choice, control: NumberField },
  "Votes::DotVote": { ...choice, control: Dots, limitAddsUp: true, defaultLimit: 10 },
  "Votes::RankedVote": { ...choice, control: Rank, unique: true },
  "Votes::TextVote": { ...choice, control: TextField },
  "Votes::DateVote": { ...choice, control: DateField },
  "Votes::PairwiseVote": { ...choice, control: undefined },
};

/** The class of votes of a poll; undefined where it differs by option. */
export const voteTypeOf = ({ settings }: Poll): VoteType | undefined =>
  settings.vote_type === undefined ? undefined : voteTypes[settings.vote_type];

/** Of the options under a step of a survey. */
export const voteTypeOfStep = ({ settings }: Option): VoteType =>
  voteTypes[settings?.survey_step_vote_type ?? "Votes::BooleanVote"];
