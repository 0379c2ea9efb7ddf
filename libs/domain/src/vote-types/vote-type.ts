import type { Reading } from "../input/read-body";
import type { Choice, ChoiceMeaning } from "../vote-values";
import type { VoteValue } from "../votes/vote";
import type { TypedText } from "./typed-text";

/** `vote` and `vote_text` of a request, not checked yet. */
export interface VoteInput {
  readonly vote?: unknown;
  readonly voteText?: unknown;
}

/** The bounds of a vote from the poll or the survey step. Undefined: that of the vote type. */
export interface VoteBounds {
  /** `vote_limit_per_option_min` */
  readonly min: number | undefined;
  /** `vote_limit_per_option` */
  readonly max: number | undefined;
  /** `vote_limit_per_voter` */
  readonly perVoter: number | undefined;
  /** The number of votable options that members see now, the highest rank. Undefined: not loaded. */
  readonly options: number | undefined;
  /** The rules for `vote_text`. Undefined: any, and none beside a number (docs/reference/votes.md#other-answers). */
  readonly text: TypedText | undefined;
}

/** The meaning of a value, for readers (docs/reference/opt-in.md#what-is-shown). */
export type VoteMeaning =
  | ChoiceMeaning
  | ("abstains" | "number" | "rank" | "winner" | "votes" | "text");

/** What counting methods read on a ballot (docs/reference/counting.md#methods). */
export type BallotKind = "ranks" | "scores" | "approvals";

/** A vote type: all that depends on the type (docs/reference/votes.md#kinds-and-values). */
export interface VoteType {
  readonly name: `Votes::${string}`;
  /** The accepted values, for clients, as the end of "the value is …". */
  readonly takes: string;
  /** Whether `vote_type` may name it in polls that allow all simple types. */
  readonly simple: boolean;
  /** Whether `vote` or `vote_text` has its value. */
  readonly carries: "number" | "text";
  /** The values, if its votes choose one of a few; else empty. A 0 that is no choice abstains. */
  readonly choices: readonly Choice[];
  /** Whether an option can ask for a text beside the value (docs/reference/votes.md#other-answers). */
  readonly takesOther: boolean;
  /** Whether polls may sell its votes. The value is then the number of votes to buy. */
  readonly maySell: boolean;
  /** Whether it judges a pair of options. */
  readonly compares: boolean;
  /** Parses the value of a request. A missing value is an abstention. */
  readonly read: (input: VoteInput, bounds: VoteBounds) => Reading<VoteValue>;
  /** Whether a value is stored and readable, but not counted (docs/reference/votes.md#abstentions). */
  readonly isAbstention: (value: VoteValue) => boolean;
  /** The meaning of a value that is not an abstention. */
  readonly meaning: (value: VoteValue) => Exclude<VoteMeaning, "abstains">;
  /** What a value adds to the total of its option. */
  readonly score: (value: VoteValue) => number;
  /** The worst and the best grade, of votes that grade options on a scale. Undefined: they do not. */
  readonly scale:
    | ((bounds: Pick<VoteBounds, "min" | "max">) => { readonly min: number; readonly max: number })
    | undefined;
  /** How much of `vote_limit_per_voter` a value uses. */
  readonly limitUse: (value: VoteValue) => number;
  /** Whether the uses of a participant's votes add up. Otherwise each option that uses the limit counts once. */
  readonly limitAddsUp: boolean;
  /** Default of `vote_limit_per_voter`. Undefined means no limit. */
  readonly defaultLimitPerVoter: number | undefined;
  /** Whether values must be distinct. A change then swaps two values (docs/reference/votes.md#unique-ranks). */
  readonly unique: boolean;
  /** Whether the rating of an option is the sum of its scores or of the points of its ranks. */
  readonly ratedBy: "total" | "ranks";
  /** What decides on rank and best. When undefined, options have no average, rank, best or selected. */
  readonly bestBy: "rating" | "average" | "strength" | undefined;
  /** The ballots that counting methods make of its votes. Undefined: no method counts them. */
  readonly ballots: BallotKind | undefined;
  /** The mark of a value on a ballot. Undefined: the ballot has none for the option. */
  readonly mark: (value: VoteValue) => number | undefined;
}
