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

/** Properties of a vote class on pages. */
export interface VoteType {
  /** Undefined: lists of options have no control for this class. */
  readonly control: Control | undefined;
  /** Whether the control itself can withdraw a vote; others need a button. */
  readonly toggles: boolean;
  /** Whether a vote only says that the option is chosen. */
  readonly chooses: boolean;
  /** Whether values count toward `vote_limit_per_voter`; else each option with a vote counts once. */
  readonly limitAddsUp: boolean;
  /** The limit if the poll sets no `vote_limit_per_voter`. */
  readonly defaultLimit: number | undefined;
  /** Whether the average says more than the sum. */
  readonly averages: boolean;
  /** Whether 0 is a value: then an average of 0 may be one of votes. */
  readonly hasZero: boolean;
  /** Whether negative values count toward the limit. */
  readonly limitsNo: boolean;
  /** Whether a change may also change another vote of the participant. */
  readonly unique: boolean;
}

const choice = {
  toggles: false,
  chooses: false,
  limitAddsUp: false,
  defaultLimit: undefined,
  limitsNo: true,
  unique: false,
  averages: false,
  hasZero: false,
} as const;
const toggle = { ...choice, toggles: true } as const;

/** One row for each vote class: a missing row does not compile. */
export const voteTypes: Readonly<Record<VoteClass, VoteType>> = {
  "Votes::BooleanVote": { ...choice, control: YesNo, limitsNo: false, hasZero: true },
  "Votes::YesNoMaybeVote": { ...choice, control: YesNoMaybe, hasZero: true },
  "Votes::UpVote": { ...toggle, chooses: true, control: Up },
  "Votes::LikeVote": { ...toggle, control: Like },
  "Votes::HeartVote": { ...toggle, control: Heart },
  "Votes::RatingVote": { ...choice, averages: true, control: Stars },
  "Votes::EmojiVote": { ...choice, averages: true, control: Emojis },
  "Votes::RangeVote": { ...choice, averages: true, hasZero: true, control: Range },
  "Votes::NumberVote": { ...choice, averages: true, hasZero: true, control: NumberField },
  "Votes::DotVote": { ...choice, control: Dots, limitAddsUp: true, defaultLimit: 10 },
  "Votes::RankedVote": { ...toggle, control: Rank, unique: true },
  "Votes::TextVote": { ...choice, control: TextField },
  "Votes::DateVote": { ...choice, control: DateField },
  "Votes::PairwiseVote": { ...choice, control: undefined },
};

/** The vote class of a poll; undefined if it depends on the option. */
export const voteTypeOf = ({ settings }: Poll): VoteType | undefined =>
  settings.vote_type === undefined ? undefined : voteTypes[settings.vote_type];

/** The vote class of the options under a survey step. */
export const voteTypeOfStep = ({ settings }: Option): VoteType =>
  voteTypes[settings?.survey_step_vote_type ?? "Votes::BooleanVote"];
