import { optionTypes } from "../option-types";
import type { Option } from "../options/option";
import { isUnopened } from "../options/option-visibility";
import type { Participant } from "../participants/participant";
import { pollTypes } from "../poll-types";
import { defaultInputType } from "../polls/attributes";
import type { Poll } from "../polls/poll";
import type { VoteBounds, VoteType } from "../vote-types/vote-type";
import type { VoteRefusalCode } from "./vote-refusals";
import {
  limitPerVoterOf,
  type VoteSettings,
  voteSettingsOfPoll,
  voteSettingsOfStep,
} from "./vote-settings";

type VotableOption = Pick<Option, "type" | "settings" | "inputType">;

export interface OptionFacts {
  readonly option: VotableOption & Pick<Option, "id" | "ownerKey" | "startDate">;
  readonly parent: (VotableOption & Pick<Option, "id" | "publicId">) | undefined;
  /** Whether the caller sees it. A hidden option is 404, like an absent one. */
  readonly visible: boolean;
  /** Whether it is still offered to the participant. Admins also see other options. */
  readonly offered: boolean;
  /**
   * Participants with a value above 0 or a text, even if uncounted, except unpaid votes that lost their place; with
   * `vote_per_day` on that day. Undefined: not loaded, because places are not limited.
   */
  readonly placesTaken: number | undefined;
  /** The number of votable siblings that members see now, including the option. Loaded if votes are ranks. */
  readonly votableOptions: number | undefined;
  /** Public ids of the participant's file options below it. Loaded for inputs of type `file`. */
  readonly fileIds: readonly string[];
}

export interface VotingRules {
  readonly type: VoteType;
  /** Whether the value is the number of votes to buy. */
  readonly sold: boolean;
  readonly bounds: VoteBounds;
  /** `vote_limit_per_voter`, or else the default of the type. Undefined: no limit. */
  readonly limitPerVoter: number | undefined;
  /** The survey step of that limit. Undefined: the whole poll. */
  readonly stepId: bigint | undefined;
  /** The number of participants that may give the option more than 0. Undefined: no limit. */
  readonly places: number | undefined;
}

/** The survey step of the limits for votes on children of a parent. Undefined: the limits of the poll. */
export const limitStepOf = (
  { type }: Pick<Poll, "type">,
  parentId: bigint | undefined,
): bigint | undefined => (pollTypes.get(type).hasSteps ? parentId : undefined);

/** The rules for votes on an option, if it is votable (docs/reference/options.md#votable-options). */
export function votingRules(
  poll: Pick<Poll, "settings">,
  {
    option,
    parent,
    votableOptions,
    fileIds = [],
  }: Pick<OptionFacts, "option" | "parent"> &
    Partial<Pick<OptionFacts, "votableOptions" | "fileIds">>,
): VotingRules | undefined {
  const optionType = optionTypes.get(option.type);
  const kind = voteSettingsOn(poll, { option, parent });
  if (kind === undefined) return undefined;
  const { type, sold, bounds } = kind;
  return {
    type,
    sold,
    bounds: {
      options: votableOptions,
      text:
        optionType.isInput || option.settings.allow_other
          ? {
              inputType: option.inputType ?? defaultInputType,
              allowedValues: option.settings.allowed_values ?? [],
              allowsOther: option.settings.allow_other,
              multiline: option.settings.multiline,
              fileIds,
            }
          : undefined,
      // Last, because properties after a spread are slow (docs/performance.md#spreads).
      ...bounds,
    },
    limitPerVoter: limitPerVoterOf(kind),
    stepId: parent !== undefined && optionTypes.get(parent.type).isStep ? parent.id : undefined,
    places: placesOf(poll, option),
  };
}

/** The rules for votes on the option, or the reason why this participant may not vote on it. */
export type VoteAllowance =
  | { readonly ok: true; readonly rules: VotingRules }
  | { readonly ok: false; readonly code: VoteRefusalCode };

/** Whether the participant may vote on the option. The voting window is checked before. */
export function mayVoteOn(
  poll: Poll,
  participant: Pick<Participant, "jury" | "ownerKey" | "place">,
  facts: OptionFacts,
  now: Date,
): VoteAllowance {
  const { settings } = poll;
  const { option } = facts;
  if (participant.place === "waiting") return { ok: false, code: "waiting_for_place" };
  if (participant.place !== "taken") return { ok: false, code: "place_given_up" };
  if (settings.jury_mode && !participant.jury) return { ok: false, code: "jury_only" };
  const isOwn = option.ownerKey === participant.ownerKey;
  if (settings.prevent_vote_for_own_options && isOwn) return { ok: false, code: "own_option" };
  const rules = votingRules(poll, facts);
  if (rules === undefined) return { ok: false, code: "option_not_votable" };
  if (isUnopened(option, now)) return { ok: false, code: "option_not_open" };
  return { ok: true, rules };
}

/** The vote type on an option, if it is votable (docs/reference/options.md#votable-options). */
export function voteSettingsOn(
  { settings }: Pick<Poll, "settings">,
  {
    option,
    parent,
  }: { readonly option: Pick<Option, "type">; readonly parent: VotableOption | undefined },
): VoteSettings | undefined {
  if (!optionTypes.get(option.type).votable) return undefined;
  if (parent === undefined) return voteSettingsOfPoll(settings);
  const children = optionTypes.get(parent.type).children(parent, settings.option_type);
  return children?.voteType === "poll" ? voteSettingsOfPoll(settings) : voteSettingsOfStep(parent);
}

/**
 * The participants that may give an option more than 0, if limited, which `best_distribution` does not do
 * (docs/reference/votes.md#places-per-option).
 */
export function placesOf(
  { settings }: Pick<Poll, "settings">,
  option: VotableOption,
): number | undefined {
  if (settings.target === "best_distribution") return undefined;
  return optionLimit(settings, option);
}

/** The number of places of an option (docs/reference/polls.md#limit-per-option). Undefined: no limit. */
export function optionLimit(
  settings: Poll["settings"],
  option: Pick<Option, "settings">,
): number | undefined {
  switch (settings.limit_per_option_type) {
    case "no_limit":
      return undefined;
    case "limit_for_all":
      return settings.limit_per_option;
    case "limit_individual":
      return option.settings.voter_limit;
  }
}
