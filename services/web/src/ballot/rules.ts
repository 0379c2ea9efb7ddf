import type { Option, OptionSettings, Poll } from "@polls/client";
import { pollTypeOf } from "../types/poll-types";
import { onlyChooses, type VoteType, voteTypeOf, voteTypeOfStep } from "../types/vote-types";
import type { Bounds } from "./controls";

/** The voting rules for the options of a list. */
export interface VotingRules {
  readonly type: VoteType | undefined;
  readonly bounds: Bounds;
  /** Whether a vote is the number of votes to buy. */
  readonly sold: boolean;
  /** How many options can be voted on. */
  readonly options: number;
  /** The number of voting categories, at least 1. */
  readonly categories?: number;
  /** The number of votes that can take dots, if a participant must spend all dots. */
  readonly allDotsOver?: number | undefined;
  /** The options that share the limit per participant. Undefined: all of the poll. */
  readonly sharing?: ReadonlySet<string>;
}

/**
 * How an option is chosen by its whole row: as the only one, which takes over the vote, or as one of several. Undefined:
 * by a control of its own.
 */
export function picksOf(
  { type, bounds, sold }: Pick<VotingRules, "type" | "bounds" | "sold">,
  { type: pollType, settings }: Pick<Poll, "type"> & { readonly settings?: Poll["settings"] },
): "radio" | "checkbox" | undefined {
  const isToggled = onlyChooses(type) && !sold;
  if (!isToggled || (settings?.voting_category_ids ?? []).length > 0) return undefined;
  if (bounds.vote_limit_per_voter === 1) return "radio";
  return type?.picks && pollTypeOf({ type: pollType }).picks ? "checkbox" : undefined;
}

export const rulesOf = (poll: Poll): VotingRules => ({
  type: voteTypeOf(poll),
  bounds: poll.settings,
  sold: isSold(poll),
  options: poll.options_count,
  categories: Math.max(1, poll.settings.voting_category_ids?.length ?? 0),
  allDotsOver: allDotsOver(poll, poll.options_count),
});

/** The number of votes that can take dots, if the poll requires to spend all. */
export const allDotsOver = ({ settings }: Poll, options: number): number | undefined =>
  settings.require_all_dots
    ? options * Math.max(1, settings.voting_category_ids?.length ?? 0)
    : undefined;

/** For options under a survey step, the settings of the step apply (docs/reference/votes.md#survey-steps). */
export const rulesOfStep = (step: Option, poll: Poll): VotingRules => ({
  type: voteTypeOfStep(step),
  bounds: boundsOf(step.settings, poll.settings),
  sold: isSold(poll),
  options: step.options_count ?? 0,
});

const isSold = ({ settings }: Poll): boolean => settings.voting_fee_type === "voting_sell_votes";

function boundsOf(settings: Partial<OptionSettings> = {}, pollSettings: Poll["settings"]): Bounds {
  const {
    survey_step_vote_limit_per_option: most,
    survey_step_vote_limit_per_option_min: least,
    survey_step_vote_limit_per_voter: all,
    survey_step_vote_limit_per_voter_min: leastVotes,
    dot_vote_icon: icon = pollSettings.dot_vote_icon,
  } = settings;
  return {
    ...(most !== undefined && { vote_limit_per_option: most }),
    ...(least !== undefined && { vote_limit_per_option_min: least }),
    ...(all !== undefined && { vote_limit_per_voter: all }),
    ...(leastVotes !== undefined && { vote_limit_per_voter_min: leastVotes }),
    ...(icon !== undefined && { dot_vote_icon: icon }),
  };
}
