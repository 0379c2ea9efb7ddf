import type { Reading } from "../input/read-body";
import type { VoteValue } from "../votes/vote";
import type { TypedText } from "./typed-text";

/** `vote` and `vote_text` of a request, not yet checked. */
export interface VoteInput {
  readonly vote?: unknown;
  readonly voteText?: unknown;
}

/** Bounds of a vote from the poll or survey step; undefined: the vote type's own bound holds. */
export interface VoteBounds {
  /** `vote_limit_per_option_min` */
  readonly min: number | undefined;
  /** `vote_limit_per_option` */
  readonly max: number | undefined;
  /** `vote_limit_per_voter` */
  readonly perVoter: number | undefined;
  /** Number of votable options that members see now, the highest rank; undefined: not loaded. */
  readonly options: number | undefined;
  /** Rules for `vote_text`; undefined: any text. */
  readonly text: TypedText | undefined;
}

/** What a value says, for people (docs/reference/opt-in.md#what-is-shown). */
export type VoteMeaning =
  | "yes"
  | "no"
  | "maybe"
  | "abstains"
  | "chosen"
  | "number"
  | "rank"
  | "winner"
  | "votes"
  | "text";

/** A vote type: a value for everything that depends on the type (docs/reference/votes.md#kinds-and-values). */
export interface VoteType {
  readonly name: `Votes::${string}`;
  /** Which values it takes, for clients; the end of "the value is …". */
  readonly takes: string;
  /** What 0 means; undefined: its votes are texts. */
  readonly zero: "abstains" | "is a no" | "is a value" | "is refused" | undefined;
  /** `vote_type` may name it in polls that allow all simple types. */
  readonly simple: boolean;
  /** `vote` or `vote_text` has its value. */
  readonly carries: "number" | "text";
  /** In polls that sell votes its value is the number of votes to buy. */
  readonly maySell: boolean;
  /** It judges a pair of options. */
  readonly compares: boolean;
  /** Reads the value of a request; no value is an abstention. */
  readonly read: (input: VoteInput, bounds: VoteBounds) => Reading<VoteValue>;
  /** Stored and readable, but not counted (docs/reference/votes.md#abstentions). */
  readonly isAbstention: (value: VoteValue) => boolean;
  /** What a value says; asked of values that are no abstention. */
  readonly meaning: (value: VoteValue) => Exclude<VoteMeaning, "abstains">;
  /** Counts as a "no" for `lowest_resistance`. */
  readonly isNo: (value: VoteValue) => boolean;
  /** Adds to the total of its option. */
  readonly score: (value: VoteValue) => number;
  /** Uses this much of `vote_limit_per_voter`. */
  readonly limitUse: (value: VoteValue) => number;
  /** Uses of all votes of a participant add up; else each option with a vote that uses the limit counts once. */
  readonly limitAddsUp: boolean;
  /** Default of `vote_limit_per_voter`; undefined: no limit. */
  readonly defaultLimitPerVoter: number | undefined;
  /** Takes a place of `limit_per_option` (docs/reference/votes.md#places-per-option). */
  readonly takesPlace: (value: VoteValue) => boolean;
  /** The votes of a participant have distinct values; a change swaps them (docs/reference/votes.md#unique-ranks). */
  readonly unique: boolean;
  /** The rating of an option is the sum of its scores, or the points of its ranks. */
  readonly ratedBy: "total" | "ranks";
  /** Rank and best go by it; undefined: options have no average, rank, best or selected. */
  readonly bestBy: "rating" | "average" | "strength" | undefined;
  /** `lowest_resistance` compares this. */
  readonly resistance: "noes" | "rating";
}
