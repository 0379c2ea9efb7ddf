import type { Sort } from "../polls/sorts";

/** One way of polling: answers to the questions the service asks about a poll's type (decisions 3). */
export interface PollType {
  readonly name: `Polls::${string}`;
  /** Classes that top-level options may have; the first is the default of `option_type`. */
  readonly optionTypes: readonly [string, ...string[]];
  /** Default of `vote_type`; undefined where each option's parent says what votes on it are. */
  readonly defaultVoteType: string | undefined;
  /** What `vote_type` may be changed to: every simple vote class, or these. */
  readonly voteTypes: "simple" | readonly string[];
  /** Entries of a page of the options list, unless the poll or the query says otherwise. */
  readonly pageSize: number;
  readonly defaultSort: Sort;
  /** Options move through `state` (collections). */
  readonly hasOptionStates: boolean;
  /** Top-level options are the steps of a survey: in order, with branching, and finished by `complete`. */
  readonly hasSteps: boolean;
  /** Top-level options may be grouped in categories made by admins. */
  readonly hasCategories: boolean;
  /** The options list of a participant is the pair on offer (decisions 8). */
  readonly offersPairs: boolean;
  /** A participant is a row, and members add rows only with `allow_new_rows`. */
  readonly participantsAreRows: boolean;
  /** Rules 8, 13: admins change votes and participants of others. */
  readonly adminsChangeParticipants: boolean;
  /** Rule 14: admins delete votes of others whatever the account may delete. */
  readonly adminsDeleteVotes: boolean;
}
