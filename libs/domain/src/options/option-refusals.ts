import type { OptionDeletionRefusal } from "./may-change-option";
import type { OptionCreationRefusal } from "./may-create-option";
import type { MergeRefusal } from "./may-merge-options";

/** Sentences of refusals, by `code` (docs/reference/errors.md#codes-of-options). */
export const optionRefusals: Readonly<
  Record<OptionCreationRefusal | OptionDeletionRefusal | MergeRefusal, string>
> = {
  poll_closed: "The poll is closed",
  submission_not_started: "Submissions have not started yet",
  submission_ended: "The time for submissions is over",
  new_options_not_allowed: "The poll does not accept new options",
  admins_only: "Only admins may add options here",
  user_identifier_required: "A user identifier is required to add options here",
  option_limit_reached: "You have reached the limit of options for one user",
  already_submitted: "You have already submitted an option here",
  not_yours: "The option belongs to another user",
  has_votes: "The option has votes",
  fee_paid: "The option was paid for",
  votes_paid: "The option has votes that were paid for",
  used_in_branching: "The option is used in branching logic",
  not_mergeable: "These options cannot be merged",
  option_merged: "The option is merged into another option",
  option_decided: "The option is a final date of the poll",
  merge_final: "There is no merge that can be undone",
};
