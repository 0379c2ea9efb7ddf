import type { Sort } from "../polls/sorts";

/** A poll type: a value for everything that depends on the type (docs/reference/polls.md#types). */
export interface PollType {
  readonly name: `Polls::${string}`;
  /** Allowed classes of top-level options, the default of `option_type` first. */
  readonly optionTypes: readonly [string, ...string[]];
  /** Default of `vote_type`; undefined where the parent of an option sets its vote type. */
  readonly defaultVoteType: string | undefined;
  /** Allowed values of `vote_type`: all simple vote types, or these. */
  readonly voteTypes: "simple" | readonly string[];
  /** Default number of options on a page. */
  readonly pageSize: number;
  readonly defaultSort: Sort;
  /** Options have a `state`. */
  readonly hasOptionStates: boolean;
  /** Top-level options are the steps of a survey: in order, with branching, ended by `complete`. */
  readonly hasSteps: boolean;
  /** Admins may group top-level options in categories. */
  readonly hasCategories: boolean;
  /** Votes may belong to a voting category: not where they are texts or comparisons, or differ by step. */
  readonly takesVotingCategories: boolean;
  /** The options list of a participant is its pair on offer. */
  readonly offersPairs: boolean;
  /** Its options are pictures or films, which pages show as a wall. */
  readonly isWall: boolean;
  /** A participant is a row, and members add rows only with `allow_new_rows`. */
  readonly participantsAreRows: boolean;
  /** Admins may change votes and participants of others. */
  readonly adminsChangeParticipants: boolean;
  /** Admins may delete votes of others, also without the capability `can_delete_participations`. */
  readonly adminsDeleteVotes: boolean;
}
