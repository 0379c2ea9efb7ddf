import type { Fraction } from "./fraction";

/** The names of the counting methods, as they stand in the setting `counting_method`. */
export const countingMethods = [
  "borda",
  "instant_runoff",
  "single_transferable",
  "ranked_pairs",
  "schulze",
  "ranked_robin",
  "average",
  "score",
  "star",
  "majority_judgment",
  "star_proportional",
  "approval",
  "sequential_phragmen",
] as const;

export type CountingMethod = (typeof countingMethods)[number];

/** What decides a tie, in the declared order (docs/reference/counting.md#ties). */
export const tieBreaks = ["first_ranks", "earlier_option", "seed"] as const;

export type TieBreak = (typeof tieBreaks)[number];

/** Ballots with the same marks. Options are named by their index, from 0, in the order of the poll. */
export interface Ballot {
  readonly count: number;
  /** A rank from 1, a whole score, or 1 for an approval. An option that was left out has no mark. */
  readonly marks: ReadonlyMap<number, number>;
}

export interface Scale {
  readonly min: number;
  readonly max: number;
}

/** A hash as a function of texts, which the caller gives: this library imports no module of Node. */
export type Sha256 = (text: string) => string;

/** A whole count: the ballots and how they are counted. */
export interface CountRequest {
  readonly method: CountingMethod;
  readonly optionCount: number;
  /** The number of options to elect. A method of one seat ignores it. */
  readonly seats: number;
  readonly tieBreak: readonly TieBreak[];
  /** The published text from which `seed` draws. */
  readonly seed: string;
  /** SHA-256 of a text in UTF-8, in hexadecimal. */
  readonly sha256: Sha256;
  /** For scores. Undefined stands for 0 and the greatest score that was given. */
  readonly scale?: Scale | undefined;
  readonly ballots: readonly Ballot[];
  /** The number of ballots that hold abstentions alone. They are not among `ballots`. */
  readonly abstaining: number;
}

/** The votes, points or scores of an option in a round. */
export interface OptionVotes {
  readonly option: number;
  readonly votes: Fraction;
}

/** Votes that move at the end of a round. `to` is null where ballots name no further option. */
export interface Transfer {
  readonly from: number;
  readonly to: number | null;
  readonly votes: Fraction;
}

/** What a round does with its tally, as data for a sentence. */
export type RoundReason =
  /** The options with the most points, votes or scores are elected. */
  | { readonly kind: "highest" }
  /** The option has more than half of the votes that still count. */
  | { readonly kind: "majority"; readonly option: number; readonly of: Fraction }
  /** The options with the fewest votes are eliminated. */
  | { readonly kind: "elimination" }
  /** All seats are taken by options that reached the quota. */
  | { readonly kind: "filled" }
  /** As many options are left as seats. */
  | { readonly kind: "remaining" }
  /**
   * What an elected option has above the quota moves on. Each ballot moves with `factor` of its
   * value; `rounded` says whether the values of ballots were rounded down.
   */
  | {
      readonly kind: "surplus";
      readonly option: number;
      readonly surplus: Fraction;
      readonly factor: Fraction;
      readonly rounded: boolean;
    }
  /** The tally is the number of comparisons that an option wins; a tie is half a win. */
  | { readonly kind: "pair_wins" }
  /** Pairs in the order in which they were locked or, because of a cycle, skipped. */
  | { readonly kind: "locked_pairs"; readonly pairs: readonly LockedPair[] }
  /** `paths[a][b]` is the strength of the strongest path from a to b. */
  | { readonly kind: "strongest_paths"; readonly paths: readonly (readonly number[])[] }
  /** The two options with the highest scores meet in the runoff. */
  | { readonly kind: "finalists"; readonly finalists: readonly number[] }
  /** The finalist that more ballots score higher is elected; `equal` ballots score both alike. */
  | {
      readonly kind: "runoff";
      readonly finalists: readonly number[];
      readonly equal: number;
      readonly decidedBy: "preferences" | "score" | "tie_break";
    }
  /** The option with the best median grade is elected. */
  | { readonly kind: "median_grade" }
  /** The tally is the load that each voter of an option would bear; the lowest is elected. */
  | { readonly kind: "load"; readonly option: number; readonly load: Fraction }
  /**
   * The option with the highest score is elected, and a quota of its best ballots is spent: all
   * that gave it more than the weighted score `split`, and the part `factor` of those that gave it
   * just that. Null where all ballots are spent.
   */
  | {
      readonly kind: "allocation";
      readonly option: number;
      readonly split: Fraction | null;
      readonly factor: Fraction | null;
      readonly rounded: boolean;
    };

export interface LockedPair {
  readonly winner: number;
  readonly loser: number;
  readonly votes: number;
  readonly against: number;
  readonly locked: boolean;
}

export interface CountRound {
  /** What each option has before the round acts. */
  readonly tally: readonly OptionVotes[];
  readonly elected: readonly number[];
  readonly eliminated: readonly number[];
  readonly transfers: readonly Transfer[];
  /** The votes that count for no option in this tally. */
  readonly exhausted: Fraction;
  readonly reason: RoundReason;
}

export interface OptionGrades {
  readonly option: number;
  /** The lower median. */
  readonly median: number;
  /** The ballots above and below the median grade. */
  readonly above: number;
  readonly below: number;
  /** The number of ballots of each grade, from the best grade to the worst. */
  readonly counts: readonly { readonly grade: number; readonly ballots: number }[];
}

export interface Tie {
  /** The index of the round in `rounds`. */
  readonly round: number;
  readonly over: "election" | "elimination" | "surplus" | "pairs" | "order";
  /** The tied options as they were put in order, best first. */
  readonly order: readonly number[];
  /** What decided, in the order in which it was asked. */
  readonly by: readonly TieBreak[];
}

export interface Count {
  readonly method: CountingMethod;
  readonly seats: number;
  readonly quota: Fraction | null;
  /** In the order of election. Empty when there are no ballots. */
  readonly winners: readonly number[];
  /** All options: the elected in the order of election, then the others, last eliminated first. */
  readonly order: readonly number[];
  readonly rounds: readonly CountRound[];
  /** `pairs[a][b]` is the number of ballots that prefer a to b. Null for methods without pairs. */
  readonly pairs: readonly (readonly number[])[] | null;
  /** Null for methods without grades. */
  readonly grades: readonly OptionGrades[] | null;
  readonly ties: readonly Tie[];
  /** The votes that count for no option at the end. */
  readonly exhausted: Fraction;
  /** Ballots that hold abstentions alone. */
  readonly abstaining: number;
}
