import type { Sort } from "../polls/sorts";

/** A poll type: all properties that depend on the type (docs/reference/polls.md#types). */
export interface PollType {
  readonly name: `Polls::${string}`;
  /** Allowed classes of top-level options. The first is the default of `option_type`. */
  readonly optionTypes: readonly [string, ...string[]];
  /** Default of `vote_type`. Undefined where the parent of an option sets its vote type. */
  readonly defaultVoteType: string | undefined;
  /** Allowed values of `vote_type`: all simple vote types, or the listed ones. */
  readonly voteTypes: "simple" | readonly string[];
  /** Default number of options on a page. */
  readonly pageSize: number;
  readonly defaultSort: Sort;
  readonly hasOptionStates: boolean;
  /** Whether top-level options are the steps of a survey, in order and with branching. */
  readonly hasSteps: boolean;
  /** Whether admins may group top-level options in categories. */
  readonly hasCategories: boolean;
  /** Whether votes may belong to a voting category: not if they are texts or comparisons, or differ by step. */
  readonly takesVotingCategories: boolean;
  /** Whether the options list of a participant is its pair on offer. */
  readonly offersPairs: boolean;
  /** Whether its options are pictures or videos, which pages show as a wall of pictures. */
  readonly isWall: boolean;
  /** Whether a participant is a row. Members add rows only with `allow_new_rows`. */
  readonly participantsAreRows: boolean;
  /** Whether admins may change votes and participants of others. */
  readonly adminsChangeParticipants: boolean;
  /** Whether admins may delete votes of others without `can_delete_participations`. */
  readonly adminsDeleteVotes: boolean;
}
