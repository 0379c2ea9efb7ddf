import type { Reading } from "../input/read-body";
import type { VoteValue } from "../votes/vote";
import type { TypedText } from "./typed-text";

/** The value of a request as it came: `vote` and `vote_text` of S2.4. */
export interface VoteInput {
  readonly vote?: unknown;
  readonly voteText?: unknown;
}

/** What a poll or survey step says about one vote; undefined: not set, the type's own bound holds. */
export interface VoteBounds {
  /** `vote_limit_per_option_min` */
  readonly min: number | undefined;
  /** `vote_limit_per_option` */
  readonly max: number | undefined;
  /** `vote_limit_per_voter` */
  readonly perVoter: number | undefined;
  /** Votable options that members see now, for ranks; undefined: not known, ranks have no end. */
  readonly options: number | undefined;
  /** How the column types its cells; undefined: any text. */
  readonly text: TypedText | undefined;
}

/** One class of votes: answers to the questions the service asks about it (decisions 6). */
export interface VoteType {
  readonly name: `Votes::${string}`;
  /** Votings, collections, galleries and calendars take it. */
  readonly simple: boolean;
  /** Where its value is. */
  readonly carries: "number" | "text";
  /** Under `voting_sell_votes` its value is a number of votes to buy. */
  readonly maySell: boolean;
  /** It prefers one option to another (decisions 8). */
  readonly compares: boolean;
  /** Reads the value of a request, or tells what is wrong with it. No value is an abstention. */
  readonly read: (input: VoteInput, bounds: VoteBounds) => Reading<VoteValue>;
  /** Stored and readable, counted nowhere. */
  readonly isAbstention: (value: VoteValue) => boolean;
  /** A "no", of which `lowest_resistance` wants the fewest. */
  readonly isNo: (value: VoteValue) => boolean;
  /** What a counting vote adds to the total of its option. */
  readonly score: (value: VoteValue) => number;
  /** What it uses of `vote_limit_per_voter`. */
  readonly limitUse: (value: VoteValue) => number;
  /** All votes of a participant add up to its use; else each option with a vote that uses the limit is one. */
  readonly limitAddsUp: boolean;
  /** `vote_limit_per_voter` where none is set; undefined: no limit. */
  readonly defaultLimitPerVoter: number | undefined;
  /** Counts for `limit_per_option`: more than 0, or any text. */
  readonly takesPlace: (value: VoteValue) => boolean;
  /** No two votes of a participant may have the same value: on update they swap. */
  readonly unique: boolean;
  /** The rating of an option is the sum of its scores, or points made from the ranks when read. */
  readonly ratedBy: "total" | "ranks";
  /** What rank, best and selected go by; undefined: it has none, nor an average. */
  readonly bestBy: "rating" | "average" | "strength" | undefined;
  /** What `lowest_resistance` compares. */
  readonly resistance: "noes" | "rating";
}
