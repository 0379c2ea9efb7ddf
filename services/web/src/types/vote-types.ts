import type { Option, Poll, Vote } from "@polls/client";
import type { BallotKind } from "@polls/domain/vote-types";
import { type Choice, chosen, yesNo, yesNoMaybe } from "@polls/domain/vote-values";
import { Dots, Range } from "../ballot/amounts";
import {
  type Control,
  DateField,
  Emojis,
  Heart,
  Like,
  NumberField,
  opinionsIn,
  Rank,
  Stars,
  TextField,
  Up,
} from "../ballot/controls";

export type VoteTypeName = Vote["type"];

/** Properties of a vote type on pages. A test compares those that the service knows too. */
export interface VoteType {
  /** Undefined: lists of options have no control for this type. */
  readonly control: Control | undefined;
  /** The values, the best first, of votes that choose one of a few. Absent: any others. */
  readonly choices?: readonly Choice[];
  /** Whether a vote only picks an option: by its whole row, in polls of choices, and with a text, if the option takes one. */
  readonly picks?: true;
  /** Whether values count toward `vote_limit_per_voter`; else each option with a vote counts once. */
  readonly limitAddsUp?: true;
  /** The limit if the poll sets no `vote_limit_per_voter`. Absent: none. */
  readonly defaultLimit?: number;
  /** Whether `vote_limit_per_option` bounds a value. */
  readonly bounded?: true;
  /** The highest value without a bound. Absent: there is none, or it does not matter to averages. */
  readonly top?: number;
  /** Whether the average says more than the sum. */
  readonly averages?: true;
  /** Whether votes that pages cast can add up to 0. */
  readonly hasZero?: true;
  /** Whether a change may also change another vote of the participant. */
  readonly unique?: true;
  /** What counting methods read on a ballot of such votes. Absent: no method counts them. */
  readonly ballots?: BallotKind;
}

/** One row for each vote type, the usual ones first: a missing row does not compile. */
export const voteTypes: Readonly<Record<VoteTypeName, VoteType>> = {
  "Votes::BooleanVote": {
    control: opinionsIn(yesNo),
    choices: yesNo,
    hasZero: true,
    ballots: "approvals",
  },
  "Votes::YesNoMaybeVote": {
    control: opinionsIn(yesNoMaybe),
    choices: yesNoMaybe,
    hasZero: true,
    ballots: "approvals",
  },
  "Votes::UpVote": { control: Up, choices: chosen, picks: true, ballots: "approvals" },
  "Votes::RatingVote": { control: Stars, averages: true, top: 5, bounded: true, ballots: "scores" },
  "Votes::EmojiVote": { control: Emojis, averages: true, top: 5 },
  "Votes::RangeVote": {
    control: Range,
    averages: true,
    top: 10,
    bounded: true,
    hasZero: true,
    ballots: "scores",
  },
  "Votes::DotVote": { control: Dots, bounded: true, limitAddsUp: true, defaultLimit: 10 },
  "Votes::RankedVote": { control: Rank, unique: true, ballots: "ranks" },
  "Votes::LikeVote": { control: Like, choices: chosen, ballots: "approvals" },
  "Votes::HeartVote": { control: Heart, choices: chosen, ballots: "approvals" },
  "Votes::NumberVote": { control: NumberField, averages: true, hasZero: true },
  "Votes::TextVote": { control: TextField },
  "Votes::DateVote": { control: DateField },
  "Votes::PairwiseVote": { control: undefined },
};

/** The vote type of a poll. Undefined: it depends on the option. */
export const voteTypeOf = ({ settings }: Poll): VoteType | undefined =>
  settings.vote_type === undefined ? undefined : voteTypes[settings.vote_type];

export const voteTypeOfStep = ({ settings }: Option): VoteType =>
  voteTypes[settings?.survey_step_vote_type ?? "Votes::BooleanVote"];

/** Whether a vote only says that its option is chosen. */
export const onlyChooses = (type: VoteType | undefined): boolean => type?.choices === chosen;
